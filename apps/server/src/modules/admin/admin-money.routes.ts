import { adminCommissions } from '@stagedoor/contract/admin-commissions';
import { adminMoney } from '@stagedoor/contract/admin-money';
import { adminSubscriptions } from '@stagedoor/contract/admin-subscriptions';
import type { Gateways } from '../../gateways/registry.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import { exportList } from '../../platform/list-file.ts';
import { NEWEST_FIRST } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SiteClock } from '../../platform/site-clock.ts';
import { refundPaidOrder } from '../payments/index.ts';
import { cancelByAdmin } from '../subscriptions/index.ts';
import { listPerformerCommissions, listSiteCommissions } from './commissions.queries.ts';
import {
  getTransaction,
  listLedgerAccounts,
  listLedgerChecks,
  listTransactions,
  listedTransactions,
} from './money-transactions.queries.ts';
import { getAdminOrder, listChargebacks, listOrders, listedOrders } from './money-orders.queries.ts';
import { readDisputePack } from './dispute-pack.ts';
import { listRefusedEvents } from './gateway-events.queries.ts';
import { ORDER_COLUMNS, SUBSCRIPTION_COLUMNS, TRANSACTION_COLUMNS } from './list-files.ts';
import { getAdminSubscription, listAllSubscriptions, listedSubscriptions } from './money-subscriptions.queries.ts';
import { getClock, moveClock } from './move-clock.ts';
import { previewRefund } from './preview-refund.ts';
import { checkLedgerByHand } from './check-invariants.ts';

const bindCommissions = (bind: Bind, platform: Platform): void =>
  bind(adminCommissions, {
    'GET /admin/commissions': () => listSiteCommissions(platform),
    'GET /admin/commissions/performers': (_call, { query }) => listPerformerCommissions(platform, query),
  });

const bindSubscriptions = (bind: Bind, platform: Platform): void =>
  bind(adminSubscriptions, {
    'GET /admin/subscriptions': (_call, { query }) => listAllSubscriptions(platform, query),
    'GET /admin/subscriptions/export': async ({ viewer, locale }, { query: filter }) => {
      const listed = await listedSubscriptions(platform, { ...filter, sortBy: 'startedAt', sort: 'desc' });
      return exportList(platform, viewer.accountId, locale, {
        listed,
        columns: SUBSCRIPTION_COLUMNS,
        action: 'subscriptions.exported',
        filter,
      });
    },
    'GET /admin/subscriptions/{id}': (_call, { params }) => getAdminSubscription(platform, params.id),
    'POST /admin/subscriptions/{id}/cancel': async ({ viewer, idempotency }, { params, body }) => {
      await cancelByAdmin(platform, { subscriptionId: params.id, actorId: viewer.accountId, ...body }, idempotency);
      return getAdminSubscription(platform, params.id);
    },
  });

export const bindAdminMoney = (bind: Bind, platform: Platform, gateways: Gateways, siteClock: SiteClock | undefined): void => {
  bindCommissions(bind, platform);
  bindSubscriptions(bind, platform);
  bind(adminMoney, {
    'GET /admin/orders': (_call, { query }) => listOrders(platform, query),
    'GET /admin/orders/export': async ({ viewer, locale }, { query: filter }) => {
      const listed = await listedOrders(platform, { ...filter, ...NEWEST_FIRST });
      return exportList(platform, viewer.accountId, locale, { listed, columns: ORDER_COLUMNS, action: 'orders.exported', filter });
    },
    'GET /admin/orders/{id}': (_call, { params }) => getAdminOrder(platform, params.id),
    'GET /admin/orders/{id}/dispute-pack': ({ viewer }, { params }) => readDisputePack(platform, viewer.accountId, params.id),
    'GET /admin/orders/{id}/refund-preview': (_call, { params, query: { detailId: orderLineId, ...part } }) =>
      previewRefund(platform, gateways, params.id, { orderLineId, ...part }),
    'POST /admin/orders/{id}/refund': async ({ viewer, idempotency }, { params, body: { detailId: orderLineId, ...refund } }) => {
      await refundPaidOrder(platform, { orderId: params.id, orderLineId, ...refund, actorId: viewer.accountId }, idempotency);
      return getAdminOrder(platform, params.id);
    },
    'GET /admin/chargebacks': (_call, { query }) => listChargebacks(platform, query),
    'GET /admin/gateway-events': (_call, { query }) => listRefusedEvents(platform, query),
    'GET /admin/ledger/transactions': (_call, { query }) => listTransactions(platform, query),
    'GET /admin/ledger/transactions/export': async ({ viewer, locale }, { query: filter }) => {
      const listed = await listedTransactions(platform, { ...filter, ...NEWEST_FIRST });
      return exportList(platform, viewer.accountId, locale, {
        listed,
        columns: TRANSACTION_COLUMNS,
        action: 'orders.ledgerExported',
        filter,
      });
    },
    'GET /admin/ledger/transactions/{id}': (_call, { params }) => getTransaction(platform, params.id),
    'GET /admin/ledger/accounts': (_call, { query }) => listLedgerAccounts(platform, query),
    'GET /admin/ledger/checks': (_call, { query }) => listLedgerChecks(platform, query),
    'POST /admin/ledger/checks': ({ viewer }) => checkLedgerByHand(platform, viewer.accountId),
    'GET /admin/clock': () => getClock(platform, siteClock),
    'POST /admin/clock': ({ viewer, idempotency }, { body }) => moveClock(platform, siteClock, viewer.accountId, body.step, idempotency),
  });
};
