import { callsOfKinds } from '@stagedoor/contract/endpoint';
import { type BoughtKind, type SoldKind, boughtKinds, idFieldOf } from '@stagedoor/contract/items.values';
import { gateways as sandboxCalls, payments } from '@stagedoor/contract/payments';
import type { GatewayName } from '@stagedoor/contract/gateways.values';
import type { PaymentMethod } from '@stagedoor/contract/payments.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Gateways } from '../../gateways/registry.ts';
import type { SandboxGateway, SandboxPaymentView } from '../../gateways/sandbox.ts';
import { debtOf } from '../../ledger/index.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Offer, offerDebt, offerItem, offerPackage, offerProducts, offerSubscription, offerTip } from '../orders/index.ts';
import { listCardCompanies, reopenPage } from './buyer-gateways.ts';
import { type CreatedOrder, createOrder } from './create-order.ts';
import { getOrder, listPurchases } from './payments.queries.ts';

export const bindPayments = (bind: Bind, platform: Platform, gateways: Gateways): void => {
  interface Paying {
    method?: PaymentMethod | undefined;
    gateway?: GatewayName | undefined;
    returnTo?: string | undefined;
  }
  const order = (call: Call<AccountViewer>, { method, gateway, returnTo }: Paying, makeOffer: () => Promise<Offer>) =>
    createOrder(platform, gateways, makeOffer, {
      method,
      gateway,
      locale: call.locale,
      buyerCountry: call.country,
      returnTo,
      idempotency: call.idempotency,
      ip: call.ip,
    });
  /** Card payments only: a wallet call exists, or a wallet can't pay it. */
  const byCard = ({ gateway, returnTo }: Omit<Paying, 'method'>): Paying => ({ method: 'card', gateway, returnTo });
  const buyerOf = (call: Call<AccountViewer>) => ({ id: call.viewer.accountId, country: call.country });
  const whereToPay = ({ orderId, redirectUrl }: CreatedOrder) => ({ orderId, redirectUrl });

  const item = async (
    call: Call<AccountViewer>,
    kind: SoldKind,
    id: string,
    { priceVersion, couponCode, ...paying }: Paying & { priceVersion?: number | undefined; couponCode?: string | undefined },
  ) =>
    whereToPay(
      await order(call, paying, () => offerItem(platform, buyerOf(call), id, kind, { expectedVersion: priceVersion, couponCode })),
    );

  type BoughtBody = Partial<Record<`${BoughtKind}Id`, string>> & Parameters<typeof item>[3];
  const buy =
    (kind: BoughtKind) =>
    (call: Call<AccountViewer>, { body }: { body: BoughtBody }) =>
      item(call, kind, body[idFieldOf(kind)]!, { ...body, method: 'card' });
  type Sales = Record<`POST /payment/purchase-${BoughtKind}`, ReturnType<typeof buy>>;
  const sales = callsOfKinds<Sales, BoughtKind>(boughtKinds(), (kind) => `POST /payment/purchase-${kind}`, buy);

  bind(payments, {
    'GET /payment/gateways': async ({ locale }, { query }) => ({ data: listCardCompanies(platform, gateways, query, locale) }),
    'POST /payment/purchase-tokens': async (call, { body }) =>
      whereToPay(await order(call, byCard(body), () => offerPackage(platform, call.viewer.accountId, body.packageId, body))),
    'POST /payment/subscribe-performer': async (call, { body }) => {
      const created = await order(call, body, () =>
        offerSubscription(platform, buyerOf(call), body.performerId, {
          type: body.type,
          renews: body.renews,
          expectedVersion: body.priceVersion,
          offerLink: body.offer === undefined ? undefined : { code: body.offer },
        }),
      );
      return { ...whereToPay(created), price: hundredthsToNumber(created.tokens ?? 0n), money: hundredthsToNumber(created.money) };
    },
    ...sales,
    'POST /payment/purchase-single-photo': (call, { body }) => item(call, 'photo', body.photoId, body),
    'POST /payment/purchase-message/{id}': (call, { params, body }) => item(call, 'message', params.id, body),
    'POST /payment/purchase-products': async (call, { body }) =>
      whereToPay(await order(call, byCard(body), () => offerProducts(platform, buyerOf(call), body))),
    'POST /payment/send-tip': async (call, { body }) =>
      whereToPay(await order(call, byCard(body), () => offerTip(platform, buyerOf(call), { performer: body.performerId }, body))),
    'GET /payment/debt': async (call) => ({
      amount: hundredthsToNumber(await debtOf(platform.database, call.viewer.accountId)),
      currency: platform.settings.get('currency'),
    }),
    'POST /payment/debt': async (call, { body }) =>
      whereToPay(await order(call, byCard(body), () => offerDebt(platform, call.viewer.accountId))),
    'GET /payment/transactions': (call, { query }) => listPurchases(platform, call.viewer.accountId, { ...query, method: 'card' }),
    'GET /transactions/user/search': (call, { query }) => listPurchases(platform, call.viewer.accountId, { ...query, paidOnly: true }),
    'GET /payment/orders/{id}': (call, { params }) => getOrder(platform, call.viewer.accountId, params.id),
    'POST /payment/orders/{id}/page': async (call, { params }) => ({
      redirectUrl: await reopenPage(platform, gateways, call.viewer.accountId, params.id, call.locale),
    }),
  });
};

const sandboxAnswer = ({ amount, refundedAmount, recurring, ...payment }: SandboxPaymentView) => ({
  ...payment,
  amount: hundredthsToNumber(amount),
  refunded: hundredthsToNumber(refundedAmount),
  recurring: recurring && {
    ...recurring,
    amount: hundredthsToNumber(recurring.amount),
    renewsAt: recurring.renewsAt?.toISOString() ?? null,
  },
});

/** The sandbox's page; without the sandbox it responds as if it did not exist. */
export const bindGateways = (bind: Bind, sandbox: SandboxGateway | undefined): void => {
  const open = (): SandboxGateway => {
    if (!sandbox) throw new CodedError('NOT_FOUND');
    return sandbox;
  };
  bind(sandboxCalls, {
    'GET /gateways/sandbox/payments/{id}': async (_call, { params }) => {
      return sandboxAnswer(await open().getPayment(params.id));
    },
    'POST /gateways/sandbox/payments/{id}': async (_call, { params, body }) => sandboxAnswer(await open().act(params.id, body.action)),
  });
};
