import { isOneOf } from '@stagedoor/contract/keys.values';
import { APPEAL_DAYS, REPORT_OBJECTS, type ReportObject } from '@stagedoor/contract/reports.values';
import { type Measure, type RestrictionReason, type RestrictionSource, groundOf } from '@stagedoor/contract/restrictions.values';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Trx, recordEvent } from '../../platform/database/database.ts';
import type { Restrictions } from '../../platform/database/schema.gen.ts';
import { announceHeld } from '../../platform/storage/held-files.ts';
import { newReference } from './reference.ts';

// `restrict` and `lift` are the only ways to begin and end a measure against content or an account.

export type RestrictionRow = Selectable<Restrictions>;

/** The object of a measure. */
export interface RestrictedObject {
  type: ReportObject;
  id: string;
}

/** An object as a row names it. @throws for a type that can't be restricted */
export const restrictedObject = (type: string, id: string): RestrictedObject => {
  if (!isOneOf(REPORT_OBJECTS, type)) throw new Error(`${type} can't be restricted`);
  return { type, id };
};

export interface NewRestriction {
  /** The account that published the content, or that is restricted itself. */
  accountId: string;
  measure: Measure;
  object: RestrictedObject;
  /** Title or first words, as they are now. */
  title: string;
  reason: RestrictionReason;
  /** Words of the admin, for the account. */
  facts: string;
  source: RestrictionSource;
  /** Null for a measure that no person decided. */
  decidedBy: string | null;
  at: Date;
}

const DAY_MS = 86_400_000;

/** Measures of which an object has one at a time; an account may be suspended besides. */
const LASTING = { content: ['hidden', 'removed'], account: ['suspended'] } as const satisfies Record<string, readonly Measure[]>;

const change = async (trx: Trx, row: RestrictionRow, what: 'made' | 'upheld' | 'lifted' | 'appealUpheld' | 'appealRejected') =>
  recordEvent(trx, 'restrictions.changed', { restrictionId: row.id, accountId: row.account_id, what });

/**
 * Serializes those who restrict an object, until the transaction ends. Called before a row is written that refers to the object, such as a report of
 * an item: otherwise two could wait for each other, one for the measure and one for the item.
 */
