import { isOneOf } from '@stagedoor/contract/keys.values';
import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { blockedIdsOf } from '../access/index.ts';
import { givenSnapshotOf } from '../orders/index.ts';
import { announceChanged } from './announce-changed.ts';
import { messageOf } from './conversations.queries.ts';
import { type MessagePlace, messagesGivenBack, messagesWithFile, messagesWithId, messagesWithItem } from './message-items.queries.ts';
import { spokenInChat } from './chat.queries.ts';
import { type PaidKind, insertPaid } from './conversations.store.ts';
import { findConversationId, insertPrivate, lockConversation } from './private.store.ts';
import { announceMessage } from './send-message.ts';

const ANNOUNCED_KINDS: readonly PaidKind[] = ['tip', 'gift', 'emoji'];

/**
 * Announces tips, gifts and paid emoji once, after the payment: those of a show in its chat, others in the private conversation of the two,
 * if there is one; in a chat without the words that its rules refuse. Tells of messages whose files were bought, given back, or can be shown now, and of those
 * that were taken down.
 */
export const registerConversationEvents = (platform: Platform, outbox: Outbox, realtime: Realtime): void => {
  const announced = (places: readonly MessagePlace[]) => () => announceChanged(realtime, places);
  outbox.on('items.published', async ({ payload: { itemId, kind } }, trx) =>
    kind === 'message' ? announced(await messagesWithItem(trx, itemId)) : undefined,
  );
  outbox.on('files.ready', async ({ payload: { fileId } }, trx) => announced(await messagesWithFile(trx, fileId)));
  outbox.on('messages.takenDown', async ({ payload: { conversationId, messageId, streamId } }, trx) => {
    if (streamId) return () => realtime.toRoom(`stream:${streamId}`, 'messages/deleted', { streamId, conversationId, messageId });
    const members = await trx
      .selectFrom('conversation_members')
      .select('account_id')
      .where('conversation_id', '=', conversationId)
      .execute();
    return () => {
      for (const { account_id: accountId } of members)
        realtime.toAccount(accountId, 'conversations/deleted', { conversationId, messageId });
    };
  });
  // A show's chat shows it again with the next visit.
  outbox.on('messages.restored', async ({ payload: { messageId, streamId } }, trx) =>
    streamId ? undefined : announced(await messagesWithId(trx, messageId)),
  );
  outbox.on('orders.reversed', async ({ payload: { reversesId, revoked } }, trx) => {
    if (revoked === 0) return undefined;
    return announced(await messagesGivenBack(trx, reversesId));
  });
  outbox.on('orders.reinstated', async ({ payload: { reversesId, granted } }, trx) => {
    if (granted === 0) return undefined;
    return announced(await messagesGivenBack(trx, reversesId));
  });
  outbox.on('orders.paid', async ({ payload: paid }, trx) => {
    if (paid.item?.kind === 'message') return announced(await messagesWithItem(trx, paid.item.id));
    if (!isOneOf(ANNOUNCED_KINDS, paid.kind) || paid.tokens === null) return undefined;
    const message = {
      senderId: paid.buyerId,
      text: paid.message,
      at: new Date(paid.at),
      paid: {
        kind: paid.kind,
        transactionId: paid.transactionId,
        amount: BigInt(paid.tokens),
        gift: givenSnapshotOf(paid.detail),
      },
    };
    if (paid.item?.kind !== 'stream') {
      const { sellerId } = paid;
      const conversationId = sellerId && (await findConversationId(trx, paid.buyerId, sellerId));
      if (!conversationId) return undefined;
      await lockConversation(trx, conversationId);
      const stored = await insertPrivate(trx, conversationId, message);
      return stored && (() => announceMessage(platform, realtime, stored, sellerId));
    }
    const streamId = paid.item.id;
    const row = await insertPaid(trx, streamId, { ...message, text: await spokenInChat(trx, streamId, message) });
    if (!row) return undefined;
    const { rows } = await sql<{ ids: string[] }>`select ${blockedIdsOf(sql`${paid.buyerId}::uuid`)} as ids`.execute(trx);
    const created = { streamId, message: messageOf(platform, row, DEFAULT_LOCALE) };
    return () => realtime.toRoom(`stream:${streamId}`, 'messages/created', created, rows[0]!.ids);
  });
};
