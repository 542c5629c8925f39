import { renewDueSubscriptions } from '../../modules/subscriptions/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { cartByCard, cartOf, couponOf, refundAtCompany, subscribeByCard, tipByCard, topUp } from './card-operations.ts';
import { type ChaosClient, keyed } from './chaos-client.ts';
import { pause } from './pause.ts';
import { movePayout } from './payout-operations.ts';
import { count } from './report.ts';
import { watchShow } from './show-operations.ts';

type Operation = (chaosClient: ChaosClient) => Promise<unknown>;

/** Below this balance, in hundredths of a token, a fan tops up first. */
const LOW_BALANCE = 500;

const tip: Operation = (chaosClient) => {
  const { context, random, client } = chaosClient;
  const request = { params: { id: random.pick(context.catalogue.performers).id }, body: { amount: random.amount(1, 3) } };
  return chaosClient.pay('tip', (headers) => client.send('POST /payment-wallet/send-tip-wallet/{id}', { ...request, headers }));
};
const tipPost: Operation = (chaosClient) => {
  const body = { feedId: chaosClient.random.pick(chaosClient.context.catalogue.feeds), amount: 1 };
  return chaosClient.pay('tip for a post', (headers) => chaosClient.client.send('POST /payment-wallet/tip-feed', { body, headers }));
};
const unlock: Operation = (chaosClient) => {
  const body = { feedId: chaosClient.random.pick(chaosClient.context.catalogue.feeds), ...couponOf(chaosClient) };
  return chaosClient.pay('post', (headers) => chaosClient.client.send('POST /payment-wallet/purchase-feed', { body, headers }));
};
const buyGallery: Operation = (chaosClient) => {
  const body = { galleryId: chaosClient.random.pick(chaosClient.context.catalogue.galleries), ...couponOf(chaosClient) };
  return chaosClient.pay('gallery', (headers) => chaosClient.client.send('POST /payment-wallet/purchase-gallery', { body, headers }));
};
const buyVideo: Operation = (chaosClient) => {
  const body = { videoId: chaosClient.random.pick(chaosClient.context.catalogue.videos), ...couponOf(chaosClient) };
  return chaosClient.pay('video', (headers) => chaosClient.client.send('POST /payment-wallet/purchase-video', { body, headers }));
};
const buyCart: Operation = (chaosClient) => {
  const body = cartOf(chaosClient);
  return chaosClient.pay('cart', (headers) => chaosClient.client.send('POST /payment-wallet/purchase-products', { body, headers }));
};
const giftTarget = ({ context, random }: ChaosClient) => ({
  performerId: random.pick(context.catalogue.performers).id,
  quantity: 1 + Math.floor(random.next() * 3),
});
const giveGift: Operation = (chaosClient) => {
  const body = { ...giftTarget(chaosClient), giftId: chaosClient.random.pick(chaosClient.context.catalogue.gifts) };
  return chaosClient.pay('gift', (headers) => chaosClient.client.send('POST /payment-wallet/gifting', { body, headers }));
};
const sendEmoji: Operation = (chaosClient) => {
  const body = { ...giftTarget(chaosClient), emojiId: chaosClient.random.pick(chaosClient.context.catalogue.emojis) };
  return chaosClient.pay('emoji', (headers) => chaosClient.client.send('POST /payment-wallet/emoji', { body, headers }));
};

const subscribe: Operation = async (chaosClient) => {
  const { client } = chaosClient;
  const body = { performerId: chaosClient.random.pick(chaosClient.context.catalogue.performers).id, renews: true };
  const headers = keyed();
  const made = await chaosClient.retryUntilAnswered(() => client.send('POST /payment/subscribe-performer', { body, headers }));
  if (!chaosClient.recordOutcome('subscription ordered', made)) return;
  const { orderId: id } = made.data as { orderId: string };
  await chaosClient.pay('subscription', (key) =>
    client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id }, headers: key }),
  );
};

const monthsBetween = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();

/** Ends a subscription's period: every node finds it due, and it must be renewed once. */
const renew: Operation = async (chaosClient) => {
  const { app, report } = chaosClient.context;
  const { database } = app.platform;
  const subscriptions = database.selectFrom('subscriptions').selectAll().where('fan_id', '=', chaosClient.id);
  const before = await chaosClient.retryUntilDone(() =>
    subscriptions.where('state', '=', 'active').where('renews_by', '=', 'wallet').limit(1).executeTakeFirst(),
  );
  if (!before) return;
  const now = new Date();
  await chaosClient.retryUntilDone(() =>
    database.updateTable('subscriptions').set({ next_attempt_at: now }).where('id', '=', before.id).execute(),
  );
  const find = () => chaosClient.retryUntilDone(() => subscriptions.where('id', '=', before.id).executeTakeFirstOrThrow());
  let after = await find();
  // Another client may be renewing it.
  while (after.next_attempt_at && after.next_attempt_at <= now) {
    await chaosClient.retryUntilDone(() => renewDueSubscriptions({ ...app.platform, clock: systemClock }));
    after = await find();
    if (after.next_attempt_at && after.next_attempt_at <= now) await pause();
  }
  const orders = await chaosClient.retryUntilDone(() =>
    database
      .selectFrom('orders')
      .select(['id', 'tokens_amount'])
      .where('buyer_id', '=', chaosClient.id)
      .where('kind', '=', 'renewal')
      .where('created_at', '>=', now)
      .execute(),
  );
  const months = monthsBetween(before.paid_until, after.paid_until);
  if (orders.length !== months) chaosClient.fail(`${orders.length} renewals were paid for ${months} months`);
  if (orders.length === 0) count(report.refused, 'renewal postponed');
  for (const { id, tokens_amount: tokens } of orders) {
    count(report.counts, 'renewal');
    chaosClient.balance -= Number(tokens);
    chaosClient.recordPaid({ orderId: id, refundAmount: Number(tokens), card: null, isTopUp: false });
  }
};

