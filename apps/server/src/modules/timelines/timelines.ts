import { kindsWith } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import { isNotBlockedBy } from '../access/index.ts';
import { follows, isInHomeFeed, audienceAfter } from './audience.ts';
import { isWrittenTo, lockFill } from './inactive-homes.ts';

/** The kinds that home feeds hold. */
export const KINDS: readonly string[] = kindsWith('isInTimelines');

/** Sizes of the home feeds; tests lower them. */
export const TIMELINES = {
  /** Newest rows that an account keeps when its home feed is trimmed: every night, and at each backfill. */
  rows: 1000,
  /** How many of a performer's feeds are written to the home feed of a new follower or subscriber. */
  backfill: 100,
  /** With more followers and subscribers than this, a performer's feeds are merged on read instead of being written to each of them. */
  wideAudience: 100_000,
  /** Accounts written to by the publication's event handler; the others by a job. */
  firstSlice: 1000,
  /** Rows written in one transaction. */
  slice: 2500,
  /** Accounts trimmed in one transaction. */
  trimmedTogether: 500,
  /**
   * Publications write to the home feeds of accounts seen within so many days. Somebody who comes once a week, and now and then misses a
   * week, never waits for a fill; who was away for longer waits once for ten milliseconds or some more, and costs no row until then.
   */
  activeDays: 14,
  /** Accounts looked at in one statement of the job that leaves inactive ones out. */
  deactivatedTogether: 2000,
};

/**
 * Serialises writers of one performer's rows until the transaction ends: following or unfollowing happens before or after a slice, never
 * in between, and nobody waits for single rows.
 */
export const lockAudience = async (trx: Trx, performerId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('timelines'), hashtext(${performerId}))`.execute(trx);
};

/** Deletes the oldest rows of accounts that exceed the limit. */
export const trimTimelines = async (executor: Executor, accountIds: readonly string[]): Promise<void> => {
  if (accountIds.length === 0) return;
  await sql`
    delete from timelines t
    using unnest(${accountIds}::uuid[]) who (account_id)
    cross join lateral (
      select published_at, item_id from timelines where account_id = who.account_id
      order by published_at desc, item_id desc offset ${TIMELINES.rows} limit 1) first_over
    where t.account_id = who.account_id and (t.published_at, t.item_id) <= (first_over.published_at, first_over.item_id)`.execute(executor);
};

/** Lowest id. */
export const MIN_ID = '00000000-0000-0000-0000-000000000000';
/** Highest id. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface Slice {
  performerId: string;
  itemIds: readonly string[];
  /** The account before the first. */
  after: string;
  /** How many at most. */
  accounts: number;
  /** Assumes that no account has a row yet: a third cheaper, but a unique violation when one has. */
  isNew: boolean;
  /** Whether what the fill of an inactive home feed will bring is left out. */
  homes: 'active' | 'all';
  now: Date;
}

/** In which all write several rows of one account: two writers of the same rows in different orders would wait for each other. */
const NEWEST_FIRST = sql`order by i.published_at desc, i.id desc`;

/**
 * Writes feeds of a performer to the home feeds of the next accounts that follow or subscribe, ordered by id. Existing rows stay.
 * @returns the last account, where the next slice continues; null when there are no more
 */
export const writeSlice = async (trx: Trx, { performerId, itemIds, after, accounts, isNew, homes, now }: Slice): Promise<string | null> => {
  // Materialised to read the feeds once: with a plain join, PostgreSQL's generic plan looks them up for each account.
  const { rows } = await sql<{ reached: number; last: string | null }>`
    with published as materialized (
      select id, published_at, performer_id from items where id = any(${itemIds}::uuid[]) and state = 'active'
    ), audience as materialized (${audienceAfter(performerId, after, accounts, now)}
    ), written as (
      insert into timelines (account_id, published_at, item_id, performer_id)
      select who.account_id, i.published_at, i.id, i.performer_id from audience who cross join published i
      where ${isNotBlockedBy(performerId, sql`who.account_id`)} ${homes === 'active' ? sql`and ${isWrittenTo(sql`who.account_id`, sql`i.published_at`)}` : sql``}
      ${itemIds.length > 1 ? NEWEST_FIRST : sql``}
      ${isNew ? sql`` : sql`on conflict do nothing`}
    )
    select count(*)::int as reached, (select account_id from audience order by account_id desc limit 1) as last from audience`.execute(trx);
  const { reached, last } = rows[0]!;
  return reached < accounts ? null : last;
};

/** The ids of a performer's latest feeds, as many as are backfilled. */
export const latestItems = async (executor: Executor, performerId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from items where performer_id = ${performerId}::uuid and kind = any(${KINDS}::text[]) and state = 'active' and parent_id is null
    order by published_at desc, id desc limit ${TIMELINES.backfill}`.execute(executor);
  return rows.map(({ id }) => id);
};

/** Writes a performer's latest feeds to an account's home feed. */
export const backfillTimeline = async (trx: Trx, accountId: string, performerId: string): Promise<void> => {
  await lockAudience(trx, performerId);
  await sql`
    insert into timelines (account_id, published_at, item_id, performer_id)
    select ${accountId}::uuid, published_at, id, performer_id from items
    where performer_id = ${performerId}::uuid and kind = any(${KINDS}::text[]) and state = 'active' and parent_id is null order by published_at desc, id desc limit ${TIMELINES.backfill}
    on conflict do nothing`.execute(trx);
  await trimTimelines(trx, [accountId]);
};

/** Removes a performer from the home feed of an account that may no longer see them. */
export const removeFromTimeline = async (trx: Trx, accountId: string, performerId: string): Promise<void> => {
  await lockAudience(trx, performerId);
  await lockFill(trx, accountId);
  await sql`delete from timelines where account_id = ${accountId}::uuid and performer_id = ${performerId}::uuid`.execute(trx);
};

/** Removes a performer from an account's home feed, unless the account still follows or subscribes. */
export const clearTimeline = async (trx: Trx, accountId: string, performerId: string, now: Date): Promise<void> => {
  await lockAudience(trx, performerId);
  await lockFill(trx, accountId);
  await sql`
    delete from timelines where account_id = ${accountId}::uuid and performer_id = ${performerId}::uuid
      and not ${isInHomeFeed(sql`${accountId}::uuid`, sql`${performerId}::uuid`, now)}`.execute(trx);
};

/** More than a day, to include subscriptions that expired while no job ran. */
const EXPIRED_WITHIN = '3 days';

/** Deletes the timeline rows of expired subscriptions; reading already excludes them. @returns how many rows */
export const clearExpiredTimelines = async (executor: Executor, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from timelines t using subscriptions s
    where s.expires_at <= ${now} and s.expires_at > ${now}::timestamptz - ${EXPIRED_WITHIN}::interval
      and t.account_id = s.fan_id and t.performer_id = s.performer_id
      and not ${follows(sql`s.fan_id`, sql`s.performer_id`)}`.execute(executor);
  return Number(numAffectedRows ?? 0n);
};
