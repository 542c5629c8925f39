import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { isInHomeFeed } from './audience.ts';
import type { PublishedFeed } from './write-timelines.ts';

const BATCH = 1000;

/**
 * Notifies connected accounts that have the feed in their home feed, and its performer. The cost grows with connected accounts, not
 * followers.
 */
export const announceFeed = async (platform: Platform, realtime: Realtime, feed: PublishedFeed): Promise<void> => {
  realtime.toAccount(feed.performerId, 'feeds/published', feed);
  const online = realtime.accounts();
  for (let start = 0; start < online.length; start += BATCH) {
    const { rows } = await sql<{ id: string }>`
      select who.id from unnest(${online.slice(start, start + BATCH)}::uuid[]) who (id)
      where who.id <> ${feed.performerId}::uuid and ${isInHomeFeed(sql`who.id`, sql`${feed.performerId}::uuid`, platform.clock.now())}`.execute(
      platform.database,
    );
    for (const { id } of rows) realtime.toAccount(id, 'feeds/published', feed);
  }
};
