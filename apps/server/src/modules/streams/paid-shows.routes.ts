import { payMinute } from './paid-minutes.ts';
import { paidShows } from '@stagedoor/contract/paid-shows';
import type { LiveEngine } from '../../live/live-engine.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import { whole } from '../../platform/http/whole.ts';
import type { Platform } from '../../platform/platform.ts';
import { groupShowOf, startGroupShow } from './group-shows.ts';
import { leaveShow } from './join-show.ts';
import { findLiveState } from '../stage/index.ts';
import { getOffers } from './offers.queries.ts';
import { exportMinutes, getReceipt } from './receipts.queries.ts';
import { checkPair, getPrivateShow, getRequest, listWaiting } from './requests.queries.ts';
import { acceptRequest, askForShow, cancelRequest, declineRequest } from './requests.ts';
import { createStreamGrant, expiryOf } from './stream-grants.ts';
import { getShow } from './streams.queries.ts';
import { sessionOf } from './streams.view.ts';
import { publishingOf } from './tickets.ts';

export const bindPaidShows = (bind: Bind, platform: Platform, engine: LiveEngine): void =>
  bind(paidShows, {
    'POST /payment-wallet/send-private-chat/{id}': ({ viewer }, { params }) => payMinute(platform, viewer.accountId, params.id),
    'GET /streaming/state/{id}': (call, { params }) => findLiveState(platform, call.viewer, call.country, params.id),
    'GET /streaming/offers/{id}': (call, { params }) => getOffers(platform, call.viewer, call.country, params.id),
    'POST /streaming/private-chat/{id}': async (call, { params, body }) => {
      const id = await askForShow(platform, call.viewer, call.country, params.id, body, call.idempotency);
      return getRequest(platform, call.viewer.accountId, id);
    },
    'GET /streaming/private-chat/check-stream/{id}': (call, { params }) => checkPair(platform, call.viewer.accountId, params.id),
    'GET /streaming/private-chat/{id}': (call, { params }) => getPrivateShow(platform, engine, call.viewer, call.country, params.id),
    'POST /streaming/private-chat/{id}/accept': async (call, { params, body }) => {
      const { accountId } = call.viewer;
      await engine.assertReady('private');
      await acceptRequest(platform, engine, accountId, params.id, body.publicShow);
      const now = platform.clock.now();
      const grant = { streamId: params.id, accountId, country: null, kind: 'publish', now, expiresAt: expiryOf(now, undefined) } as const;
      const issued = await createStreamGrant(platform.database, grant);
      const show = await getShow(platform, call.viewer, call.country, params.id);
      return {
        request: await getRequest(platform, accountId, params.id),
        session: sessionOf(platform, engine, call.viewer, show),
        publishing: await publishingOf(platform, engine, show, issued),
      };
    },
    'POST /streaming/private-chat/{id}/cancel': async (call, { params }) => {
      await cancelRequest(platform, call.viewer.accountId, params.id);
      return getRequest(platform, call.viewer.accountId, params.id);
    },
    'POST /streaming/group-chat': async (call, { body }) => {
      const { show, grant } = await startGroupShow(platform, engine, call.viewer.accountId, body);
      const session = sessionOf(platform, engine, call.viewer, await getShow(platform, call.viewer, call.country, show.id));
      return { session, publishing: await publishingOf(platform, engine, show, grant) };
    },
    'GET /streaming/group-chat/{id}': async (call, { params }) =>
      groupShowOf(platform, engine, call.viewer, await getShow(platform, call.viewer, call.country, params.id, 'group')),
    'POST /streaming/leave/{id}': async (call, { params }) => {
      await leaveShow(platform, engine, call.viewer, params.id);
      return getReceipt(platform, call.viewer, params.id);
    },
    'GET /streaming/receipts/{id}': (call, { params }) => getReceipt(platform, call.viewer, params.id),
    'GET /streaming/receipts/{id}/export': async (call, { params }) => {
      const file = await exportMinutes(platform, call.viewer, params.id);
      call.saveAs(`minutes-${params.id}.json`);
      return whole(file);
    },
    'GET /streaming/private/available-list': (call, { query }) => listWaiting(platform, call.viewer.accountId, query),
    'DELETE /streaming/private/available-list/{id}': async (call, { params }) => {
      await declineRequest(platform, call.viewer.accountId, params.id, call.idempotency);
      return { success: true } as const;
    },
  });
