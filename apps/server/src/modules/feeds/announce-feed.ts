import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { hasAtHome } from './audience.ts';
import type { PublishedFeed } from './write-timelines.ts';

const AT_ONCE = 1000;

/** Tells those who are here and have a feed in their home feed, and its performer. Costs by who is here, not by who follows. */
export const announceFeed = async (platform: Platform, realtime: Realtime, feed: PublishedFeed): Promise<void> => {
  realtime.toAccount(feed.performerId, 'feeds/published', feed);
  const here = realtime.accounts();
  for (let start = 0; start < here.length; start += AT_ONCE) {
    const { rows } = await sql<{ id: string }>`
      select who.id from unnest(${here.slice(start, start + AT_ONCE)}::uuid[]) who (id)
      where who.id <> ${feed.performerId}::uuid and ${hasAtHome(sql`who.id`, sql`${feed.performerId}::uuid`, platform.clock.now())}`.execute(
      platform.database,
    );
    for (const { id } of rows) realtime.toAccount(id, 'feeds/published', feed);
  }
};
