import { isInTimelines } from '@stagedoor/contract/items.values';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { announceItem, registerItemAnnouncements } from './announce-item.ts';
import { backfillTimeline, clearTimeline, removeFromTimeline } from './timelines.ts';
import { publishToTimelines } from './write-timelines.ts';

/** Home feeds follow what is published, and who follows, subscribes and is blocked. */
export const registerTimelineEvents = (platform: Platform, outbox: Outbox, realtime: Realtime): void => {
  registerItemAnnouncements(platform, realtime);
  outbox.on('items.published', async ({ payload: { itemId, kind, performerId } }, trx) => {
    if (!isInTimelines(kind)) return undefined;
    const isWritten = await publishToTimelines(platform, trx, { itemId, performerId });
    // Who asks for it when told of it finds it.
    return () =>
      isWritten
        ? announceItem(realtime, { itemId, performerId })
        : realtime.toAccount(performerId, 'feeds/published', { feedId: itemId, performerId });
  });
  outbox.on(
    'timelines.written',
    async ({ payload: { itemId, performerId } }) =>
      () =>
        announceItem(realtime, { itemId, performerId }),
  );
  outbox.on('subscriptions.started', ({ payload: { fanId, performerId } }, trx) => backfillTimeline(trx, fanId, performerId));
  outbox.on('blocks.added', ({ payload: { accountId, performerId } }, trx) => removeFromTimeline(trx, accountId, performerId));
  outbox.on('blocks.removed', async ({ payload: { accountId, performerId } }, trx) => {
    await backfillTimeline(trx, accountId, performerId);
    // Who neither follows nor subscribes has nothing of theirs at home.
    await clearTimeline(trx, accountId, performerId, platform.clock.now());
  });
  outbox.on('performers.followed', ({ payload: { accountId, performerId, active } }, trx) =>
    active ? backfillTimeline(trx, accountId, performerId) : clearTimeline(trx, accountId, performerId, platform.clock.now()),
  );
  outbox.on('orders.paid', async ({ payload: { subscription, buyerId } }, trx) => {
    if (subscription) await backfillTimeline(trx, buyerId, subscription.performerId);
  });
};
