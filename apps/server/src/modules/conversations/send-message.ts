import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { firstLink } from '@stagedoor/contract/links.values';
import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { VISITOR, type Viewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, type Trx, runOnce, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { EMPTY_DRAFT, createItemIn, sendItem } from '../items/index.ts';
import { attachMessageFiles } from './message-files.ts';
import { messageKind } from './message.kind.ts';
import { requestPreview } from './preview-link.ts';
import { type PrivateMessageRow, freshMessageOf, getMessage } from './private-messages.queries.ts';
import type { Member } from './private.queries.ts';
import { type Stored, insertPrivate, insertWords, lockPlace } from './private.store.ts';

/**
 * A message that was just sent, as a member sees it. What it sells is open to its sender alone: to the other side it is what it is to
 * somebody without an account.
 */
const freshView = (platform: Platform, row: PrivateMessageRow, accountId: string, viewer: Viewer = VISITOR): Promise<PrivateMessage> =>
  freshMessageOf(platform, row, { viewer, country: null, locale: DEFAULT_LOCALE }, accountId);

/**
 * Sends a stored message to both members' browsers, after the commit.
 * @param viewer its sender, of one that sells something
 * @returns it as its sender sees it
 */
export const announceMessage = async (
  platform: Platform,
  realtime: Pick<Realtime, 'toAccount'>,
  { row, peerUnread }: { row: PrivateMessageRow; peerUnread: number },
  peerId: string,
  viewer?: Viewer,
): Promise<PrivateMessage> => {
  const { conversation_id: conversationId, sender_id: senderId } = row;
  const [received, sent] = await Promise.all([freshView(platform, row, peerId), freshView(platform, row, senderId, viewer)]);
  realtime.toAccount(peerId, 'conversations/message', { conversationId, message: received, totalNotSeenMessages: peerUnread });
  realtime.toAccount(senderId, 'conversations/message', { conversationId, message: sent, totalNotSeenMessages: 0 });
  return sent;
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
  realtime: Pick<Realtime, 'toAccount'>,
  member: Member,
  { conversationId, text, fileId, price, replyTo }: NewPrivateMessage,
  idempotency: Idempotency | undefined,
): Promise<PrivateMessage> => {
  const { accountId } = member.viewer;
  const at = platform.clock.now();
  let sent: (Stored & { peerId: string }) | undefined;
  const storeWords = async (): Promise<{ messageId: string }> => {
    sent = await insertWords(platform.database, member, conversationId, { text, at }, idempotency);
    return { messageId: sent.row.id };
  };
  const store = async (trx: Trx): Promise<{ messageId: string }> => {
    const { performer_id: performerId, peer_id: peerId } = await lockPlace(trx, member, conversationId, at);
    if (price && performerId !== accountId) throw new CodedError('FORBIDDEN');
    const fileIds = await attachMessageFiles(trx, accountId, fileId, at);
    const itemId = price ? await sellFiles(trx, platform, accountId, peerId, { fileIds, price }) : undefined;
    const message = { senderId: accountId, text, at, replyTo, ...(itemId ? { itemId } : { fileIds }) };
    const stored = await insertPrivate(trx, conversationId, message, peerId);
    if (!stored) throw new FieldsError([{ property: 'replyTo', rule: 'invalid' }]);
    await requestPreview(platform, trx, stored.row);
    sent = { ...stored, peerId };
    return { messageId: stored.row.id };
  };
  const isWords = fileId.length === 0 && !price && !replyTo && !firstLink(text);
  const { messageId } = await (isWords
    ? runOnce(platform.database, idempotency, storeWords)
    : transact(platform.database, idempotency, store));
  if (!sent) return getMessage(platform, member, conversationId, messageId);
  return announceMessage(platform, realtime, sent, sent.peerId, member.viewer);
};
