import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import { addToCounter } from '../items/index.ts';

const COUNTERS = [
  ['like', 'like_count'],
  ['bookmark', 'bookmark_count'],
] as const;

/** Counts likes and bookmarks of items; a blocked account no longer follows the performer, but its likes still count. */
export const registerReactionEvents = (outbox: Outbox): void => {
  outbox.onBatch('objects.reacted', async (events, trx) => {
    for (const [action, counter] of COUNTERS) {
      const changes = events.flatMap(({ payload }) => (payload.action === action ? [{ itemId: payload.objectId, by: payload.by }] : []));
      await addToCounter(trx, counter, changes);
    }
  });
  outbox.on('blocks.added', async ({ payload: { accountId, performerId } }, trx) => {
    const removed = await trx
      .deleteFrom('reactions')
      .where('account_id', '=', accountId)
      .where('object_id', '=', performerId)
      .where('action', '=', 'follow')
      .returning('object_id')
      .executeTakeFirst();
    if (removed) await recordEvent(trx, 'performers.followed', { accountId, performerId, active: false });
  });
};
