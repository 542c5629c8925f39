import type { ServerEvents } from '@stagedoor/contract/realtime';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { announceFeed } from './announce-feed.ts';
import { stateAfterFiles } from './feeds.rules.ts';
import { refreshFeedMedia } from './feeds.store.ts';
import { activateFeed } from './publish-feed.ts';
import { backfillTimeline, clearTimeline, removeFromTimeline } from './timelines.ts';
import { publishToTimelines } from './write-timelines.ts';

/** Recounts the unlocks of the feed that an order bought, if it bought one. Idempotent and independent of the event order. */
const countUnlocks = async (trx: Trx, orderId: string): Promise<void> => {
  await sql`
    update feeds f set unlock_count = (select count(*) from entitlements e where e.item_id = f.id and e.revoked_at is null)
    from orders o where o.id = ${orderId}::uuid and o.kind = 'feed' and f.id = o.item_id`.execute(trx);
};

/** Event handlers: activate feeds, write timelines, update counts. */
export const registerFeedEvents = (platform: Platform, outbox: Outbox, realtime: Realtime): void => {
  /** Notifies the file's owner after the commit. */
  const announce = async (trx: Trx, changed: ServerEvents['files/changed']) => {
    const file = await trx.selectFrom('files').select('owner_id').where('id', '=', changed.fileId).executeTakeFirst();
    const ownerId = file?.owner_id;
    return ownerId ? () => realtime.toAccount(ownerId, 'files/changed', changed) : undefined;
  };
  outbox.on('files.ready', async ({ payload }, trx) => {
    const { fileId } = payload;
    const { rows: feeds } = await sql<{
      id: string;
      performer_id: string;
      state: string;
      thumbnail_file_id: string | null;
      teaser_file_id: string | null;
      teaser_cut: boolean;
      published_at: Date | null;
    }>`
      select f.* from feeds f
      where f.id in (select feed_id from feed_files where file_id = ${fileId}::uuid) or f.thumbnail_file_id = ${fileId}::uuid or f.teaser_file_id = ${fileId}::uuid
      for update`.execute(trx);
    for (const feed of feeds) {
      const files = await refreshFeedMedia(trx, feed);
      if (feed.state === 'processing' && stateAfterFiles(files) === 'active') await activateFeed(trx, feed, platform.clock.now());
    }
    return announce(trx, { fileId, state: 'ready', progress: 1 });
  });
  outbox.on('files.progressed', ({ payload }, trx) => announce(trx, { ...payload, state: 'processing' }));
  outbox.on('files.failed', async ({ payload }, trx) => {
    const { fileId } = payload;
    // The feed becomes a draft again: the performer replaces the file and publishes it.
    await sql`
      update feeds set state = 'draft', updated_at = ${platform.clock.now()}
      where state in ('processing', 'scheduled')
        and (id in (select feed_id from feed_files where file_id = ${fileId}::uuid) or teaser_file_id = ${fileId}::uuid)`.execute(trx);
    return announce(trx, { fileId, state: 'failed', progress: 0 });
  });

  outbox.on('feeds.published', async ({ payload: feed }, trx) => {
    const isWritten = await publishToTimelines(platform, trx, feed);
    // Announced after the commit, so that clients that refetch find it.
    return () => (isWritten ? announceFeed(platform, realtime, feed) : realtime.toAccount(feed.performerId, 'feeds/published', feed));
  });
  outbox.on(
    'timelines.written',
    async ({ payload: { feedId, performerId } }) =>
      () =>
        feedId ? announceFeed(platform, realtime, { feedId, performerId }) : undefined,
  );

  outbox.onBatch('polls.voted', async (events, trx) => {
    const pollIds = [...new Set(events.map(({ payload }) => payload.pollId))];
    await sql`
      update poll_options o set vote_count = (select count(*) from poll_votes v where v.option_id = o.id)
      where o.poll_id = any(${pollIds}::uuid[])`.execute(trx);
  });

  outbox.on('subscriptions.started', ({ payload }, trx) => backfillTimeline(trx, payload.fanId, payload.performerId));
  outbox.on('blocks.added', ({ payload }, trx) => removeFromTimeline(trx, payload.accountId, payload.performerId));
  outbox.on('blocks.removed', async ({ payload: { accountId, performerId } }, trx) => {
    await backfillTimeline(trx, accountId, performerId);
    // Accounts that neither follow nor subscribe have no feeds of the performer in their home feed.
    await clearTimeline(trx, accountId, performerId, platform.clock.now());
  });
  outbox.on('performers.followed', ({ payload: { accountId, performerId, active } }, trx) =>
    active ? backfillTimeline(trx, accountId, performerId) : clearTimeline(trx, accountId, performerId, platform.clock.now()),
  );
  outbox.on('orders.paid', async ({ payload }, trx) => {
    const { subscription, buyerId, kind, orderId } = payload;
    if (subscription) await backfillTimeline(trx, buyerId, subscription.performerId);
    if (kind === 'feed' && orderId !== null) await countUnlocks(trx, orderId);
  });
  outbox.on('orders.reversed', ({ payload }, trx) => countUnlocks(trx, payload.orderId));
};
