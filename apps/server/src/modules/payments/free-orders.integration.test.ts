import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { ADDRESS, createCoupon, createItem, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { paymentIdOf } from '../../testing/unkeyed-fixtures.ts';

// Orders that a coupon makes free are completed at once, without the gateway.

const CALLERS = 20;

let app: TestApp;
let admin: Person;
let star: Person;
let code: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  code = await createCoupon(admin, { percent: 100 });
});
afterEach(async () => {
  const broken = (await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok);
  if (broken.length > 0) throw new Error(broken.map(({ name, detail }) => `${name}: ${detail}`).join('; '));
});
afterAll(() => app.close());

const orderOf = (fan: Person, id: string) => fan.client.call('GET /payment/orders/{id}', { params: { id } });
const pendingOf = async ({ client }: Person): Promise<number> => (await client.call('GET /earning/stats')).pending;

const free: [string, () => Promise<Record<string, unknown>>][] = [
  ['feed', async () => ({ feedId: await createFeed(star, { audience: 'buyers', price: 3 }) })],
  ['gallery', async () => ({ galleryId: await createItem(app, star, 'gallery') })],
  ['video', async () => ({ videoId: await createItem(app, star, 'video') })],
  ['products', async () => ({ products: [{ productId: await createProduct(app, star) }] })],
];

test.each(free)('by card, a purchase of %s that costs nothing is paid at once, and leads to its paid order', async (kind, bodyOf) => {
  const fan = await createFan(app);
  const body = { ...(await bodyOf()), couponCode: code, returnTo: '/discover' };
  const { data } = await fan.client.raw(`POST /payment/purchase-${kind}`, { body });
  const { orderId, redirectUrl } = data as { orderId: string; redirectUrl: string };
  expect(redirectUrl).toBe(`${app.platform.config.publicUrl}/wallet/return/${orderId}`);
  expect(await orderOf(fan, orderId)).toMatchObject({ state: 'paid', money: 0, returnTo: '/discover' });
  const given = await app.platform.database.selectFrom('entitlements').select('order_id').where('account_id', '=', fan.id).execute();
  expect(given).toEqual([{ order_id: orderId }]);
  const payments = await app.platform.database.selectFrom('sandbox_payments').select('id').where('order_id', '=', orderId).execute();
  expect(payments).toEqual([]);
  await app.settle();
});

test('by card, twenty calls at once buy it once; with one key all answer the same order', async () => {
  const fan = await createFan(app);
  const buy = async (videoId: string, key: () => string) => {
    const headers = { 'idempotency-key': key() };
    const { status, data, error } = await fan.client.raw('POST /payment/purchase-video', { body: { videoId, couponCode: code }, headers });
    return status < 300 ? (data as { orderId: string }).orderId : error?.error;
  };
  const atOnce = (videoId: string, key: () => string) => Promise.all(Array.from({ length: CALLERS }, () => buy(videoId, key)));
  const answers = await atOnce(await createItem(app, star, 'video'), randomUUID);
  expect(answers.filter((answer) => answer === 'ALREADY_PURCHASED').length).toBe(CALLERS - 1);
  const key = randomUUID();
  expect(new Set(await atOnce(await createItem(app, star, 'video'), () => key)).size).toBe(1);
  const orders = await app.platform.database.selectFrom('orders').select('state').where('buyer_id', '=', fan.id).execute();
  expect(orders).toEqual([{ state: 'paid' }, { state: 'paid' }]);
});

test('the last use of a coupon gives one of twenty fans the item', async () => {
  const last = await createCoupon(admin, { percent: 100, usesMaximum: 1 });
  const videoId = await createItem(app, star, 'video');
  const fans = await Promise.all(Array.from({ length: CALLERS }, () => createFan(app)));
  const answers = await Promise.all(
    fans.map(({ client }) => client.send('POST /payment/purchase-video', { body: { videoId, couponCode: last } })),
  );
  expect(answers.filter(({ status }) => status === 201).length).toBe(1);
  expect(answers.filter(({ error }) => error?.error === 'COUPON_INVALID').length).toBe(CALLERS - 1);
});

test('a free product is declined, which gives the coupon back; a free download is refunded, which takes it away', async () => {
  const fan = await createFan(app);
  const once = await createCoupon(admin, { percent: 100, usesMaximum: 1 });
  const productId = await createProduct(app, star, { type: 'physical', stock: 2 });
  const body = { products: [{ productId }], deliveryAddress: ADDRESS, couponCode: once };
  await fan.client.call('POST /payment/purchase-products', { body });
  const [line] = (await fan.client.call('GET /orders/users/details/search')).data;
  await star.client.call('PUT /orders/{id}/update', { params: { id: line!._id }, body: { delivery: 'cancelled' } });
  expect((await admin.client.call('GET /admin/coupons', { query: { q: once } })).data[0]!.useCount).toBe(0);
  const videoId = await createItem(app, star, 'video');
  const { orderId } = await fan.client.call('POST /payment/purchase-video', { body: { videoId, couponCode: once } });
  await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked for it.' } });
  expect((await orderOf(fan, orderId)).state).toBe('refunded');
  const refunds = await app.platform.database.selectFrom('gateway_refunds').select('id').where('order_id', '=', orderId).execute();
  expect(refunds).toEqual([]);
  await app.settle();
});

test('only the postage is left to pay, by card and from the wallet', async () => {
  const fan = await createFan(app);
  await topUp(app, fan, 10);
  const before = await pendingOf(star);
  const productId = await createProduct(app, star, { type: 'physical', price: 4, postage: 2 });
  const body = { products: [{ productId }], deliveryAddress: ADDRESS, couponCode: code };
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-products', { body });
  await app
    .client()
    .call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentIdOf(redirectUrl) }, body: { action: 'approve' } });
  expect(await orderOf(fan, orderId)).toMatchObject({ state: 'paid', money: 2 });
  const receipt = await fan.client.call('POST /payment-wallet/purchase-products', { body });
  expect([receipt.amount, receipt.balance]).toEqual([2, 8]);
  expect((await pendingOf(star)) - before).toBe(4);
});

test('from the wallet the balance stays, also an empty one', async () => {
  const [rich, poor] = [await createFan(app), await createFan(app)];
  await topUp(app, rich, 10);
  const videoId = await createItem(app, star, 'video');
  const buy = ({ client }: Person) => client.call('POST /payment-wallet/purchase-video', { body: { videoId, couponCode: code } });
  const receipts = [await buy(rich), await buy(poor)];
  expect(receipts.map(({ amount, money, balance }) => [amount, money, balance])).toEqual([
    [0, 0, 10],
    [0, 0, 0],
  ]);
});
