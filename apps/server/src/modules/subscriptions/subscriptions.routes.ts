import { offers } from '@stagedoor/contract/offer-links';
import { subscriptions } from '@stagedoor/contract/subscriptions';
import type { Gateways } from '../../gateways/registry.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import { fileOf } from '../../platform/list-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { getCardPage } from '../payments/index.ts';
import type { Buyer } from '../orders/index.ts';
import { changePlan, keepPlan, quotePlan } from './change-plan.ts';
import { changeRenewal } from './change-renewal.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { subscribeFree } from './subscribe-free.ts';
import { SUBSCRIBER_COLUMNS } from './subscribers-file.ts';
import { listSubscriptions, listedSubscriptions } from './subscriptions.queries.ts';
import { viewOffer } from './view-offer.ts';

const buyerOf = ({ viewer, country }: { viewer: { accountId: string }; country: string | null }): Buyer => ({
  id: viewer.accountId,
  country,
});

/** What fans see of offer links: bound here because it is what a subscription would cost. */
export const bindOffers = (bind: Bind, platform: Platform): void =>
  bind(offers, {
    'GET /performers/{id}/offers/{code}': (call, { params }) =>
      viewOffer(platform, call.viewer, call.country, { performer: params.id, code: params.code }),
  });

export const bindSubscriptions = (bind: Bind, platform: Platform, gateways: Gateways): void =>
  bind(subscriptions, {
    'POST /subscriptions/free-subscribe': (call, { body }) => subscribeFree(platform, buyerOf(call), body, call.idempotency),
    'PUT /subscriptions/{id}': (call, { params, body }) =>
      changeRenewal(platform, call.viewer.accountId, params.id, body, call.idempotency),
    'POST /subscriptions/cancel/{id}': (call, { params }) =>
      cancelSubscription(platform, gateways, call.viewer.accountId, params.id, call.idempotency),
    'GET /subscriptions/{id}/card-page': async (call, { params }) => ({
      url: await getCardPage(platform, gateways, call.viewer.accountId, params.id),
    }),
    'GET /subscriptions/{id}/plan': (call, { params, query }) => quotePlan(platform, buyerOf(call), params.id, query.type),
    'PUT /subscriptions/{id}/plan': (call, { params, body }) => changePlan(platform, buyerOf(call), params.id, body, call.idempotency),
    'DELETE /subscriptions/{id}/plan': (call, { params }) => keepPlan(platform, call.viewer.accountId, params.id, call.idempotency),
    'GET /subscriptions/search': (call, { query }) => listSubscriptions(platform, { fanId: call.viewer.accountId }, query),
    'GET /performer/subscriptions/search': (call, { query }) => listSubscriptions(platform, { performerId: call.viewer.accountId }, query),
    'GET /performer/subscriptions/search/export': async (call, { query }) => {
      const listed = await listedSubscriptions(
        platform,
        { performerId: call.viewer.accountId },
        { ...query, sortBy: 'startedAt', sort: 'desc' },
      );
      return fileOf(platform, call.locale, { listed, columns: SUBSCRIBER_COLUMNS });
    },
  });
