import { hasUnpayablePrices, payableProblems } from './payable-settings.ts';
import { sql } from 'kysely';
import {
  MONEY_KEYS,
  SETTINGS,
  SETTING_BOUNDS,
  type SettingKey,
  type SettingValue,
  type SettingValues,
  isSettingKey,
} from '@stagedoor/contract/settings';
import { keysOf } from '@stagedoor/contract/keys.values';
import { type Database, type Executor, recordAudit, transact } from '../database/database.ts';
import type { Listener } from '../database/listener.ts';
import { CodedError, FieldsError } from '../errors.ts';
import { cleanHtml } from '../html/clean-html.ts';
import { ruleOf } from '../http/validation.ts';
import { type Drain, DRAIN_KEY, drainOf, writeDrain } from './drain.ts';

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
}

/** An admin's choice for running shows when maintenance begins. */
export interface MaintenanceChoice {
  /** Minutes that they may go on; 0 ends them at once, `maintenanceShowMinutes` is the default. */
  showMinutes?: number | undefined;
}

/** Settings that contain HTML: sanitized on write and on read. */
const HTML_KEYS: readonly SettingKey[] = ['footerContent'];

/** Maximum length of a value in the audit log; the log of changes has the full values. */
const MAX_QUOTED = 300;

const isSecret = (key: SettingKey): boolean => (SETTINGS[key] as { secret?: boolean }).secret === true;

/** A value as the logs may show it. */
export const shownValue = (key: SettingKey, value: unknown): unknown => (isSecret(key) ? '•••' : value);

const truncated = (key: SettingKey, value: unknown): unknown => {
  const shown = shownValue(key, value);
  const text = JSON.stringify(shown) ?? 'null';
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : shown;
};

/** Whether PostgreSQL can store all strings in a value: no NUL, no lone surrogates. */
const isStorable = (value: unknown): boolean => {
  let storable = true;
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'string' && (!inner.isWellFormed() || inner.includes('\0'))) storable = false;
    return inner;
  });
  return storable;
};

interface SettingChange {
  key: SettingKey;
  value: unknown;
  /** Delete the row, which restores the default. */
  isReset?: boolean;
}

