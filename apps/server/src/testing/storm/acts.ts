import { renewDueSubscriptions } from '../../modules/subscriptions/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { ADDRESS } from '../shop.ts';
import { type Patron, keyed, pause } from './patron.ts';
import { count } from './tally.ts';

type Act = (patron: Patron) => Promise<unknown>;

/** Below so many hundredths of a token a fan tops up first. */
const LOW = 500;

const couponOf = ({ ground: { stage }, random }: Patron) => (random.chance(0.3) ? { couponCode: random.pick(stage.coupons) } : {});
const cartOf = (patron: Patron) => {
  const { ground, random } = patron;
  const on = [...ground.stage.downloads, ...ground.stage.prints];
  const products = [...new Set(Array.from({ length: 1 + Math.floor(random.next() * 3) }, () => random.pick(on)))];
  return { products: products.map((productId) => ({ productId })), deliveryAddress: ADDRESS, ...couponOf(patron) };
};

const tip: Act = (patron) => {
  const { ground, random, client } = patron;
  const request = { params: { id: random.pick(ground.stage.performers).id }, body: { amount: random.amount(1, 3) } };
  return patron.pay('tip', (headers) => client.send('POST /payment-wallet/send-tip-wallet/{id}', { ...request, headers }));
};
const tipPost: Act = (patron) => {
  const body = { feedId: patron.random.pick(patron.ground.stage.feeds), amount: 1 };
  return patron.pay('tip for a post', (headers) => patron.client.send('POST /payment-wallet/tip-feed', { body, headers }));
};
const unlock: Act = (patron) => {
  const body = { feedId: patron.random.pick(patron.ground.stage.feeds), ...couponOf(patron) };
  return patron.pay('post', (headers) => patron.client.send('POST /payment-wallet/purchase-feed', { body, headers }));
};
const buyGallery: Act = (patron) => {
  const body = { galleryId: patron.random.pick(patron.ground.stage.galleries), ...couponOf(patron) };
  return patron.pay('gallery', (headers) => patron.client.send('POST /payment-wallet/purchase-gallery', { body, headers }));
};
const buyVideo: Act = (patron) => {
  const body = { videoId: patron.random.pick(patron.ground.stage.videos), ...couponOf(patron) };
  return patron.pay('video', (headers) => patron.client.send('POST /payment-wallet/purchase-video', { body, headers }));
};
const buyCart: Act = (patron) => {
  const body = cartOf(patron);
  return patron.pay('cart', (headers) => patron.client.send('POST /payment-wallet/purchase-products', { body, headers }));
};
const givenOf = ({ ground, random }: Patron) => ({
  performerId: random.pick(ground.stage.performers).id,
  quantity: 1 + Math.floor(random.next() * 3),
});
const giveGift: Act = (patron) => {
  const body = { ...givenOf(patron), giftId: patron.random.pick(patron.ground.stage.gifts) };
  return patron.pay('gift', (headers) => patron.client.send('POST /payment-wallet/gifting', { body, headers }));
};
const sendEmoji: Act = (patron) => {
  const body = { ...givenOf(patron), emojiId: patron.random.pick(patron.ground.stage.emojis) };
  return patron.pay('emoji', (headers) => patron.client.send('POST /payment-wallet/emoji', { body, headers }));
};

const subscribe: Act = async (patron) => {
  const { client } = patron;
  const body = { performerId: patron.random.pick(patron.ground.stage.performers).id, renews: true };
  const headers = keyed();
  const made = await patron.insist(() => client.send('POST /payment/subscribe-performer', { body, headers }));
  if (!patron.note('subscription ordered', made)) return;
  const { orderId: id } = made.data as { orderId: string };
  await patron.pay('subscription', (key) => client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id }, headers: key }));
};

const monthsBetween = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();

/** A subscription's period is over: every node that looks finds it due, and it is renewed once. */
const renew: Act = async (patron) => {
  const { app, tally } = patron.ground;
  const { database } = app.platform;
  const subscriptions = database.selectFrom('subscriptions').selectAll().where('fan_id', '=', patron.id);
  const before = await patron.insistOn(() =>
    subscriptions.where('state', '=', 'active').where('renews_by', '=', 'wallet').limit(1).executeTakeFirst(),
  );
  if (!before) return;
  const now = new Date();
  await patron.insistOn(() => database.updateTable('subscriptions').set({ next_attempt_at: now }).where('id', '=', before.id).execute());
  const find = () => patron.insistOn(() => subscriptions.where('id', '=', before.id).executeTakeFirstOrThrow());
  let after = await find();
  // Another caller may be at it.
  while (after.next_attempt_at && after.next_attempt_at <= now) {
    await patron.insistOn(() => renewDueSubscriptions({ ...app.platform, clock: systemClock }));
    after = await find();
    if (after.next_attempt_at && after.next_attempt_at <= now) await pause();
  }
  const orders = await patron.insistOn(() =>
    database
      .selectFrom('orders')
      .select(['id', 'tokens_amount'])
      .where('buyer_id', '=', patron.id)
      .where('kind', '=', 'renewal')
      .where('created_at', '>=', now)
      .execute(),
  );
  const months = monthsBetween(before.paid_until, after.paid_until);
  if (orders.length !== months) patron.fail(`${orders.length} renewals were paid for ${months} months`);
  if (orders.length === 0) count(tally.refused, 'renewal postponed');
  for (const { id, tokens_amount: tokens } of orders) {
    count(tally.counts, 'renewal');
    patron.balance -= Number(tokens);
    patron.paid({ orderId: id, back: Number(tokens), paymentId: null, isTopUp: false });
  }
};

