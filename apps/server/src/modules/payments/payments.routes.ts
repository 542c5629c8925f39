import { gateways, payments } from '@stagedoor/contract/payments';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { CardGateway } from '../../gateways/gateway.ts';
import type { SandboxGateway } from '../../gateways/sandbox.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { offerItem, offerPackage, offerSubscription, offerTip } from '../orders/index.ts';
import { completePayment } from './complete-payment.ts';
import { createOrder } from './create-order.ts';
import { getOrder, listPurchases } from './payments.queries.ts';

export const bindPayments = (bind: Bind, platform: Platform, gateway: CardGateway | undefined): void => {
  const contextOf = (call: Call<AccountViewer>, returnTo: string | undefined) => ({
    buyerCountry: call.country,
    returnTo,
    idempotency: call.idempotency,
  });

  bind(payments, {
    'POST /payment/purchase-tokens': async (call, { body }) =>
      createOrder(platform, gateway, await offerPackage(platform, call.viewer.accountId, body.packageId), contextOf(call, body.returnTo)),
    'POST /payment/subscribe-performer': async (call, { body }) => {
      const offer = await offerSubscription(platform, call.viewer.accountId, body.performerId, body.type, body.priceVersion);
      const order = await createOrder(platform, gateway, offer, contextOf(call, body.returnTo));
      return { ...order, price: hundredthsToNumber(offer.tokens), money: hundredthsToNumber(offer.money) };
    },
    'POST /payment/purchase-feed': async (call, { body }) =>
      createOrder(
        platform,
        gateway,
        await offerItem(platform, call.viewer.accountId, body.feedId, 'feed', body.priceVersion),
        contextOf(call, body.returnTo),
      ),
    'POST /payment/send-tip': async (call, { body }) =>
      createOrder(
        platform,
        gateway,
        await offerTip(platform, call.viewer.accountId, { performer: body.performerId }, body.amount, body.message),
        contextOf(call, body.returnTo),
      ),
    'GET /payment/transactions': (call, { query }) => listPurchases(platform, call.viewer.accountId, { ...query, method: 'card' }),
    'GET /transactions/user/search': (call, { query }) => listPurchases(platform, call.viewer.accountId, { ...query, paidOnly: true }),
    'GET /payment/orders/{id}': (call, { params }) => getOrder(platform, call.viewer.accountId, params.id),
  });
};

/** The sandbox's page and its callback; without the sandbox they answer as if they did not exist. */
export const bindGateways = (bind: Bind, platform: Platform, sandbox: SandboxGateway | undefined): void => {
  const open = (): SandboxGateway => {
    if (!sandbox) throw new CodedError('NOT_FOUND');
    return sandbox;
  };
  bind(gateways, {
    'GET /gateways/sandbox/payments/{id}': async (_call, { params }) => {
      const payment = await open().getPayment(params.id);
      return { ...payment, amount: hundredthsToNumber(payment.amount) };
    },
    'POST /gateways/sandbox/payments/{id}': (_call, { params, body }) => open().act(params.id, body.action),
    'POST /gateways/sandbox/callback': async (_call, { body }) => {
      await completePayment(platform, open(), open().readCallback(body));
      return { received: true } as const;
    },
  });
};
