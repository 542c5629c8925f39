import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { isInHomeFeed } from './audience.ts';
import type { PublishedItem } from './write-timelines.ts';

const BATCH = 1000;

const TASK = 'timelines/announceItem';

/** Notifies connected accounts that have the feed in their home feed, and its performer. */
export const announceItem = async (realtime: Realtime, { itemId, performerId }: PublishedItem): Promise<void> => {
  realtime.toAccount(performerId, 'feeds/published', { feedId: itemId, performerId });
  await realtime.runOnNodes(TASK, { itemId, performerId });
};

/** What each node does to announce an item: it asks which of its connected accounts have it. The cost grows with them, not with followers. */
export const registerItemAnnouncements = (platform: Platform, realtime: Realtime): void =>
  realtime.onTask(TASK, (item) => announceToConnected(platform, realtime, item));

const announceToConnected = async (platform: Platform, realtime: Realtime, { itemId, performerId }: PublishedItem): Promise<void> => {
  const online = realtime.accounts();
  for (let start = 0; start < online.length; start += BATCH) {
    const { rows } = await sql<{ id: string }>`
      select who.id from unnest(${online.slice(start, start + BATCH)}::uuid[]) who (id)
      where who.id <> ${performerId}::uuid and ${isInHomeFeed(sql`who.id`, sql`${performerId}::uuid`, platform.clock.now())}`.execute(
      platform.database,
    );
    for (const { id } of rows) realtime.local.toAccount(id, 'feeds/published', { feedId: itemId, performerId });
  }
};
