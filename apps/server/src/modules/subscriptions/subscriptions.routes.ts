import { subscriptions } from '@stagedoor/contract/subscriptions';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeRenewal } from './change-renewal.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { subscribeFree } from './subscribe-free.ts';
import { listSubscriptions } from './subscriptions.queries.ts';

export const bindSubscriptions = (bind: Bind, platform: Platform): void =>
  bind(subscriptions, {
    'POST /subscriptions/free-subscribe': (call, { body }) =>
      subscribeFree(platform, { id: call.viewer.accountId, country: call.country }, body, call.idempotency),
    'PUT /subscriptions/{id}': (call, { params, body }) =>
      changeRenewal(platform, call.viewer.accountId, params.id, body, call.idempotency),
    'POST /subscriptions/cancel/{id}': (call, { params }) =>
      cancelSubscription(platform, call.viewer.accountId, params.id, call.idempotency),
    'GET /subscriptions/search': (call, { query }) => listSubscriptions(platform, { fanId: call.viewer.accountId }, query),
    'GET /performer/subscriptions/search': (call, { query }) => listSubscriptions(platform, { performerId: call.viewer.accountId }, query),
  });
