import { conversations, messages } from '@stagedoor/contract/conversations';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { getPublicConversation, getStreamConversation, listPublicMessages } from './conversations.queries.ts';
import { deleteMessage } from './delete-message.ts';
import { postMessage } from './post-message.ts';

export const bindConversations = (bind: Bind, platform: Platform): void =>
  bind(conversations, {
    'GET /conversations/stream/{streamId}': (call, { params }) =>
      getStreamConversation(platform, call.viewer, call.country, params.streamId),
    'GET /conversations/stream/public/{performerId}': (call, { params }) =>
      getPublicConversation(platform, call.viewer, call.country, params.performerId),
  });

export const bindMessages = (bind: Bind, platform: Platform, realtime: Realtime): void =>
  bind(messages, {
    'GET /messages/conversations/public/{id}': (call, { params, query }) =>
      listPublicMessages(platform, call.viewer, call.country, call.locale, params.id, query),
    'POST /messages/stream/public/conversations/{id}': (call, { params, body }) =>
      postMessage(platform, realtime, call.viewer, call.country, { conversationId: params.id, text: body.text }, call.idempotency),
    'DELETE /messages/{id}': (call, { params }) =>
      deleteMessage(platform, realtime, call.viewer, call.country, call.locale, params.id, call.idempotency),
  });
