import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import type { OrderPaid } from '../orders/index.ts';
import { messageOf } from './conversations.queries.ts';
import { insertTip } from './conversations.store.ts';

/** A tip given during a show is told in its chat: once, after it was paid. */
export const registerConversationEvents = (platform: Platform, outbox: Outbox, realtime: Realtime): void => {
  outbox.on('orders.paid', async ({ payload }, trx) => {
    const paid = payload as unknown as OrderPaid;
    if (paid.kind !== 'tip' || paid.item?.kind !== 'stream' || paid.tokens === null) return undefined;
    const streamId = paid.item.id;
    const row = await insertTip(trx, streamId, {
      senderId: paid.buyerId,
      text: paid.message,
      at: new Date(paid.at),
      tip: { transactionId: paid.transactionId, amount: BigInt(paid.tokens) },
    });
    if (!row) return undefined;
    return () => realtime.toRoom(`stream:${streamId}`, 'messages/created', { streamId, message: messageOf(platform, row, DEFAULT_LOCALE) });
  });
};
