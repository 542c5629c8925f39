import type { ServerEvents } from '@stagedoor/contract/realtime';
import type { Trx } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { givenByOrders } from '../access/index.ts';
import { addToCounter } from './counters.ts';
import { refreshContents } from './item-files.ts';
import { stateAfterFiles } from './items.rules.ts';
import type { ItemRow } from './items.store.ts';
import { holdItem, looksTakenDown, publishItem } from './review.store.ts';
import { itemsWithFile } from './refresh-items.ts';
import { itemsSoldBy } from './unlocks.queries.ts';
import { itemKind } from './kinds.ts';

/** Adds to the unlocks of the items that these orders gave. */
const countUnlocks = async (trx: Trx, sold: readonly { itemId: string; orderId: string }[], by: number): Promise<void> => {
  if (sold.length === 0) return;
  const given = await givenByOrders(trx, sold);
  await addToCounter(
    trx,
    'unlock_count',
    given.map((itemId) => ({ itemId, by })),
  );
};

/** Takes an item out of sight that looks like what was taken down, until an admin has decided. Its parts go with it. */
const holdCopy = async (trx: Trx, item: ItemRow, at: Date): Promise<void> => {
  const isShown = item.state === 'active' || item.state === 'scheduled';
  if (isShown && item.parent_id === null && (await looksTakenDown(trx, item))) await holdItem(trx, item, 'review', at);
};

/** What follows from committed facts: items become active, unlocks are counted. */
export const registerItemEvents = (platform: Platform, outbox: Outbox, realtime: Realtime): void => {
  /** Tells the file's owner, once it is committed. */
  const announce = async (trx: Trx, changed: ServerEvents['files/changed']) => {
    const file = await trx.selectFrom('files').select('owner_id').where('id', '=', changed.fileId).executeTakeFirst();
    const ownerId = file?.owner_id;
    return ownerId ? () => realtime.toAccount(ownerId, 'files/changed', changed) : undefined;
  };
  outbox.on('files.ready', async ({ payload: { fileId } }, trx) => {
    const now = platform.clock.now();
    for (const item of await itemsWithFile(trx, fileId)) {
      const files = await refreshContents(trx, item.id, now, itemKind(item.kind).mediaType);
      if (item.state === 'processing' && stateAfterFiles(files) === 'active') await publishItem(platform, trx, item, now);
      else await holdCopy(trx, item, now);
    }
    return announce(trx, { fileId, state: 'ready', progress: 1 });
  });
  outbox.on('files.resembling', async ({ payload: { fileId } }, trx) => {
    for (const item of await itemsWithFile(trx, fileId)) await holdCopy(trx, item, platform.clock.now());
  });
  outbox.on('files.progressed', ({ payload: { fileId, progress } }, trx) => announce(trx, { fileId, state: 'processing', progress }));
  outbox.on('files.failed', async ({ payload: { fileId } }, trx) => {
    // What can't be shown goes back to its performer, who changes the file and so publishes it.
    for (const item of await itemsWithFile(trx, fileId))
      if (item.state === 'processing' || item.state === 'scheduled') {
        await trx.updateTable('items').set({ state: 'draft', updated_at: platform.clock.now() }).where('id', '=', item.id).execute();
      }
    return announce(trx, { fileId, state: 'failed', progress: 0 });
  });

  // A tip for an item has the item too, but gave no entitlement.
  outbox.onBatch('orders.paid', async (events, trx) => {
    const sold = events.flatMap(({ payload: { item, orderId } }) => (item && orderId ? [{ itemId: item.id, orderId }] : []));
    await countUnlocks(trx, sold, 1);
  });
  outbox.onBatch('orders.reversed', async (events, trx) => {
    const ids = events.flatMap(({ payload: { reversesId, revoked } }) => (revoked > 0 ? [reversesId] : []));
    if (ids.length === 0) return;
    await addToCounter(
      trx,
      'unlock_count',
      (await itemsSoldBy(trx, ids)).map((itemId) => ({ itemId, by: -1 })),
    );
  });
  outbox.onBatch('orders.reinstated', async (events, trx) => {
    const ids = events.flatMap(({ payload: { reversesId, granted } }) => (granted > 0 ? [reversesId] : []));
    if (ids.length === 0) return;
    await addToCounter(
      trx,
      'unlock_count',
      (await itemsSoldBy(trx, ids)).map((itemId) => ({ itemId, by: 1 })),
    );
  });
};
