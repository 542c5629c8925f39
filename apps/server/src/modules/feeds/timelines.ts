import { sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import { follows, hasAtHome, isNotBlocked, nextOfAudience } from './audience.ts';

/** Sizes of the home feeds; tests lower them. */
export const TIMELINES = {
  /** Rows that an account keeps, the newest, when its home feed is trimmed: every night, and at each back-fill. */
  rows: 1000,
  /** How many of a performer's feeds a new follower or subscriber finds at home. */
  backfill: 100,
  /** With more followers and subscribers than this, a performer's feeds are merged at reading instead of being written to each of them. */
  wideAudience: 100_000,
  /** Accounts written to with the event of the publication; those after them by a job. */
  firstSlice: 1000,
  /** Rows written in one transaction. */
  slice: 2500,
  /** Accounts trimmed in one transaction. */
  trimmedTogether: 500,
};

/**
 * Makes writers of one performer's rows wait for each other until the transaction ends: who unfollows between two slices, or follows
 * while one is written, finds it done before or after, and none waits for the other's rows.
 */
export const holdAudience = async (trx: Trx, performerId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('timelines'), hashtext(${performerId}))`.execute(trx);
};

/** Takes the oldest rows of those accounts that have more than they keep. */
export const trimTimelines = async (executor: Executor, accountIds: readonly string[]): Promise<void> => {
  if (accountIds.length === 0) return;
  await sql`
    delete from timelines t
    using unnest(${accountIds as string[]}::uuid[]) who (account_id)
    cross join lateral (
      select published_at, feed_id from timelines where account_id = who.account_id
      order by published_at desc, feed_id desc offset ${TIMELINES.rows} limit 1) first_over
    where t.account_id = who.account_id and (t.published_at, t.feed_id) <= (first_over.published_at, first_over.feed_id)`.execute(executor);
};

/** Before every id. */
export const FIRST = '00000000-0000-0000-0000-000000000000';
/** After every id. */
export const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface Slice {
  performerId: string;
  feedIds: readonly string[];
  /** The account before the first. */
  after: string;
  /** How many at most. */
  accounts: number;
  /** None of the accounts is thought to have a row yet: a third cheaper, and a unique violation when one has. */
  isNew: boolean;
  now: Date;
}

/**
 * Writes feeds of a performer into the home feeds of the next accounts that follow or subscribe, in the order of their ids. Rows that
 * are there already stay.
 * @returns the last account, from which the next slice goes on; null when there are no more
 */
export const writeSlice = async (trx: Trx, { performerId, feedIds, after, accounts, isNew, now }: Slice): Promise<string | null> => {
  // The feeds are read once: as a plain join, PostgreSQL's one plan for all values looks them up for each account.
  const { rows } = await sql<{ reached: number; last: string | null }>`
    with published as materialized (
      select id, published_at, performer_id from feeds where id = any(${feedIds as string[]}::uuid[]) and state = 'active'
    ), audience as materialized (${nextOfAudience(performerId, after, accounts, now)}
    ), written as (
      insert into timelines (account_id, published_at, feed_id, performer_id)
      select who.account_id, f.published_at, f.id, f.performer_id from audience who cross join published f
      where ${isNotBlocked(sql`who.account_id`, performerId)}
      ${isNew ? sql`` : sql`on conflict do nothing`}
    )
    select count(*)::int as reached, (select account_id from audience order by account_id desc limit 1) as last from audience`.execute(trx);
  const { reached, last } = rows[0]!;
  return reached < accounts ? null : last;
};

/** The ids of a performer's latest feeds, as many as a new follower finds. */
export const latestFeeds = async (executor: Executor, performerId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from feeds where performer_id = ${performerId}::uuid and state = 'active'
    order by published_at desc, id desc limit ${TIMELINES.backfill}`.execute(executor);
  return rows.map(({ id }) => id);
};

/** Brings a performer's latest feeds into an account's home feed. */
export const backfillTimeline = async (trx: Trx, accountId: string, performerId: string): Promise<void> => {
  await holdAudience(trx, performerId);
  await sql`
    insert into timelines (account_id, published_at, feed_id, performer_id)
    select ${accountId}::uuid, published_at, id, performer_id from feeds
    where performer_id = ${performerId}::uuid and state = 'active' order by published_at desc, id desc limit ${TIMELINES.backfill}
    on conflict do nothing`.execute(trx);
  await trimTimelines(trx, [accountId]);
};

/** Takes a performer out of an account's home feed that may not see them any more. */
export const forgetTimeline = async (trx: Trx, accountId: string, performerId: string): Promise<void> => {
  await holdAudience(trx, performerId);
  await sql`delete from timelines where account_id = ${accountId}::uuid and performer_id = ${performerId}::uuid`.execute(trx);
};

/** Takes a performer out of an account's home feed, unless it has them there by right still. */
export const clearTimeline = async (trx: Trx, accountId: string, performerId: string, now: Date): Promise<void> => {
  await holdAudience(trx, performerId);
  await sql`
    delete from timelines where account_id = ${accountId}::uuid and performer_id = ${performerId}::uuid
      and not ${hasAtHome(sql`${accountId}::uuid`, sql`${performerId}::uuid`, now)}`.execute(trx);
};

/** A day and more: what ran out while no job ran is caught too. */
const EXPIRED_WITHIN = '3 days';

/** Takes what subscriptions that ran out had brought out of the home feeds; nobody is shown it even before. @returns how many rows */
export const clearExpiredTimelines = async (executor: Executor, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from timelines t using subscriptions s
    where s.expires_at <= ${now} and s.expires_at > ${now}::timestamptz - ${EXPIRED_WITHIN}::interval
      and t.account_id = s.fan_id and t.performer_id = s.performer_id
      and not ${follows(sql`s.fan_id`, sql`s.performer_id`)}`.execute(executor);
  return Number(numAffectedRows ?? 0n);
};
