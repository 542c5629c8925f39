import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { type Member, type PrivateMessageRow, getConversation, privateMessageOf } from './private.queries.ts';
import { insertPrivate, lockConversation } from './private.store.ts';

/** Nobody saw a message that was just sent. */
const UNSEEN = { peer_seen_message_id: null, peer_seen_at: null, peer_delivered_message_id: null, peer_delivered_at: null };

/** A message that was just sent, as one of the two members sees it. */
const freshView = (platform: Platform, row: PrivateMessageRow, accountId: string): PrivateMessage =>
  privateMessageOf(platform, row, { accountId, locale: DEFAULT_LOCALE, reading: UNSEEN });

/** Sends a stored message to both members' browsers, after the commit. */
export const announceMessage = (
  platform: Platform,
  realtime: Realtime,
  { row, peerUnread }: { row: PrivateMessageRow; peerUnread: number },
  peerId: string,
): void => {
  const { conversation_id: conversationId, sender_id: senderId } = row;
  const message = (accountId: string) => freshView(platform, row, accountId);
  realtime.toAccount(peerId, 'conversations/message', { conversationId, message: message(peerId), totalNotSeenMessages: peerUnread });
  realtime.toAccount(senderId, 'conversations/message', { conversationId, message: message(senderId), totalNotSeenMessages: 0 });
};

/**
 * Sends a message in an own private conversation.
 * @throws CodedError NOT_FOUND, MESSAGES_NOT_ALLOWED, BLOCKED_PAIR; FieldsError for a `replyTo` of another conversation
 */
export const sendMessage = async (
  platform: Platform,
  realtime: Realtime,
  member: Member,
  { conversationId, text, replyTo }: { conversationId: string; text: string; replyTo?: string | undefined },
  idempotency: Idempotency | undefined,
): Promise<PrivateMessage> => {
  const { accountId } = member.viewer;
  let announce: (() => void) | undefined;
  const sent = await transact(platform.database, idempotency, async (trx) => {
    await lockConversation(trx, conversationId);
    const conversation = await getConversation(platform, member, conversationId, trx);
    if (conversation.writeObstacle === 'blocked') throw new CodedError('BLOCKED_PAIR');
    if (!conversation.canWrite) throw new CodedError('MESSAGES_NOT_ALLOWED');
    const stored = await insertPrivate(trx, conversationId, { senderId: accountId, text, at: platform.clock.now(), replyTo });
    if (!stored) throw new FieldsError([{ property: 'replyTo', rule: 'invalid' }]);
    const recipientId = conversation.peer._id;
    await recordEvent(trx, 'messages.sent', { conversationId, messageId: stored.row.id, senderId: accountId, recipientId });
    announce = () => announceMessage(platform, realtime, stored, recipientId);
    return freshView(platform, stored.row, accountId);
  });
  announce?.();
  return sent;
};
