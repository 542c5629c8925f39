import {
  DERIVED_KEYS,
  type DerivedKey,
  SETTINGS,
  type Setting,
  type SettingKey,
  type SettingValue,
  type SettingValues,
  isSettingKey,
} from '@stagedoor/contract/settings';
import { isOneOf, keysOf } from '@stagedoor/contract/keys.values';
import type { Database, Executor } from '../database/database.ts';
import type { Listener } from '../database/listener.ts';
import { CodedError } from '../errors.ts';
import { cleanHtml } from '../html/clean-html.ts';
import { type CheckedChanges, checkReset, checkValues, containsHtml } from './check-settings.ts';
import { type Drain, DRAIN_KEY, drainOf } from './drain.ts';
import { type MaintenanceChoice, writeSettings } from './write-settings.ts';

/** The site's settings: cached in memory, and reloaded on every node when they change in the database. */
export interface Settings {
  get<K extends SettingKey>(key: K): SettingValue<K>;
  /** The public settings. */
  public(): Partial<SettingValues>;
  isDefault(key: SettingKey): boolean;
  defaultOf<K extends SettingKey>(key: K): SettingValue<K>;
  /** The defaults of these settings; unknown keys are left out. */
  defaultsOf(keys: readonly string[]): Partial<SettingValues>;
  /**
   * Changes settings and records each change with its author, old and new value.
   * @param choice how long running shows may go on, where maintenance is switched on or is on
   * @throws FieldsError for an unknown key or an invalid value; FORBIDDEN for a locked setting.
   */
  change(values: Record<string, unknown>, changedBy: string | null, choice?: MaintenanceChoice): Promise<SettingKey[]>;
  /**
   * Resets settings to their defaults and records the changes.
   * @throws FieldsError for an unknown key; FORBIDDEN for a locked setting.
   */
  reset(keys: readonly string[], changedBy: string | null): Promise<SettingKey[]>;
  /** Whether currency and the token's value can no longer be changed. */
  isMoneyLocked(): Promise<boolean>;
  /** The time that running shows have left in maintenance; null while it is off. */
  drain(): Drain | null;
  reload(): Promise<void>;
  onChange(handler: (keys: SettingKey[]) => void): void;
  /** Switches maintenance on whatever its setting says, while the condition holds. Call `onChange`'s handlers with `announce` when it ends. */
  maintainWhile(condition: () => boolean): { announce: () => void };
  /** Gives settings that can't be changed their values. */
  derive(values: Readonly<Record<DerivedKey, () => boolean>>): void;
}

/** A name with a dot that begins with a letter: mail from an IP address or `localhost` arrives nowhere. */
const MAIL_DOMAIN = /^[a-z](?:.*\.)[a-z]{2,}$/i;

/**
 * The defaults of a site that differ from the registry's: where it is served by https, admins must have a second factor; mails of a public site come
 * from its own domain.
 */
export const defaultsFor = ({ publicUrl }: { publicUrl: string }): Partial<SettingValues> => {
  const { protocol, hostname } = new URL(publicUrl);
  const domain = hostname.replace(/^www\./, '');
  return {
    adminTwoFactorRequired: protocol === 'https:',
    ...(MAIL_DOMAIN.test(domain) ? { senderEmail: `no-reply@${domain}` } : {}),
  };
};

/**
 * @param isMoneyLocked whether the ledger has any postings
 * @param defaults what differs on this site from the registry's defaults
 * @param now the site's time, by which running shows end in maintenance
 */
export const createSettings = async (
  database: Database,
  listener: Listener | undefined,
  isMoneyLocked: (executor: Executor) => Promise<boolean>,
  defaults: Partial<SettingValues> = {},
  now: () => Date = () => new Date(),
): Promise<Settings> => {
  let stored = new Map<SettingKey, unknown>();
  let drain: Drain | null = null;
  const handlers: ((keys: SettingKey[]) => void)[] = [];

  let derived: Readonly<Partial<Record<SettingKey, () => boolean>>> = {};
  let isMaintained = (): boolean => false;
  const takesCards = (): boolean => DERIVED_KEYS.some((key) => derived[key]?.() === true);
  const defaultOf = <K extends SettingKey>(key: K): SettingValue<K> => {
    const { onWithCards }: Setting = SETTINGS[key];
    return (onWithCards && takesCards() ? true : (defaults[key] ?? SETTINGS[key].default)) as SettingValue<K>;
  };
  const get = <K extends SettingKey>(key: K): SettingValue<K> =>
    (key === 'maintenanceMode' && isMaintained()
      ? true
      : derived[key]
        ? derived[key]()
        : stored.has(key)
          ? stored.get(key)
          : defaultOf(key)) as SettingValue<K>;

  const read = async (): Promise<void> => {
    const rows = await database.selectFrom('settings').select(['key', 'value']).execute();
    const next = new Map<SettingKey, unknown>();
    const nextDrain = drainOf(rows.find(({ key }) => key === DRAIN_KEY)?.value);
    for (const { key, value } of rows) {
      if (!isSettingKey(key)) continue;
      const parsed = SETTINGS[key].schema.safeParse(value);
      if (parsed.success) next.set(key, containsHtml(key) ? cleanHtml(String(parsed.data)) : parsed.data);
    }
    const changed = keysOf(SETTINGS).filter(
      (key) =>
        JSON.stringify(stored.get(key)) !== JSON.stringify(next.get(key)) ||
        (key === 'maintenanceMode' && JSON.stringify(drain) !== JSON.stringify(nextDrain)),
    );
    stored = next;
    drain = nextDrain;
    if (changed.length > 0) for (const handler of handlers) handler(changed);
  };

  // Serialized, so that an older result can't overwrite a newer one.
  let reading: Promise<void> = Promise.resolve();
  const reload = (): Promise<void> => {
    reading = reading.catch(() => {}).then(read);
    return reading;
  };

  const write = async (checked: CheckedChanges, changedBy: string | null, choice: MaintenanceChoice = {}): Promise<SettingKey[]> => {
    if (checked.changes.some(({ key }) => isOneOf(DERIVED_KEYS, key))) throw new CodedError('FORBIDDEN');
    const changed = await writeSettings({ database, defaultOf, isMoneyLocked, now }, checked, { changedBy, choice });
    await reload();
    return changed;
  };

  await reload();
  listener?.listen('settings', reload);

  return {
    get,
    public() {
      const values: Record<string, unknown> = {};
      for (const key of keysOf(SETTINGS)) if ('public' in SETTINGS[key] && SETTINGS[key].public) values[key] = get(key);
      return values;
    },
    isDefault: (key) => !stored.has(key),
    defaultOf,
    defaultsOf: (keys) => Object.fromEntries(keys.filter(isSettingKey).map((key) => [key, defaultOf(key)])),
    change: async (values, changedBy, choice) => write(checkValues(values, get), changedBy, choice),
    reset: async (keys, changedBy) => write(checkReset(keys, get, defaultOf), changedBy),
    isMoneyLocked: () => isMoneyLocked(database),
    drain: () => (get('maintenanceMode') ? drain : null),
    reload,
    onChange: (handler) => void handlers.push(handler),
    maintainWhile(condition) {
      isMaintained = condition;
      return {
        announce: () => {
          for (const handler of handlers) handler(['maintenanceMode']);
        },
      };
    },
    derive: (values) => void (derived = values),
  };
};
