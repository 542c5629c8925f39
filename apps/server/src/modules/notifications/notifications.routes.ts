import { notifications } from '@stagedoor/contract/notifications';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { readBell, setBell } from './bells.ts';
import { choose, readChoices } from './choices.ts';
import { countUnread, listNotifications } from './notifications.queries.ts';
import { markRead } from './read-notifications.ts';
import { unsubscribe } from './unsubscribe.ts';

export const bindNotifications = (bind: Bind, platform: Platform, realtime: Realtime): void =>
  bind(notifications, {
    'GET /notifications': (call, { query }) => listNotifications(platform, call, query),
    'GET /notifications/total-unread': ({ viewer, country }) => countUnread(platform.database, { accountId: viewer.accountId, country }),
    'PUT /notifications/read-all': (call) => markRead(platform, realtime, call, null, call.idempotency),
    'PUT /notifications/{id}/read': (call, { params }) => markRead(platform, realtime, call, params.id, call.idempotency),
    'GET /notifications/choices': ({ viewer }) => readChoices(platform.database, viewer),
    'PUT /notifications/choices': (call, { body }) => choose(platform, call.viewer, body, call.idempotency),
    'GET /notifications/bells/{id}': (call, { params }) => readBell(platform, call, params.id),
    'PUT /notifications/bells/{id}': (call, { params, body }) => setBell(platform, call, params.id, body, call.idempotency),
    'POST /notifications/unsubscribe': (_call, { body }) => unsubscribe(platform, body.token),
  });
