import { type MessageItem, conversations } from '@stagedoor/contract/conversations';
import { messages } from '@stagedoor/contract/messages';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { getItem } from '../items/index.ts';
import { uploadPhoto } from '../photos/index.ts';
import {
  getAnyConversation,
  listAnyMessages,
  openAnyConversation,
  readAnyConversation,
  sendToAnyConversation,
} from './any-conversation.ts';
import { getPublicConversation, getStreamConversation, listPublicMessages } from './conversations.queries.ts';
import { pinConversation, removeAllMessages, setNote } from './arrange-conversation.ts';
import { deleteMessage } from './delete-message.ts';
import { listSendable, uploadMessageFile } from './message-files.ts';
import { listAround } from './private-messages.queries.ts';
import { countUnread, listConversations, searchConversations } from './private.queries.ts';
import { postMessage } from './post-message.ts';
import { undoMessage } from './undo-message.ts';

export const bindConversations = (bind: Bind, platform: Platform): void =>
  bind(conversations, {
    'GET /conversations': (call, { query }) => listConversations(platform, call, query),
    'GET /conversations/search': async (call, { query: { q, ...query } }) => {
      if (q) return searchConversations(platform, call, { ...query, q });
      const { after: _, data, ...page } = await listConversations(platform, call, query);
      return { ...page, data: data.map((conversation) => ({ ...conversation, match: null })) };
    },
    'POST /conversations': (call, { body }) => openAnyConversation(platform, call, body, call.idempotency),
    'GET /conversations/{id}': (call, { params }) => getAnyConversation(platform, call, params.id),
    'POST /conversations/pin-to-top/{id}': (call, { params }) => pinConversation(platform, call, params.id, true, call.idempotency),
    'POST /conversations/unpin-to-top/{id}': (call, { params }) => pinConversation(platform, call, params.id, false, call.idempotency),
    'PUT /conversations/{id}/note': (call, { params, body }) => setNote(platform, call, params.id, body.note, call.idempotency),
    'GET /conversations/stream/{streamId}': (call, { params }) =>
      getStreamConversation(platform, call.viewer, call.country, params.streamId),
    'GET /conversations/stream/public/{performerId}': (call, { params }) =>
      getPublicConversation(platform, call.viewer, call.country, params.performerId),
  });

export const bindMessages = (bind: Bind, platform: Platform, realtime: Realtime): void =>
  bind(messages, {
    'GET /messages/conversations/{id}': (call, { params, query }) => listAnyMessages(platform, call, params.id, query),
    'GET /messages/conversations/{id}/around/{messageId}': (call, { params, query }) => listAround(platform, call, params, query),
    'POST /messages/conversations/{id}': (call, { params, body }) =>
      sendToAnyConversation(platform, realtime, call, { conversationId: params.id, ...body }, call.idempotency),
    'POST /messages/conversations/{id}/files': (call, { params, body, files }) =>
      uploadMessageFile(platform, call, params.id, { file: files.file[0]!, name: body.name }, call.idempotency),
    'GET /messages/files': async (call, { query }) => ({ data: await listSendable(platform, call.viewer.accountId, query.ids) }),
    'POST /messages/private/photo': (call, { files }) => uploadPhoto(platform, call.viewer.accountId, files.file[0]!, call.idempotency),
    'GET /messages/items/{id}': (call, { params }) => getItem<MessageItem>(platform, 'message', call, params.id),
    'POST /messages/read-all/{id}': (call, { params }) => readAnyConversation(platform, realtime, call, params.id, call.idempotency),
    'GET /messages/total-unread-messages': (call) => countUnread(platform.database, call),
    'DELETE /messages/{id}/remove-all-message': (call, { params }) => removeAllMessages(platform, call, params.id, call.idempotency),
    'GET /messages/conversations/public/{id}': (call, { params, query }) =>
      listPublicMessages(platform, call.viewer, call.country, call.locale, params.id, query),
    'POST /messages/stream/public/conversations/{id}': (call, { params, body }) =>
      postMessage(platform, realtime, call.viewer, call.country, { conversationId: params.id, ...body, isPublic: true }, call.idempotency),
    'POST /messages/stream/conversations/{id}': (call, { params, body }) =>
      postMessage(platform, realtime, call.viewer, call.country, { conversationId: params.id, ...body, isPublic: false }, call.idempotency),
    'DELETE /messages/{id}': (call, { params, query }) =>
      (query.undo ? undoMessage : deleteMessage)(platform, realtime, call, params.id, call.idempotency),
  });
