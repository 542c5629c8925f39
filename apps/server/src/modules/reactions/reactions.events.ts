import { sql } from 'kysely';
import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';

/** Recounts likes of items; a blocked account no longer follows the performer, but its likes still count. */
export const registerReactionEvents = (outbox: Outbox): void => {
  outbox.onBatch('objects.reacted', async (events, trx) => {
    const ids = [...new Set(events.map(({ payload }) => payload.objectId))];
    await sql`
      update items i set like_count = (select count(*) from reactions r where r.object_id = i.id and r.action = 'like')
      where i.id = any(${ids}::uuid[])`.execute(trx);
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