/** The defaults of a site that differ from the registry's: where it is served by https, admins must have a second factor. */
export const defaultsFor = ({ publicUrl }: { publicUrl: string }): Partial<SettingValues> => ({
  adminTwoFactorRequired: publicUrl.startsWith('https:'),
});

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
  const defaultOf = <K extends SettingKey>(key: K): SettingValue<K> => (defaults[key] ?? SETTINGS[key].default) as SettingValue<K>;
  let stored = new Map<SettingKey, unknown>();
  let drain: Drain | null = null;
  const handlers: ((keys: SettingKey[]) => void)[] = [];

  const get = <K extends SettingKey>(key: K): SettingValue<K> => (stored.has(key) ? stored.get(key) : defaultOf(key)) as SettingValue<K>;

  const read = async (): Promise<void> => {
    const rows = await database.selectFrom('settings').select(['key', 'value']).execute();
    const next = new Map<SettingKey, unknown>();
    const nextDrain = drainOf(rows.find(({ key }) => key === DRAIN_KEY)?.value);
    for (const { key, value } of rows) {
      if (!isSettingKey(key)) continue;
      const parsed = SETTINGS[key].schema.safeParse(value);
      if (parsed.success) next.set(key, HTML_KEYS.includes(key) ? cleanHtml(String(parsed.data)) : parsed.data);
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

  const write = async (
    changes: readonly SettingChange[],
    changedBy: string | null,
    resulting: (key: SettingKey) => unknown = get,
    choice: MaintenanceChoice = {},
  ): Promise<SettingKey[]> => {
    const changed = await transact(database, undefined, async (trx) => {
      // Serialized, so that each change records the correct old value.
      await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(trx);
      const rows =
        changes.length === 0
          ? []
          : await trx
              .selectFrom('settings')
              .select(['key', 'value'])
              .where(
                'key',
                'in',
                changes.map(({ key }) => key),
              )
              .execute();
      const storedValues = new Map(rows.map(({ key, value }) => [key, value]));
      const oldValue = (key: SettingKey): unknown => (storedValues.has(key) ? storedValues.get(key) : defaultOf(key));
      const effective = changes.filter(({ key, value }) => JSON.stringify(oldValue(key)) !== JSON.stringify(value));
      if (effective.some(({ key }) => MONEY_KEYS.includes(key)) && (await isMoneyLocked(trx))) throw new CodedError('FORBIDDEN');
      const money = effective.find(({ key }) => MONEY_KEYS.includes(key));
      if (money && (await hasUnpayablePrices(trx, resulting))) throw new FieldsError([{ property: money.key, rule: 'minorUnitPrices' }]);
      for (const { key, value } of effective) {
        const json = JSON.stringify(value);
        await trx
          .insertInto('settings')
          .values({ key, value: json, updated_by: changedBy })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json, updated_by: changedBy, updated_at: new Date() }))
          .execute();
        await trx
          .insertInto('setting_changes')
          .values({ key, old_value: JSON.stringify(oldValue(key)), new_value: json, changed_by: changedBy })
          .execute();
        await recordAudit(trx, {
          actorId: changedBy,
          action: 'settings.changed',
          objectKind: 'setting',
          objectId: null,
          detail: { key, from: truncated(key, oldValue(key)), to: truncated(key, value) },
        });
      }
      const resetKeys = changes.filter(({ key, isReset }) => isReset && storedValues.has(key)).map(({ key }) => key);
      if (resetKeys.length > 0) await trx.deleteFrom('settings').where('key', 'in', resetKeys).execute();
      const isDrainChanged =
        changes.some(({ key }) => key === 'maintenanceMode') &&
        (await writeDrain(trx, {
          wasOn: oldValue('maintenanceMode') === true,
          isOn: resulting('maintenanceMode') === true,
          minutes: choice.showMinutes,
          defaultMinutes: Number(resulting('maintenanceShowMinutes')),
          now: now(),
          changedBy,
        }));
      if (effective.length + resetKeys.length > 0 || isDrainChanged) await sql`select pg_notify('settings', '')`.execute(trx);
      return effective.map(({ key }) => key);
    });
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
      return values as Partial<SettingValues>;
    },
    isDefault: (key) => !stored.has(key),
    defaultOf,
    defaultsOf: (keys) => Object.fromEntries(keys.filter(isSettingKey).map((key) => [key, defaultOf(key)])),
    async change(values, changedBy, choice) {
      const problems: { property: string; rule: string; values?: Record<string, unknown> }[] = [];
      const parsed: SettingChange[] = [];
      for (const [key, value] of Object.entries(values)) {
        if (!isSettingKey(key) || !isStorable(value)) {
          problems.push({ property: key, rule: 'invalid' });
          continue;
        }
        const given = HTML_KEYS.includes(key) && typeof value === 'string' ? cleanHtml(value) : value;
        const result = SETTINGS[key].schema.safeParse(given, { reportInput: true });
        if (result.success) parsed.push({ key, value: result.data });
        else problems.push({ property: key, ...ruleOf(result.error.issues[0]!) });
      }
      const resultingValue = (key: SettingKey): unknown => (parsed.find((change) => change.key === key) ?? { value: get(key) }).value;
      for (const [low, high] of SETTING_BOUNDS) {
        if (Number(resultingValue(low)) <= Number(resultingValue(high))) continue;
        problems.push({ property: parsed.some(({ key }) => key === low) ? low : high, rule: 'bounds' });
      }
      if (problems.length === 0) problems.push(...payableProblems(resultingValue));
      if (problems.length > 0) throw new FieldsError(problems);
      return write(parsed, changedBy, resultingValue, choice);
    },
    async reset(keys, changedBy) {
      const unknown = keys.filter((key) => !isSettingKey(key));
      if (unknown.length > 0) throw new FieldsError(unknown.map((property) => ({ property, rule: 'invalid' })));
      const changes = keys.filter(isSettingKey).map((key) => ({ key, value: defaultOf(key), isReset: true }));
      const resulting = (key: SettingKey): unknown => (changes.find((change) => change.key === key) ?? { value: get(key) }).value;
      const problems = payableProblems(resulting);
      if (problems.length > 0) throw new FieldsError(problems);
      return write(changes, changedBy, resulting);
    },
    isMoneyLocked: () => isMoneyLocked(database),
    drain: () => (get('maintenanceMode') ? drain : null),
    reload,
    onChange: (handler) => void handlers.push(handler),
  };
};
