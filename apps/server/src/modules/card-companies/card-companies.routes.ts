import { adminGateways } from '@stagedoor/contract/admin-gateways';
import { duties } from '@stagedoor/contract/duties';
import type { GatewaySettings } from '../../gateways/gateway-settings.ts';
import type { Gateways } from '../../gateways/registry.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { liftCardPause, markCancellationMade, markRefundMade, retryRefund } from '../payments/index.ts';
import { askGateway } from './ask-gateway.ts';
import { listCancellations } from './cancellations.queries.ts';
import { changeGateway, checkGateway, orderGateways } from './change-gateway.ts';
import { listDisputes } from './disputes.queries.ts';
import { readDuties } from './duties.queries.ts';
import { getGatewayCard, listGatewayCards } from './gateway-cards.queries.ts';
import { exportSchemeReport, readSchemeReport } from './scheme-report.ts';
import { listPauses } from './pauses.queries.ts';
import { listGatewayRefunds, listRejections, listUnanswered } from './to-do-lists.queries.ts';

/** Months of disputes that are shown, with the current one. */
const DISPUTE_MONTHS = 6;

export const bindCardCompanies = (bind: Bind, platform: Platform, gateways: Gateways, settings: GatewaySettings): void => {
  const companies = { platform, gateways, settings };
  bind(adminGateways, {
    'GET /admin/gateways': async () => ({ data: await listGatewayCards(companies) }),
    'PUT /admin/gateways/{name}': async ({ viewer, idempotency }, { params, body }) => {
      await changeGateway(companies, viewer.accountId, params.name, body, idempotency);
      return { success: true };
    },
    'PUT /admin/gateway-order': async ({ viewer, idempotency }, { body }) => {
      await orderGateways(companies, viewer.accountId, body.names, idempotency);
      return { success: true };
    },
    'POST /admin/gateways/{name}/check': async (_call, { params }) => {
      await checkGateway(companies, params.name);
      return getGatewayCard(companies, params.name);
    },
    'GET /admin/gateways/unanswered': (_call, { query }) => listUnanswered(platform, query),
    'POST /admin/orders/{id}/ask-gateway': (_call, { params }) => askGateway(companies, params.id),
    'GET /admin/gateways/rejections': (_call, { query }) => listRejections(platform, query),
    'GET /admin/gateways/refunds': (_call, { query }) => listGatewayRefunds(platform, query),
    'POST /admin/gateways/refunds/{id}/retry': async ({ viewer, idempotency }, { params }) => {
      await retryRefund(platform, viewer.accountId, params.id, idempotency);
      return { success: true };
    },
    'POST /admin/gateways/refunds/{id}/done': async ({ viewer, idempotency }, { params }) => {
      await markRefundMade(platform, viewer.accountId, params.id, idempotency);
      return { success: true };
    },
    'GET /admin/gateways/cancellations': (_call, { query }) => listCancellations(platform, query),
    'POST /admin/gateways/cancellations/{id}/done': async ({ viewer, idempotency }, { params }) => {
      await markCancellationMade(platform, viewer.accountId, params.id, idempotency);
      return { success: true };
    },
    'GET /admin/gateways/pauses': (_call, { query }) => listPauses(platform, query),
    'POST /admin/gateways/pauses/{id}/lift': async ({ viewer, idempotency }, { params }) => {
      await liftCardPause(platform, viewer.accountId, params.id, idempotency);
      return { success: true };
    },
    'GET /admin/gateways/disputes': async () => ({ disputes: await listDisputes(platform, DISPUTE_MONTHS) }),
  });
  bind(duties, {
    'GET /admin/duties': () => readDuties(platform),
    'GET /admin/duties/report': (_call, { query }) => readSchemeReport(platform, query.month),
    'GET /admin/duties/report/export': ({ viewer, locale }, { query }) =>
      exportSchemeReport(platform, viewer.accountId, locale, query.month),
  });
};