const topUp: Act = async (patron) => {
  const amount = patron.random.amount(5, 25);
  const back = -Math.round(amount * 100);
  const paid = await patron.payByCard('top-up', back, (headers) =>
    patron.client.send('POST /payment/purchase-wallet/custom-amount', { body: { amount }, headers }),
  );
  if (paid) patron.balance -= back;
};
const cartByCard: Act = (patron) => {
  const body = cartOf(patron);
  return patron.payByCard('cart by card', 0, (headers) => patron.client.send('POST /payment/purchase-products', { body, headers }));
};
const tipByCard: Act = (patron) => {
  const body = { performerId: patron.random.pick(patron.ground.stage.performers).id, amount: 2 };
  return patron.payByCard('tip by card', 0, (headers) => patron.client.send('POST /payment/send-tip', { body, headers }));
};

/** The administration gives an order back; asked twice with keys of their own, once. */
const refund: Act = async (patron) => {
  const { stage, clientOf } = patron.ground;
  if (patron.standing.length === 0) return;
  const order = patron.random.pick(patron.standing);
  const admin = clientOf(stage.admin.client.token);
  const ask = async (): Promise<boolean> => {
    const request = { params: { id: order.orderId }, body: { reason: 'It was asked for.' }, headers: keyed() };
    return patron.note('refund', await patron.insist(() => admin.send('POST /admin/orders/{id}/refund', request)));
  };
  const granted = await Promise.all(patron.random.chance(0.1) ? [ask(), ask()] : [ask()]);
  const times = granted.filter(Boolean).length;
  if (times > 1) patron.fail(`${order.orderId} was given back twice`);
  if (times === 0) return;
  patron.balance += order.back;
  patron.givenBack(order.orderId);
};

/** A refund and payments of the same wallet in the same moment. */
const refundWhilePaying: Act = async (patron) => {
  const { ground, random, client } = patron;
  const request = { params: { id: random.pick(ground.stage.performers).id }, body: { amount: 1 } };
  const alongside = () =>
    patron.pay('tip', (headers) => client.send('POST /payment-wallet/send-tip-wallet/{id}', { ...request, headers }), { isAlone: false });
  // What is refunded is chosen before the tips are there to be chosen.
  await Promise.all([refund(patron), alongside(), alongside()]);
};

const ACTS: readonly (readonly [number, Act])[] = [
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
  [2, refund],
  [1, refundWhilePaying],
];
const WEIGHTED = ACTS.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));

/** Anything at all that is paid; with an empty wallet, it is filled. */
export const act = async (patron: Patron): Promise<void> => {
  await (patron.balance < LOW ? topUp : patron.random.pick(WEIGHTED))(patron);
};

/** A bank takes back a payment by card. Of a top-up, whatever it paid for goes with it, and the account is frozen: the fan's last act. */
export const chargeBack = async (patron: Patron): Promise<void> => {
  const order = patron.standing.find(({ paymentId }) => paymentId !== null);
  if (!order) return;
  const press = (action: 'chargeBack' | 'resend') =>
    patron.insist(() => patron.client.send('POST /gateways/sandbox/payments/{id}', { params: { id: order.paymentId! }, body: { action } }));
  const find = () =>
    patron.insistOn(() =>
      patron.ground.app.platform.database.selectFrom('orders').select('state').where('id', '=', order.orderId).executeTakeFirstOrThrow(),
    );
  if (order.isTopUp) patron.lose();
  // ORDER_STATE to whom a refund came first at the gateway.
  patron.note('chargeback', await press('chargeBack'));
  for (let times = 0; times < 50 && (await find()).state === 'paid'; times += 1) await press('resend');
  const { state } = await find();
  if (state !== 'chargedBack') patron.fail(`${order.orderId} is ${state} after a chargeback`);
  patron.givenBack(order.orderId);
};
