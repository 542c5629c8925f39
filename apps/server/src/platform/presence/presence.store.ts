import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Executor, Trx } from '../database/database.ts';

// When accounts were last seen: `presence` is written and read; `last_seen_times` is its durable copy, because an unlogged table is empty
// after a crash of PostgreSQL. An account without a row of presence was not seen recently.

/** Online: made a call within this time. */
export const ONLINE_MS = 5 * 60_000;
/** An account's row is written at most this often. Far below `ONLINE_MS`, so that nobody who makes calls appears offline. */
export const SEEN_INTERVAL_MS = 60_000;

/** Accounts that were last seen before this instant are offline. */
export const onlineSince = (clock: Clock): Date => new Date(clock.now().getTime() - ONLINE_MS);

export const isOnline = (clock: Clock, lastSeenAt: Date | null): boolean => lastSeenAt !== null && lastSeenAt > onlineSince(clock);

/** When an account was last seen, or null: a column for a statement that has the account's id. */
export const lastSeenOf = (accountId: RawBuilder<unknown>): RawBuilder<Date | null> => sql<Date | null>`
  (select seen.last_seen_at from presence seen where seen.account_id = ${accountId})`;

/** As the column `seen_hour` is generated. */
const hourOf = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`date_bin('1 hour', ${instant}, timestamptz '2000-01-01 00:00:00+00')`;

/** `select account_id` of the accounts seen after an instant; found by the index of hours. */
export const accountsSeenAfter = (instant: Date): RawBuilder<{ account_id: string }> => sql`
  select seen.account_id from presence seen
  where seen.seen_hour >= ${hourOf(sql`${instant}::timestamptz`)} and seen.last_seen_at > ${instant}`;

/** When an account was last seen, also if presence was lost with a crash; null if it never was. */
export const lastSeenEverOf = (accountId: RawBuilder<unknown>): RawBuilder<Date | null> => sql<Date | null>`
  greatest(${lastSeenOf(accountId)}, (select kept.last_seen_at from last_seen_times kept where kept.account_id = ${accountId}))`;

export interface Sighting {
  id: string;
  at: Date;
}

/**
 * Writes when accounts were seen, unless that was less than `SEEN_INTERVAL_MS` before, on whatever node. Unknown and deleted accounts are
 * left out: a node may write what it noted before a deletion.
 */
export const writePresence = async (executor: Executor, sightings: readonly Sighting[]): Promise<void> => {
  // In the order of ids, so that nodes that write the same accounts don't wait for each other in a circle.
  await sql`
    insert into presence as p (account_id, last_seen_at)
    select a.id, max(s.at) from unnest(${sightings.map(({ id }) => id)}::uuid[], ${sightings.map(({ at }) => at)}::timestamptz[]) s (id, at)
    join accounts a on a.id = s.id and a.status <> 'deleted'
    group by a.id order by a.id
    on conflict (account_id) do update set last_seen_at = excluded.last_seen_at
    where excluded.last_seen_at >= p.last_seen_at + make_interval(secs => ${SEEN_INTERVAL_MS / 1000})`.execute(executor);
};

/** Copies to `last_seen_times` what was written since the last copy. @returns how many accounts */
export const copyPresence = async (executor: Executor, now: Date): Promise<number> => {
  // An hour earlier than the newest copy: a node writes some seconds after it noted a call. One from the future, by a node whose clock is
  // wrong, doesn't count.
  const { numAffectedRows = 0n } = await sql`
    insert into last_seen_times as t (account_id, last_seen_at)
    select p.account_id, p.last_seen_at from presence p
    where p.seen_hour >= coalesce(
      (select ${hourOf(sql`least(newest.at, ${now})`)} - interval '1 hour' from (select max(last_seen_at) as at from last_seen_times) newest
        where newest.at is not null), '-infinity')
    order by p.account_id
    on conflict (account_id) do update set last_seen_at = excluded.last_seen_at where excluded.last_seen_at > t.last_seen_at`.execute(
    executor,
  );
  return Number(numAffectedRows);
};

/** Puts back from `last_seen_times` what presence lacks, as after a crash of PostgreSQL. @returns how many accounts */
export const restorePresence = async (executor: Executor): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    insert into presence (account_id, last_seen_at)
    select t.account_id, t.last_seen_at from last_seen_times t
    where not exists (select from presence p where p.account_id = t.account_id) order by t.account_id
    on conflict do nothing`.execute(executor);
  return Number(numAffectedRows);
};

/** Deletes when an account was seen, as part of its erasure. */
export const forgetPresence = async (trx: Trx, accountId: string): Promise<void> => {
  await sql`delete from presence where account_id = ${accountId}::uuid`.execute(trx);
  await sql`delete from last_seen_times where account_id = ${accountId}::uuid`.execute(trx);
};
