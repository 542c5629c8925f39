import { orderSteps } from '@stagedoor/contract/orders';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { complain, confirmDelivery, getAnyOrderLine, listComplaints, updateDelivery } from '../orders/index.ts';
import { callOff, decideComplaint } from './order-steps.ts';

export const bindOrderSteps = (bind: Bind, platform: Platform): void =>
  bind(orderSteps, {
    'PUT /orders/{id}/update': async ({ viewer, idempotency }, { params, body: { delivery, ...words } }) => {
      const sellerId = viewer.accountId;
      if (delivery === 'cancelled') await callOff(platform, { sellerId }, params.id, idempotency);
      else await updateDelivery(platform, sellerId, params.id, { delivery, ...words }, idempotency);
      return getAnyOrderLine(platform, params.id);
    },
    'POST /orders/{id}/cancel': async ({ viewer, idempotency }, { params }) => {
      await callOff(platform, { buyerId: viewer.accountId }, params.id, idempotency);
      return getAnyOrderLine(platform, params.id);
    },
    'POST /orders/{id}/confirm': async ({ viewer, idempotency }, { params }) => {
      await confirmDelivery(platform, viewer.accountId, params.id, idempotency);
      return getAnyOrderLine(platform, params.id);
    },
    'POST /orders/{id}/complain': async ({ viewer, idempotency }, { params, body }) => {
      await complain(platform, viewer.accountId, params.id, body.text, idempotency);
      return getAnyOrderLine(platform, params.id);
    },
    'GET /admin/complaints': (_call, { query }) => listComplaints(platform, query),
    'POST /admin/complaints/{id}/decide': async ({ viewer, idempotency }, { params, body }) => {
      await decideComplaint(platform, viewer.accountId, params.id, body, idempotency);
      return getAnyOrderLine(platform, params.id);
    },
  });
