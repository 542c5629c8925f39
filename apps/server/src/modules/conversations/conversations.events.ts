import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { givenDetailOf } from '../orders/index.ts';
import { messageOf } from './conversations.queries.ts';
import { type PaidKind, insertPaid } from './conversations.store.ts';

const ANNOUNCED_KINDS: ReadonlySet<string> = new Set<PaidKind>(['tip', 'gift', 'emoji']);

/** Announces tips, gifts and paid emoji of a show in its chat, once, after the payment. */
export const registerConversationEvents = (platform: Platform, outbox: Outbox, realtime: Realtime): void => {
  outbox.on('orders.paid', async ({ payload: paid }, trx) => {
    if (!ANNOUNCED_KINDS.has(paid.kind) || paid.item?.kind !== 'stream' || paid.tokens === null) return undefined;
    const streamId = paid.item.id;
    const row = await insertPaid(trx, streamId, {
      senderId: paid.buyerId,
      text: paid.message,
      at: new Date(paid.at),
      paid: {
        kind: paid.kind as PaidKind,
        transactionId: paid.transactionId,
        amount: BigInt(paid.tokens),
        gift: givenDetailOf(paid.detail),
      },
    });
    if (!row) return undefined;
    return () => realtime.toRoom(`stream:${streamId}`, 'messages/created', { streamId, message: messageOf(platform, row, DEFAULT_LOCALE) });
  });
};
