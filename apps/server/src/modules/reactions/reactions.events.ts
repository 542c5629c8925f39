import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';

/** Whoever was blocked follows no more. What they liked stays counted. */
export const registerReactionEvents = (outbox: Outbox): void =>
  outbox.on('blocks.added', async ({ payload }, trx) => {
    const accountId = String(payload['accountId']);
    const performerId = String(payload['performerId']);
    const removed = await trx
      .deleteFrom('reactions')
      .where('account_id', '=', accountId)
      .where('object_id', '=', performerId)
      .where('action', '=', 'follow')
      .returning('object_id')
      .executeTakeFirst();
    if (removed) await recordEvent(trx, 'performers.followed', { accountId, performerId, active: false });
  });
