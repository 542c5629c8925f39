import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';

/** How many of a performer's feeds a new follower or subscriber finds in their home feed. */
const BACKFILL = 100;

/** Writes a feed into the home feed of everyone who follows or subscribes to its performer. */
export const writeTimelines = async (executor: Executor, feedId: string, now: Date): Promise<void> => {
  await sql`
    insert into timelines (account_id, published_at, feed_id, performer_id)
    select who.account_id, f.published_at, f.id, f.performer_id
    from feeds f
    cross join lateral (
      select s.fan_id as account_id from subscriptions s where s.performer_id = f.performer_id and s.expires_at > ${now}
      union
      select r.account_id from reactions r where r.object_id = f.performer_id and r.action = 'follow'
    ) who
    where not exists (select from blocks b where b.performer_id = f.performer_id and b.account_id = who.account_id) and f.id = ${feedId}::uuid and f.state = 'active'
    on conflict do nothing`.execute(executor);
};

/** Brings a performer's latest feeds into an account's home feed. */
export const backfillTimeline = async (executor: Executor, accountId: string, performerId: string): Promise<void> => {
  await sql`
    insert into timelines (account_id, published_at, feed_id, performer_id)
    select ${accountId}::uuid, published_at, id, performer_id from feeds
    where performer_id = ${performerId}::uuid and state = 'active' order by published_at desc, id desc limit ${BACKFILL}
    on conflict do nothing`.execute(executor);
};

/** Takes a performer out of an account's home feed that may not see them any more. */
export const forgetTimeline = async (executor: Executor, accountId: string, performerId: string): Promise<void> => {
  await sql`delete from timelines where account_id = ${accountId}::uuid and performer_id = ${performerId}::uuid`.execute(executor);
};

/** Takes a performer out of an account's home feed, unless it follows or subscribes still. */
export const clearTimeline = async (executor: Executor, accountId: string, performerId: string, now: Date): Promise<void> => {
  await sql`
    delete from timelines where account_id = ${accountId}::uuid and performer_id = ${performerId}::uuid
      and not exists (select from subscriptions s where s.fan_id = ${accountId}::uuid and s.performer_id = ${performerId}::uuid and s.expires_at > ${now})
      and not exists (select from reactions r where r.account_id = ${accountId}::uuid and r.object_id = ${performerId}::uuid and r.action = 'follow')`.execute(
    executor,
  );
};