/** An admin refunds an order; requested twice with different keys, it must be refunded once. */
const refund: Operation = async (chaosClient) => {
  const { catalogue, clientOf } = chaosClient.context;
  if (chaosClient.paidOrders.length === 0) return;
  const order = chaosClient.random.pick(chaosClient.paidOrders);
  const admin = clientOf(catalogue.admin.client.token);
  const requestRefund = async (): Promise<boolean> => {
    const request = { params: { id: order.orderId }, body: { reason: 'Requested.' }, headers: keyed() };
    return chaosClient.recordOutcome(
      'refund',
      await chaosClient.retryUntilAnswered(() => admin.send('POST /admin/orders/{id}/refund', request)),
    );
  };
  const granted = await Promise.all(chaosClient.random.chance(0.1) ? [requestRefund(), requestRefund()] : [requestRefund()]);
  const times = granted.filter(Boolean).length;
  if (times > 1) chaosClient.fail(`${order.orderId} was refunded twice`);
  if (times === 0) return;
  chaosClient.balance += order.refundAmount;
  chaosClient.recordRefunded(order.orderId);
};

/** An admin refunds parts of an order, sometimes two at once: together never more than was paid. */
const refundPart: Operation = async (chaosClient) => {
  const { catalogue, clientOf } = chaosClient.context;
  const order = chaosClient.random.pick(chaosClient.paidOrders.filter(({ isTopUp }) => !isTopUp));
  if (!order) return;
  const admin = clientOf(catalogue.admin.client.token);
  // The amount of a card payment isn't known here: a hundredth of it is refunded.
  const part = order.refundAmount === 0 ? 1 : 1 + Math.floor(chaosClient.random.amount(0, order.refundAmount / 100) * 100 * 0.6);
  const requestPart = async (): Promise<boolean> => {
    // One key for all attempts: a part whose answer was lost must not be refunded again.
    const request = { params: { id: order.orderId }, body: { reason: 'A part of it.', amount: part / 100 }, headers: keyed() };
    return chaosClient.recordOutcome(
      'part refunded',
      await chaosClient.retryUntilAnswered(() => admin.send('POST /admin/orders/{id}/refund', request)),
    );
  };
  const granted = (await Promise.all(chaosClient.random.chance(0.3) ? [requestPart(), requestPart()] : [requestPart()])).filter(
    Boolean,
  ).length;
  if (granted > 0) order.isParted = true;
  if (order.refundAmount === 0 || granted === 0) return;
  if (granted * part > order.refundAmount) chaosClient.fail(`${order.orderId} was refunded beyond what was paid`);
  chaosClient.balance += granted * part;
  order.refundAmount -= granted * part;
  if (order.refundAmount === 0) chaosClient.recordRefunded(order.orderId);
};

/** A refund and payments of the same wallet at the same time. */
const refundWhilePaying: Operation = async (chaosClient) => {
  const { context, random, client } = chaosClient;
  const request = { params: { id: random.pick(context.catalogue.performers).id }, body: { amount: 1 } };
  const payTip = () =>
    chaosClient.pay('tip', (headers) => client.send('POST /payment-wallet/send-tip-wallet/{id}', { ...request, headers }), {
      isAlone: false,
    });
  // The refund picks its order before the tips exist.
  await Promise.all([refund(chaosClient), payTip(), payTip()]);
};

const OPERATIONS: readonly (readonly [number, Operation])[] = [
  [4, tip],
  [3, tipPost],
  [3, unlock],
  [3, buyGallery],
  [3, buyVideo],
  [3, buyCart],
  [3, giveGift],
  [3, sendEmoji],
  [1, subscribe],
  [1, renew],
  [1, topUp],
  [1, cartByCard],
  [1, tipByCard],
  [1, subscribeByCard],
  [1, refundAtCompany],
  [2, refund],
  [2, refundPart],
  [1, refundWhilePaying],
  [4, movePayout],
  [2, watchShow],
];
const WEIGHTED_OPERATIONS = OPERATIONS.flatMap(([weight, runRandomOperation]) => Array.from({ length: weight }, () => runRandomOperation));

/** A random operation; a top-up when the wallet runs low. */
export const runRandomOperation = async (chaosClient: ChaosClient): Promise<void> => {
  await (chaosClient.balance < LOW_BALANCE ? topUp : chaosClient.random.pick(WEIGHTED_OPERATIONS))(chaosClient);
};
