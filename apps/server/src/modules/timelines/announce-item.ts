import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { isInHomeFeed } from './audience.ts';
import type { PublishedItem } from './write-timelines.ts';

const BATCH = 1000;

/**
 * Notifies connected accounts that have the feed in their home feed, and its performer. The cost grows with connected accounts, not
 * followers.
 */
export const announceItem = async (platform: Platform, realtime: Realtime, { itemId, performerId }: PublishedItem): Promise<void> => {
  realtime.toAccount(performerId, 'feeds/published', { feedId: itemId, performerId });
  const online = realtime.accounts();
  for (let start = 0; start < online.length; start += BATCH) {
    const { rows } = await sql<{ id: string }>`
      select who.id from unnest(${online.slice(start, start + BATCH)}::uuid[]) who (id)
      where who.id <> ${performerId}::uuid and ${isInHomeFeed(sql`who.id`, sql`${performerId}::uuid`, platform.clock.now())}`.execute(
      platform.database,
    );
    for (const { id } of rows) realtime.toAccount(id, 'feeds/published', { feedId: itemId, performerId });
  }
};
