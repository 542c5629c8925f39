import type { Conversation, Message, PrivateConversation, PrivateMessage } from '@stagedoor/contract/conversations';
import { CHAT_LENGTH, CHAT_PICTURES } from '@stagedoor/contract/conversations.values';
import type { Idempotency } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { List, ListQuery } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { getShowConversation, getStreamConversation, listPublicMessages } from './conversations.queries.ts';
import { openConversation } from './open-conversation.ts';
import { postMessage } from './post-message.ts';
import { listMessages } from './private-messages.queries.ts';
import { type Member, getConversation } from './private.queries.ts';
import { readAll } from './read-messages.ts';
import { type NewPrivateMessage, sendMessage } from './send-message.ts';

// The specification's calls take a conversation of any type: private ones for their members, those of private and group shows for the participants.
// Public shows have calls of their own; by these, one can only be opened and read up to its end.

/** Tries a conversation as a private one, which most are. What isn't found may be a show's. */
const privateOrShow = async <T>(asPrivate: () => Promise<T>, asShow: () => Promise<T>): Promise<T> => {
  try {
    return await asPrivate();
  } catch (error) {
    if (!(error instanceof CodedError && error.code === 'NOT_FOUND')) throw error;
    return asShow();
  }
};

/** Returns the conversation of a private or group show. @throws CodedError NOT_FOUND also for those who aren't in the show */
const getPaidConversation = async (platform: Platform, { viewer, country }: Member, conversationId: string): Promise<Conversation> => {
  const found = await getShowConversation(platform, viewer, country, conversationId);
  if (found.type === 'stream_public') throw new CodedError('NOT_FOUND');
  return found;
};

/** Presents a message of a show as one of a private conversation: it sells nothing and has no receipts. */
const toPrivateMessage = (message: Message): PrivateMessage => ({
  ...message,
  price: null,
  access: null,
  item: null,
  isBought: null,
  itemState: null,
  preview: null,
  replyTo: null,
  deliveredAt: null,
  seenAt: null,
});

/** Opens a private conversation, or that of a show. @throws CodedError as `openConversation` and `getStreamConversation` */
export const openAnyConversation = (
  platform: Platform,
  member: Member,
  { source, sourceId }: { source: 'performer' | 'user' | 'stream'; sourceId: string },
  idempotency: Idempotency | undefined,
): Promise<PrivateConversation | Conversation> =>
  source === 'stream'
    ? getStreamConversation(platform, member.viewer, member.country, sourceId)
    : openConversation(platform, member, { source, sourceId }, idempotency);

/** @throws CodedError NOT_FOUND */
export const getAnyConversation = (
  platform: Platform,
  member: Member,
  conversationId: string,
): Promise<PrivateConversation | Conversation> =>
  privateOrShow<PrivateConversation | Conversation>(
    () => getConversation(platform, member, conversationId),
    () => getShowConversation(platform, member.viewer, member.country, conversationId),
  );

/** @throws CodedError NOT_FOUND */
export const listAnyMessages = (
  platform: Platform,
  member: Member,
  conversationId: string,
  query: ListQuery & { since?: string | undefined },
): Promise<List<PrivateMessage>> =>
  privateOrShow(
    () => listMessages(platform, member, conversationId, query),
    async () => {
      await getPaidConversation(platform, member, conversationId);
      const list = await listPublicMessages(platform, member.viewer, member.country, member.locale, conversationId, query);
      const { data, deletedIds: _deletedIds, ...totals } = list;
      return { data: data.map(toPrivateMessage), ...totals };
    },
  );

/** Checks what only a private conversation allows. @throws FieldsError */
const requireChatLine = ({ text, fileId, price, replyTo }: NewPrivateMessage): void => {
  const fields = [
    ...(price === undefined ? [] : [{ property: 'price', rule: 'invalid' }]),
    ...(replyTo === undefined ? [] : [{ property: 'replyTo', rule: 'invalid' }]),
    ...(text.length > CHAT_LENGTH ? [{ property: 'text', rule: 'tooLong', values: { maximum: CHAT_LENGTH } }] : []),
    ...(/[\r\n]/.test(text) ? [{ property: 'text', rule: 'oneLine' }] : []),
    ...(fileId.length > CHAT_PICTURES ? [{ property: 'fileId', rule: 'tooMany', values: { maximum: CHAT_PICTURES } }] : []),
  ];
  if (fields.length > 0) throw new FieldsError(fields);
};

/** A show's message is stored under the key of its own call: a repetition must not be answered from a private conversation. */
const SHOW_ROUTE = 'POST /messages/stream/conversations/{id}';

/** @throws CodedError as `sendMessage`; of a show as `postMessage`, and FieldsError for what a chat doesn't take */
export const sendToAnyConversation = (
  platform: Platform,
  realtime: Realtime,
  member: Member,
  message: NewPrivateMessage,
  idempotency: Idempotency | undefined,
): Promise<PrivateMessage> =>
  privateOrShow(
    () => sendMessage(platform, realtime, member, message, idempotency),
    async () => {
      await getPaidConversation(platform, member, message.conversationId);
      requireChatLine(message);
      const { conversationId, text, fileId } = message;
      const line = { conversationId, text, fileId, isPublic: false };
      const key = idempotency && { ...idempotency, route: SHOW_ROUTE };
      return toPrivateMessage(await postMessage(platform, realtime, member.viewer, member.country, line, key));
    },
  );

/** Marks a conversation as read. A show's has no unread messages. @throws CodedError NOT_FOUND */
export const readAnyConversation = (
  platform: Platform,
  realtime: Realtime,
  member: Member,
  conversationId: string,
  idempotency: Idempotency | undefined,
): Promise<{ totalNotSeenMessages: number }> =>
  privateOrShow(
    () => readAll(platform, realtime, member, conversationId, idempotency),
    async () => {
      const { totalNotSeenMessages } = await getShowConversation(platform, member.viewer, member.country, conversationId);
      return { totalNotSeenMessages };
    },
  );
