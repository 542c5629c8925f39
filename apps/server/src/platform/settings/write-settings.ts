import { MONEY_KEYS, type SettingKey } from '@stagedoor/contract/settings';
import { sql } from 'kysely';
import { type Database, type Executor, type Trx, recordAudit, transact } from '../database/database.ts';
import { CodedError, FieldsError } from '../errors.ts';
import type { CheckedChanges, SettingChange } from './check-settings.ts';
import { writeDrain } from './drain.ts';
import { hasUnpayablePrices } from './payable-settings.ts';
import { truncatedValue } from './shown-value.ts';

/** An admin's choice for running shows when maintenance begins. */
export interface MaintenanceChoice {
  /** Minutes that they may go on; 0 ends them at once, `maintenanceShowMinutes` is the default. */
  showMinutes?: number | undefined;
}

/** The site, as far as writing its settings depends on it. */
export interface SettingsContext {
  database: Database;
  defaultOf(key: SettingKey): unknown;
  /** Tells if the ledger has any postings. */
  isMoneyLocked(executor: Executor): Promise<boolean>;
  /** The site's time, by which running shows end in maintenance. */
  now(): Date;
}

interface Author {
  changedBy: string | null;
  choice: MaintenanceChoice;
}

const readStored = async (trx: Executor, changes: readonly SettingChange[]): Promise<Map<string, unknown>> => {
  if (changes.length === 0) return new Map();
  const keys = changes.map(({ key }) => key);
  const rows = await trx.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
};

/** Refuses to change currency and the token's value once money moved, and to prices that can't be paid. @throws CodedError FORBIDDEN, FieldsError */
const assertMoneyMayChange = async (
  trx: Executor,
  effective: readonly SettingChange[],
  { isMoneyLocked }: SettingsContext,
  resulting: CheckedChanges['resulting'],
): Promise<void> => {
  const money = effective.find(({ key }) => MONEY_KEYS.includes(key));
  if (!money) return;
  if (await isMoneyLocked(trx)) throw new CodedError('FORBIDDEN');
  if (await hasUnpayablePrices(trx, resulting)) throw new FieldsError([{ property: money.key, rule: 'minorUnitPrices' }]);
};

/** Stores a value, and records the change for its log and for the audit log. */
const writeOne = async (trx: Trx, { key, value }: SettingChange, oldValue: unknown, changedBy: string | null): Promise<void> => {
  const json = JSON.stringify(value);
  await trx
    .insertInto('settings')
    .values({ key, value: json, updated_by: changedBy })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json, updated_by: changedBy, updated_at: new Date() }))
    .execute();
  await trx
    .insertInto('setting_changes')
    .values({ key, old_value: JSON.stringify(oldValue), new_value: json, changed_by: changedBy })
    .execute();
  await recordAudit(trx, {
    actorId: changedBy,
    action: 'settings.changed',
    objectKind: 'setting',
    objectId: null,
    detail: { key, from: truncatedValue(key, oldValue), to: truncatedValue(key, value) },
  });
};

/**
 * Writes changes and tells every node.
 *
 * @returns the settings whose value changed
 * @throws CodedError FORBIDDEN for a locked setting; FieldsError for prices that can't be paid
 */
export const writeSettings = (
  context: SettingsContext,
  { changes, resulting }: CheckedChanges,
  { changedBy, choice }: Author,
): Promise<SettingKey[]> =>
  transact(context.database, undefined, async (trx) => {
    // Serialized, so that each change records the correct old value.
    await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(trx);
    const stored = await readStored(trx, changes);
    const oldValue = (key: SettingKey): unknown => (stored.has(key) ? stored.get(key) : context.defaultOf(key));
    const effective = changes.filter(({ key, value }) => JSON.stringify(oldValue(key)) !== JSON.stringify(value));
    await assertMoneyMayChange(trx, effective, context, resulting);
    for (const change of effective) await writeOne(trx, change, oldValue(change.key), changedBy);
    const resetKeys = changes.filter(({ key, isReset }) => isReset && stored.has(key)).map(({ key }) => key);
    if (resetKeys.length > 0) await trx.deleteFrom('settings').where('key', 'in', resetKeys).execute();
    const isDrainChanged =
      changes.some(({ key }) => key === 'maintenanceMode') &&
      (await writeDrain(trx, {
        wasOn: oldValue('maintenanceMode') === true,
        isOn: resulting('maintenanceMode') === true,
        minutes: choice.showMinutes,
        defaultMinutes: Number(resulting('maintenanceShowMinutes')),
        now: context.now(),
        changedBy,
      }));
    if (effective.length + resetKeys.length > 0 || isDrainChanged) await sql`select pg_notify('settings', '')`.execute(trx);
    return effective.map(({ key }) => key);
  });
