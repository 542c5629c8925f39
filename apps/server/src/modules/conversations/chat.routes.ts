import { chat } from '@stagedoor/contract/chat';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { getChatRules, getChatState } from './chat.queries.ts';
import { appointModerator, removeModerator, setChatRules } from './chat-rules.ts';
import { liftTimeout, timeOut } from './chat-timeouts.ts';

export const bindChat = (bind: Bind, platform: Platform, realtime: Realtime): void =>
  bind(chat, {
    'GET /streaming/chat-rules': (call) => getChatRules(platform, platform.database, call.viewer.accountId),
    'PUT /streaming/chat-rules': (call, { body }) => setChatRules(platform, realtime, call.viewer.accountId, body),
    'POST /streaming/moderators': (call, { body }) => appointModerator(platform, realtime, call.viewer.accountId, body.id),
    'DELETE /streaming/moderators/{id}': (call, { params }) => removeModerator(platform, realtime, call.viewer.accountId, params.id),
    'GET /streaming/chat/{id}': (call, { params }) => getChatState(platform, call, params.id),
    'POST /streaming/chat/{id}/timeouts': (call, { params, body }) => timeOut(platform, realtime, call, params.id, body),
    'DELETE /streaming/chat/{id}/timeouts': (call, { params, query }) => liftTimeout(platform, realtime, call, params.id, query.accountId),
  });
