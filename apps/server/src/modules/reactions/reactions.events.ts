import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import { addToCounter } from '../items/index.ts';

const COUNTERS = [
  ['like', 'like_count'],
  ['bookmark', 'bookmark_count'],
] as const;

/** Counts likes and bookmarks of items; two with a block no longer follow each other, but their likes still count. */
export const registerReactionEvents = (outbox: Outbox): void => {
  outbox.onBatch('objects.reacted', async (events, trx) => {
    for (const [action, counter] of COUNTERS) {
      const changes = events.flatMap(({ payload }) => (payload.action === action ? [{ itemId: payload.objectId, by: payload.by }] : []));
      await addToCounter(trx, counter, changes);
    }
  });
  outbox.on('blocks.added', async ({ payload }, trx) => {
    const pair = [payload.accountId, payload.performerId];
    const removed = await trx
      .deleteFrom('reactions')
      .where('account_id', 'in', pair)
      .where('object_id', 'in', pair)
      .where('action', '=', 'follow')
      .returning(['account_id', 'object_id'])
      .execute();
    for (const { account_id: accountId, object_id: performerId } of removed)
      await recordEvent(trx, 'performers.followed', { accountId, performerId, active: false });
  });
};