export const lockObject = async (trx: Trx, { type, id }: RestrictedObject): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('restrictions'), hashtext(${`${type}:${id}`}))`.execute(trx);
};

/** The measure in force against an object, locked until the transaction ends. @param which of an account: its suspension */
export const lockRestriction = (
  trx: Trx,
  object: RestrictedObject,
  which: keyof typeof LASTING = 'content',
): Promise<RestrictionRow | undefined> =>
  trx
    .selectFrom('restrictions')
    .selectAll()
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .where('state', '=', 'active')
    .where('measure', 'in', LASTING[which])
    .forUpdate()
    .executeTakeFirst();

/**
 * Begins a measure. One that was provisional (`hidden`) becomes the given one; otherwise a lasting measure that is in force stays as it is.
 * @returns the measure; `isNew` is false when the object was hidden or removed already, so that it needs no effect
 */
export const restrict = async (trx: Trx, given: NewRestriction): Promise<{ row: RestrictionRow; isNew: boolean }> => {
  const { accountId, measure, object, title, reason, facts, source, decidedBy, at } = given;
  const decided = {
    measure,
    reason,
    ground: groundOf(reason),
    facts,
    source,
    decided_by: decidedBy,
    is_automated: decidedBy === null,
    appeal_until: new Date(at.getTime() + APPEAL_DAYS * DAY_MS),
    updated_at: at,
  };
  // Waits for a transaction that restricts the same object: of many at once one begins the measure.
  const made = await trx
    .insertInto('restrictions')
    .values({
      ...decided,
      reference: newReference(),
      account_id: accountId,
      object_type: object.type,
      object_id: object.id,
      title,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) {
    await change(trx, made, 'made');
    await announceHeld(trx, object);
    return { row: made, isNew: true };
  }
  const known = await lockRestriction(trx, object, measure === 'suspended' ? 'account' : 'content');
  // Lifted between the two statements: try again.
  if (!known) return restrict(trx, given);
  if (known.measure !== 'hidden' || measure === 'hidden') return { row: known, isNew: false };
  const row = await trx.updateTable('restrictions').set(decided).where('id', '=', known.id).returningAll().executeTakeFirstOrThrow();
  await change(trx, row, 'upheld');
  return { row, isNew: false };
};

/** Keeps what lifting gives back: the file of a removed picture, and the state that an item had. */
export const holdOf = async (trx: Trx, id: string, held: { fileId?: string | null; state?: string | null }): Promise<void> => {
  await trx
    .updateTable('restrictions')
    .set({ file_id: held.fileId ?? null, held_state: held.state ?? null })
    .where('id', '=', id)
    .execute();
};

/**
 * Ends a measure; the caller gives back what it took.
 * @param adminId null when no person decided it
 * @param isTold false when the caller tells the account itself, as after an appeal
 */
export const lift = async (trx: Trx, row: RestrictionRow, adminId: string | null, at: Date, isTold = true): Promise<void> => {
  await trx
    .updateTable('restrictions')
    .set({ state: 'lifted', ended_at: at, ended_by: adminId, file_id: null, updated_at: at })
    .where('id', '=', row.id)
    .execute();
  await announceHeld(trx, restrictedObject(row.object_type, row.object_id));
  if (isTold) await change(trx, row, 'lifted');
};

/** Ends the measure in force against an object, if there is one. @returns it */
export const liftObject = async (
  trx: Trx,
  object: RestrictedObject,
  adminId: string | null,
  at: Date,
): Promise<RestrictionRow | undefined> => {
  const row = await lockRestriction(trx, object);
  if (row) await lift(trx, row, adminId, at);
  return row;
};

/** Ends the suspension of an account. */
export const liftSuspension = async (trx: Trx, accountId: string, adminId: string | null, at: Date): Promise<void> => {
  const row = await lockRestriction(trx, { type: 'account', id: accountId }, 'account');
  if (row) await lift(trx, row, adminId, at, false);
};

/** Stores the decision on an appeal; the caller lifts the measure of an upheld one. */
export const storeAppealDecision = async (
  trx: Trx,
  row: RestrictionRow,
  { decision, note, adminId, at }: { decision: 'upheld' | 'rejected'; note: string; adminId: string; at: Date },
): Promise<void> => {
  await trx
    .updateTable('restrictions')
    .set({ appeal_state: decision, appeal_note: note, appeal_decided_by: adminId, appeal_decided_at: at, updated_at: at })
    .where('id', '=', row.id)
    .execute();
  await change(trx, row, decision === 'upheld' ? 'appealUpheld' : 'appealRejected');
};

/**
 * Measures without a change since an instant, locked, oldest first. Left out is what is still undecided, and what is still in force against an account
 * that exists: without its row nobody could end it.
 */
export const lockExpired = async (trx: Trx, since: Date, limit: number): Promise<RestrictionRow[]> => {
  const { rows } = await sql<RestrictionRow>`
    select x.* from restrictions x join accounts a on a.id = x.account_id
    where x.updated_at < ${since} and x.appeal_state is distinct from 'open'
      and not (x.state = 'active' and (x.measure = 'hidden'
        or (x.measure in ('removed', 'suspended') and x.object_type = 'account' and a.status <> 'deleted')))
      and not exists (select from reports r where r.restriction_id = x.id and r.state = 'open')
      and not exists (select from takedown_notices n where n.restriction_id = x.id and n.state = 'open')
    order by x.updated_at, x.id limit ${sql.lit(limit)} for update of x skip locked`.execute(trx);
  return rows;
};

/** Deletes measures; reports and notices that led to them stay without one. */
export const deleteRestrictions = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await trx.deleteFrom('restrictions').where('id', 'in', ids).execute();
};

/** Stores the level that the clocks of open appeals reached. @returns the appeals whose level rose */
export const storeAppealAlerts = async (
  trx: Trx,
  level: RawBuilder<number>,
): Promise<{ id: string; reference: string; alerts: number }[]> => {
  const { rows } = await sql<{ id: string; reference: string; alerts: number }>`
    update restrictions set appeal_alerts = ${level} where appeal_state = 'open' and appeal_alerts < ${level}
    returning id, reference, appeal_alerts as alerts`.execute(trx);
  return rows;
};
