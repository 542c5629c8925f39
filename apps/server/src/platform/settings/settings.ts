import { sql } from 'kysely';
import { SETTINGS, type SettingKey, type SettingValue, type SettingValues } from '@stagedoor/contract/settings';
import { type Database, type Executor, transact } from '../database/database.ts';
import type { Listener } from '../database/listener.ts';
import { CodedError, FieldsError } from '../errors.ts';

/** The site's settings: read from memory, changed in the database, heard of by every node at once. */
export interface Settings {
  get<K extends SettingKey>(key: K): SettingValue<K>;
  /** Every value that everybody may read. */
  public(): Partial<SettingValues>;
  isDefault(key: SettingKey): boolean;
  /**
   * Changes settings, each recorded with who, from what, to what.
   * @throws FieldsError for an unknown key or a value its schema refuses; FORBIDDEN for a locked one.
   */
  change(values: Record<string, unknown>, changedBy: string | null): Promise<SettingKey[]>;
  reload(): Promise<void>;
  onChange(handler: (keys: SettingKey[]) => void): void;
}

/** Locked after the first posting: they say what a token is (answers.md, "Money"). */
const MONEY_KEYS: readonly SettingKey[] = ['currency', 'tokenValue'];

const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

/** Text that PostgreSQL can hold, wherever it stands in a value: no NUL, no half of a character. */
const isStorable = (value: unknown): boolean => {
  let storable = true;
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'string' && (!inner.isWellFormed() || inner.includes('\0'))) storable = false;
    return inner;
  });
  return storable;
};

/** @param isMoneyLocked whether anything has been posted; the ledger knows */
export const createSettings = async (
  database: Database,
  listener: Listener | undefined,
  isMoneyLocked: (executor: Executor) => Promise<boolean>,
): Promise<Settings> => {
  let stored = new Map<SettingKey, unknown>();
  const handlers: ((keys: SettingKey[]) => void)[] = [];

  const get = <K extends SettingKey>(key: K): SettingValue<K> =>
    (stored.has(key) ? stored.get(key) : SETTINGS[key].default) as SettingValue<K>;

  const read = async (): Promise<void> => {
    const rows = await database.selectFrom('settings').select(['key', 'value']).execute();
    const next = new Map<SettingKey, unknown>();
    for (const { key, value } of rows) {
      if (!isSettingKey(key)) continue;
      const parsed = SETTINGS[key].schema.safeParse(value);
      if (parsed.success) next.set(key, parsed.data);
    }
    const changed = (Object.keys(SETTINGS) as SettingKey[]).filter(
      (key) => JSON.stringify(stored.get(key)) !== JSON.stringify(next.get(key)),
    );
    stored = next;
    if (changed.length > 0) for (const handler of handlers) handler(changed);
  };

  // One after the other: an older answer must not come last.
  let reading: Promise<void> = Promise.resolve();
  const reload = (): Promise<void> => {
    reading = reading.catch(() => {}).then(read);
    return reading;
  };

  await reload();
  listener?.listen('settings', () => void reload().catch(() => {}));

  return {
    get,
    public() {
      const values: Record<string, unknown> = {};
      for (const key of Object.keys(SETTINGS) as SettingKey[])
        if ('public' in SETTINGS[key] && SETTINGS[key].public) values[key] = get(key);
      return values as Partial<SettingValues>;
    },
    isDefault: (key) => !stored.has(key),
    async change(values, changedBy) {
      const problems: { property: string; rule: string }[] = [];
      const parsed: { key: SettingKey; value: unknown }[] = [];
      for (const [key, value] of Object.entries(values)) {
        const result = isSettingKey(key) && isStorable(value) ? SETTINGS[key].schema.safeParse(value) : undefined;
        if (isSettingKey(key) && result?.success) parsed.push({ key, value: result.data });
        else problems.push({ property: key, rule: 'invalid' });
      }
      if (problems.length > 0) throw new FieldsError(problems);
      const changing = parsed.filter(({ key, value }) => JSON.stringify(get(key)) !== JSON.stringify(value));
      await transact(database, undefined, async (trx) => {
        if (changing.some(({ key }) => MONEY_KEYS.includes(key))) {
          if (await isMoneyLocked(trx)) throw new CodedError('FORBIDDEN');
        }
        for (const { key, value } of changing) {
          const json = JSON.stringify(value);
          await trx
            .insertInto('settings')
            .values({ key, value: json, updated_by: changedBy })
            .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json, updated_by: changedBy, updated_at: new Date() }))
            .execute();
          await trx
            .insertInto('setting_changes')
            .values({ key, old_value: JSON.stringify(get(key)), new_value: json, changed_by: changedBy })
            .execute();
        }
        if (changing.length > 0) await sql`select pg_notify('settings', '')`.execute(trx);
      });
      await reload();
      return changing.map(({ key }) => key);
    },
    reload,
    onChange: (handler) => void handlers.push(handler),
  };
};
