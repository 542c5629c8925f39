import { sql } from 'kysely';
import { chargeOrderBack, postGatewayFee, reinstateOrder } from '../../ledger/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { ADDRESS } from '../shop.ts';
import type { ChaosClient, PaidOrder } from './chaos-client.ts';
import { isCompany } from '../company-doubles.ts';
import { count } from './report.ts';

// Payments by card at a random company, and what companies and banks do with them afterwards.

export const couponOf = ({ context: { catalogue }, random }: ChaosClient) =>
  random.chance(0.3) ? { couponCode: random.pick(catalogue.coupons) } : {};
export const cartOf = (chaosClient: ChaosClient) => {
  const { context, random } = chaosClient;
  const on = [...context.catalogue.downloads, ...context.catalogue.prints];
  const products = [...new Set(Array.from({ length: 1 + Math.floor(random.next() * 3) }, () => random.pick(on)))];
  return { products: products.map((productId) => ({ productId })), deliveryAddress: ADDRESS, ...couponOf(chaosClient) };
};

export const topUp = async (chaosClient: ChaosClient): Promise<void> => {
  const amount = chaosClient.random.amount(5, 25);
  const refundAmount = -Math.round(amount * 100);
  const paid = await chaosClient.payByCard('top-up', refundAmount, (headers, gateway) =>
    chaosClient.client.send('POST /payment/purchase-wallet/custom-amount', { body: { amount, gateway }, headers }),
  );
  if (paid) chaosClient.balance -= refundAmount;
};
export const cartByCard = async (chaosClient: ChaosClient): Promise<void> => {
  const body = cartOf(chaosClient);
  await chaosClient.payByCard('cart by card', 0, (headers, gateway) =>
    chaosClient.client.send('POST /payment/purchase-products', { body: { ...body, gateway }, headers }),
  );
};
export const tipByCard = async (chaosClient: ChaosClient): Promise<void> => {
  const { random, context, client } = chaosClient;
  const body = { performerId: random.pick(context.catalogue.performers).id, amount: random.amount(2, 6) };
  await chaosClient.payByCard('tip by card', 0, (headers, gateway) =>
    client.send('POST /payment/send-tip', { body: { ...body, gateway }, headers }),
  );
};

/** The company charges the next period: its order must be paid once, however often the callback comes. */
const renewByCard = async (chaosClient: ChaosClient, first: PaidOrder): Promise<void> => {
  const { context, random } = chaosClient;
  const { gateway } = first.card!;
  if (!isCompany(gateway)) return;
  const paymentId = await context.companies.renew(gateway, first.orderId, random);
  const find = () =>
    chaosClient.retryUntilDone(() =>
      context.app.platform.database.selectFrom('orders').select('id').where('gateway_payment_id', '=', paymentId).execute(),
    );
  let orders = await find();
  await context.companies.reach(gateway, first.orderId, async () => (orders = await find()).length > 0);
  if (orders.length !== 1) return chaosClient.fail(`${orders.length} orders are paid by the renewal ${paymentId} of ${first.orderId}`);
  count(context.report.counts, `renewal by ${gateway}`);
  chaosClient.recordPaid({ orderId: orders[0]!.id, refundAmount: 0, card: { gateway, paymentId }, isTopUp: false });
  // CCBill’s notices of refunds name the sale alone: they are taken to be of its newest payment.
  chaosClient.paidOrders = chaosClient.paidOrders.filter((order) => order !== first);
};

export const subscribeByCard = async (chaosClient: ChaosClient): Promise<void> => {
  const { random, context, client } = chaosClient;
  const body = { performerId: random.pick(context.catalogue.performers).id, method: 'card' as const };
  const paid = await chaosClient.payByCard('subscription by card', 0, (headers, gateway) =>
    client.send('POST /payment/subscribe-performer', { body: { ...body, gateway }, headers }),
  );
  if (paid && random.chance(0.7)) await renewByCard(chaosClient, paid);
};

/** A company refunds a payment without being asked by the site. */
export const refundAtCompany = async (chaosClient: ChaosClient): Promise<void> => {
  const { context, random } = chaosClient;
  const order = chaosClient.paidOrders.find(({ card, isTopUp, isParted }) => card && isCompany(card.gateway) && !isTopUp && !isParted);
  const gateway = order?.card?.gateway;
  if (!order || !gateway || !isCompany(gateway)) return;
  await context.companies.refund(gateway, order.orderId, random);
  const state = await chaosClient.stateOf({ id: order.orderId, gateway }, (reached) => reached !== 'paid');
  if (state !== 'refunded') return chaosClient.fail(`${order.orderId} is ${state} after a refund at ${gateway}`);
  count(context.report.counts, `refund at ${gateway}`);
  chaosClient.recordRefunded(order.orderId);
};

/** The site wins the dispute, then the bank decides otherwise; the company keeps a fee. Each is done once, whichever answer gets lost. */
const disputeAgain = async ({ context }: ChaosClient, orderId: string): Promise<void> => {
  const { database } = context.app.platform;
  const request = { orderId, at: systemClock.now(), note: 'Disputed.', actorId: null };
  const { gateway } = await database.selectFrom('orders').select('gateway').where('id', '=', orderId).executeTakeFirstOrThrow();
  await postGatewayFee(database, { gateway: gateway!, key: `dispute:${orderId}`, orderId, amount: 1500n, at: request.at });
  const countOf = async (kind: 'chargeback' | 'chargebackReversal'): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct t.created_at)::int as count from ledger.transactions t
      where t.reference_id = ${orderId}::uuid and t.kind = ${kind}`.execute(database);
    return rows[0]!.count;
  };
  if ((await countOf('chargebackReversal')) === 0) await reinstateOrder(database, request);
  if ((await countOf('chargeback')) < 2) await chargeOrderBack(database, request);
  count(context.report.counts, 'dispute');
};

/**
 * A bank charges back a card payment. Charging back a top-up also reverses what it paid for and freezes the account: a fan's last
 * operation.
 */
export const chargeBack = async (chaosClient: ChaosClient): Promise<void> => {
  const byCard = chaosClient.paidOrders.filter(({ card }) => card !== null);
  if (byCard.length === 0) return;
  const order = chaosClient.random.pick(byCard);
  const { gateway, paymentId } = order.card!;
  const press = (action: 'chargeBack' | 'resend') =>
    chaosClient.retryUntilAnswered(() =>
      chaosClient.client.send('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action } }),
    );
  const find = () =>
    chaosClient.retryUntilDone(() =>
      chaosClient.context.app.platform.database
        .selectFrom('orders')
        .select('state')
        .where('id', '=', order.orderId)
        .executeTakeFirstOrThrow(),
    );
  if (order.isTopUp) chaosClient.stopTrackingBalance();
  if (isCompany(gateway)) {
    const { companies } = chaosClient.context;
    await companies.chargeBack(gateway, order.orderId, chaosClient.random);
    await companies.reach(gateway, order.orderId, async () => (await find()).state !== 'paid');
    for (const name of ['chargeback', `chargeback by ${gateway}`]) count(chaosClient.context.report.counts, name);
  } else {
    // ORDER_STATE when the gateway has refunded it already.
    chaosClient.recordOutcome('chargeback', await press('chargeBack'));
    for (let times = 0; times < 50 && (await find()).state === 'paid'; times += 1) await press('resend');
  }
  const { state } = await find();
  if (state !== 'chargedBack') return chaosClient.fail(`${order.orderId} is ${state} after a chargeback at ${gateway}`);
  await chaosClient.retryUntilDone(() => disputeAgain(chaosClient, order.orderId));
  chaosClient.recordRefunded(order.orderId);
};
