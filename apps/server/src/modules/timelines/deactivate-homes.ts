import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { lastSeenEverOf } from '../../platform/presence/presence.store.ts';
import { MIN_ID, TIMELINES } from './timelines.ts';

const DAY_MS = 86_400_000;

/** Leaves the accounts out of publications that weren't seen for `TIMELINES.activeDays`, some per statement. */
export const deactivateHomes = async (platform: Pick<Platform, 'background' | 'clock'>, signal?: AbortSignal): Promise<void> => {
  const before = new Date(platform.clock.now().getTime() - TIMELINES.activeDays * DAY_MS);
  for (let after: string | undefined = MIN_ID; after !== undefined; ) {
    signal?.throwIfAborted();
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      with slice as materialized (
        select id, created_at, status from accounts where id > ${after}::uuid order by id limit ${sql.lit(TIMELINES.deactivatedTogether)}
      ), unseen as (
        insert into inactive_homes (account_id, missing_since)
        select id, seen_at from (
          select id, coalesce(${lastSeenEverOf(sql`slice.id`)}, created_at) as seen_at from slice where status <> 'deleted' offset 0) accounts
        where seen_at < ${before} on conflict do nothing
      )
      select id from slice order by id desc limit 1`.execute(platform.background);
    after = rows[0]?.id;
  }
};
