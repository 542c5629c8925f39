import { SETTINGS, type SettingKey, isSettingKey } from '@stagedoor/contract/settings';
import { keysOf } from '@stagedoor/contract/keys.values';
import { changeSettingsOnConsole, resetSettingsOnConsole } from '../../modules/site/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { isSecret, shownValue } from '../../platform/settings/shown-value.ts';
import { nearestName } from '../../platform/slips.ts';
import { readInput } from '../ask.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { withSite } from '../site.ts';

/** @throws UsageError naming the nearest setting */
const settingKeyOf = (name: string): SettingKey => {
  if (isSettingKey(name)) return name;
  const nearest = nearestName(name, keysOf(SETTINGS));
  throw new UsageError(`There is no setting "${name}"${nearest ? `; did you mean "${nearest}"?` : '; stagedoor settings get lists all.'}`);
};

/** Reads a value as its setting has it: text as it stands, all else as JSON. What isn't one is left to the check of settings. */
const valueOf = (key: SettingKey, given: string): unknown => {
  if (SETTINGS[key].schema.safeParse(given).success) return given;
  if (typeof SETTINGS[key].default === 'boolean' && (given === 'on' || given === 'off')) return given === 'on';
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
};

const shown = (settings: Settings, key: SettingKey): unknown => shownValue(key, settings.get(key));

const get: Command = {
  name: 'settings get',
  summary: 'Print a setting, or all of them',
  arguments: [{ name: 'KEY', summary: 'the setting; all without it', isOptional: true }],
  options: { json: { type: 'boolean', summary: 'print JSON' } },
  async run({ environment, arguments: [name], flag, say }) {
    const key = name === undefined ? undefined : settingKeyOf(name);
    await withSite(environment, async ({ platform: { settings } }) => {
      if (key)
        say(
          flag('json')
            ? JSON.stringify({ key, value: shown(settings, key), isDefault: settings.isDefault(key) })
            : textOf(shown(settings, key)),
        );
      else if (flag('json'))
        say(JSON.stringify(Object.fromEntries(keysOf(SETTINGS).map((each) => [each, shown(settings, each)])), null, 2));
      else for (const each of keysOf(SETTINGS)) say(`${each} = ${JSON.stringify(shown(settings, each))}`);
    });
  },
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The new value of a call. @throws UsageError unless exactly one way gives it */
const givenValue = async (key: SettingKey, value: string | undefined, fromInput: boolean): Promise<unknown> => {
  if (fromInput) return valueOf(key, await readInput());
  if (value === undefined) throw new UsageError('Give the new value, or --default, or --value-stdin.');
  if (isSecret(key))
    throw new UsageError(`The setting ${key} is secret, and other users of this machine can see arguments: give it with --value-stdin.`);
  return valueOf(key, value);
};

const set: Command = {
  name: 'settings set',
  summary: 'Change a setting, by the rules of the administration',
  arguments: [
    { name: 'KEY', summary: 'the setting' },
    { name: 'VALUE', summary: 'text as it stands; numbers, on, off and lists as JSON', isOptional: true },
  ],
  options: {
    default: { type: 'boolean', summary: 'go back to the default' },
    'value-stdin': { type: 'boolean', summary: 'read the value from standard input' },
  },
  async run({ environment, arguments: [name, text], flag, say }) {
    const key = settingKeyOf(name!);
    const fromInput = flag('value-stdin');
    if ([text !== undefined, flag('default'), fromInput].filter(Boolean).length > 1)
      throw new UsageError('Give one of a value, --default and --value-stdin.');
    const value = flag('default') ? undefined : await givenValue(key, text, fromInput);
    await withSite(environment, async ({ platform, mediaServers }) => {
      const before = JSON.stringify(shown(platform.settings, key));
      const changed = await (flag('default')
        ? resetSettingsOnConsole(platform, mediaServers, [key])
        : changeSettingsOnConsole(platform, mediaServers, { [key]: value })
      ).catch((error: unknown) => {
        if (error instanceof CodedError && error.code === 'FORBIDDEN')
          throw new CommandError(`The setting ${key} can’t be changed: it follows from others, or money has moved by it.`);
        throw error;
      });
      const after = JSON.stringify(shown(platform.settings, key));
      say(changed.length === 0 ? `${key} is ${after} already: nothing was changed.` : `Changed ${key} from ${before} to ${after}.`);
    });
  },
};

const MINUTES = /^\d{1,4}$/;

const maintenance: Command = {
  name: 'maintenance',
  summary: 'Close the site to all but admins, or open it again',
  arguments: [{ name: 'on|off', summary: 'what it is to be' }],
  options: {
    'show-minutes': {
      type: 'string',
      value: 'N',
      summary: 'how long running shows may go on; by default the setting maintenanceShowMinutes',
    },
  },
  async run({ environment, arguments: [state], option, say }) {
    if (state !== 'on' && state !== 'off') throw new UsageError(`"${state}" is neither on nor off.`);
    const minutes = option('show-minutes');
    if (minutes !== undefined && (!MINUTES.test(minutes) || state === 'off'))
      throw new UsageError('--show-minutes: give minutes as a whole number, with "on" only.');
    await withSite(environment, async ({ platform, mediaServers }) => {
      const choice = minutes === undefined ? {} : { showMinutes: Number(minutes) };
      const changed = await changeSettingsOnConsole(platform, mediaServers, { maintenanceMode: state === 'on' }, choice);
      const until = platform.settings.drain()?.until.toISOString();
      const shows = state === 'on' && until ? ` Running shows end at ${until}.` : '';
      say(changed.length === 0 ? `Maintenance was ${state} already.${shows}` : `Maintenance is ${state}.${shows}`);
    });
  },
};

export const settingsCommands: readonly Command[] = [get, set, maintenance];
