import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { VISITOR, type Viewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { EMPTY_DRAFT, createItemIn, sendItem } from '../items/index.ts';
import { attachMessageFiles } from './message-files.ts';
import { messageKind } from './message.kind.ts';
import { requestPreview } from './preview-link.ts';
import { type Member, type PrivateMessageRow, freshMessageOf, getConversation, getMessage } from './private.queries.ts';
import { insertPrivate, lockConversation } from './private.store.ts';

/**
 * A message that was just sent, as a member sees it. What it sells is open to its sender alone: to the other side it is what it is to
 * somebody without an account.
 */
const freshView = (platform: Platform, row: PrivateMessageRow, accountId: string, viewer: Viewer = VISITOR): Promise<PrivateMessage> =>
  freshMessageOf(platform, row, { viewer, country: null, locale: DEFAULT_LOCALE }, accountId);

/** Sends a stored message to both members' browsers, after the commit. @param viewer its sender, of one that sells something */
export const announceMessage = async (
  platform: Platform,
  realtime: Realtime,
  { row, peerUnread }: { row: PrivateMessageRow; peerUnread: number },
  peerId: string,
  viewer?: Viewer,
): Promise<void> => {
  const { conversation_id: conversationId, sender_id: senderId } = row;
  const [received, sent] = await Promise.all([freshView(platform, row, peerId), freshView(platform, row, senderId, viewer)]);
  realtime.toAccount(peerId, 'conversations/message', { conversationId, message: received, totalNotSeenMessages: peerUnread });
  realtime.toAccount(senderId, 'conversations/message', { conversationId, message: sent, totalNotSeenMessages: 0 });
};

/** What a performer sends to be bought: an item that is known to the two alone. @throws CodedError as `createItemIn` */
const sellFiles = async (
  trx: Trx,
  platform: Platform,
  performerId: string,
  fanId: string,
  { fileIds, price }: { fileIds: readonly string[]; price: bigint },
): Promise<string> =>
  createItemIn(
    trx,
    platform,
    messageKind,
    performerId,
    { ...EMPTY_DRAFT, audience: 'buyers', price, fileIds },
    { isDraft: false, writer: { after: (_, itemId) => sendItem(trx, itemId, [fanId]) } },
  );

export interface NewPrivateMessage {
  conversationId: string;
  text: string;
  fileId: readonly string[];
  /** Hundredths of a token. */
  price?: bigint | undefined;
  replyTo?: string | undefined;
}

/**
 * Sends a message in an own private conversation.
 * @throws CodedError NOT_FOUND, MESSAGES_NOT_ALLOWED, BLOCKED_PAIR, FILE_NOT_YOURS; FORBIDDEN for a fan's price, and of one with a price as
 *   `createItemIn`; FieldsError for a `replyTo` of another conversation
 */
export const sendMessage = async (
  platform: Platform,
  realtime: Realtime,
  member: Member,
  { conversationId, text, fileId, price, replyTo }: NewPrivateMessage,
  idempotency: Idempotency | undefined,
): Promise<PrivateMessage> => {
  const { accountId } = member.viewer;
  let sent: { row: PrivateMessageRow; peerUnread: number; peerId: string } | undefined;
  const { messageId } = await transact(platform.database, idempotency, async (trx) => {
    await lockConversation(trx, conversationId);
    const conversation = await getConversation(platform, member, conversationId, trx);
    if (conversation.writeObstacle === 'blocked') throw new CodedError('BLOCKED_PAIR');
    if (!conversation.canWrite) throw new CodedError('MESSAGES_NOT_ALLOWED');
    if (price && conversation.performerId !== accountId) throw new CodedError('FORBIDDEN');
    const at = platform.clock.now();
    const fileIds = await attachMessageFiles(trx, accountId, fileId, at);
    const { peer } = conversation;
    const itemId = price ? await sellFiles(trx, platform, accountId, peer._id, { fileIds, price }) : undefined;
    const stored = await insertPrivate(trx, conversationId, {
      senderId: accountId,
      text,
      at,
      replyTo,
      ...(itemId ? { itemId } : { fileIds }),
    });
    if (!stored) throw new FieldsError([{ property: 'replyTo', rule: 'invalid' }]);
    await recordEvent(trx, 'messages.sent', { conversationId, messageId: stored.row.id, senderId: accountId, recipientId: peer._id });
    await requestPreview(platform, trx, stored.row);
    sent = { ...stored, peerId: peer._id };
    return { messageId: stored.row.id };
  });
  if (!sent) return getMessage(platform, member, conversationId, messageId);
  await announceMessage(platform, realtime, sent, sent.peerId, member.viewer);
  return freshView(platform, sent.row, accountId, member.viewer);
};
