import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** How many whole months are kept besides the present one. */
const KEPT_MONTHS = 13;
/** How long facts are kept that nothing withdraws: an event waits in the outbox for two weeks at most. */
const FACT_DAYS = 45;
const DAY_MS = 86_400_000;
/** Rows deleted in one statement. */
const BATCH = 5000;

const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
/** The first instant of the month that is so many months after another's (UTC). */
const monthAfter = (at: Date, months: number): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));

/** The months that are known to have a part, by database: none of them is dropped while it may still be written to. */
const known = new WeakMap<Database, Set<string>>();

/**
 * Makes the part of the table for a month unless there is one. On a connection of its own: the caller's transaction may be rolled back, and
 * others shall not wait for its end.
 */
export const ensureMonth = async (database: Database, at: Date): Promise<void> => {
  const months = known.get(database) ?? new Set<string>();
  known.set(database, months);
  const month = monthOf(at);
  if (months.has(month)) return;
  await sql`select add_notification_month(${at}::timestamptz)`.execute(database);
  months.add(month);
};

/** Makes the parts of this month and the next two, and drops those that are too old. */
export const rollMonths = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> => {
  const now = clock.now();
  for (const months of [0, 1, 2]) await ensureMonth(database, monthAfter(now, months));
  await sql`select drop_notification_months(${monthAfter(now, -KEPT_MONTHS)}::timestamptz)`.execute(database);
};

const deleteFacts = async (executor: Executor, which: RawBuilder<boolean>, signal?: AbortSignal): Promise<void> => {
  for (let deleted = BATCH; deleted >= BATCH; ) {
    signal?.throwIfAborted();
    const { numAffectedRows = 0n } = await sql`
      delete from notification_facts where (account_id, fact) in (
        select account_id, fact from notification_facts where ${which} order by created_at limit ${sql.lit(BATCH)})`.execute(executor);
    deleted = Number(numAffectedRows);
  }
};

/** Deletes facts that no event can tell again, some at a time; those of a row with the row's month. */
export const forgetFacts = async (executor: Executor, now: Date, signal?: AbortSignal): Promise<void> => {
  const alone = new Date(now.getTime() - FACT_DAYS * DAY_MS);
  await deleteFacts(executor, sql<boolean>`notification_id is null and created_at < ${alone}`, signal);
  await deleteFacts(executor, sql<boolean>`notification_id is not null and created_at < ${monthAfter(now, -KEPT_MONTHS)}`, signal);
};
