import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseDueEarnings, verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { ADDRESS, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { deliverUnconfirmed } from '../orders/update-delivery.ts';
import { refundUnaccepted } from './reverse-payment.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  seller = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const balanceOf = async ({ client }: Person): Promise<number> => (await client.call('GET /users/me')).balance;
const earned = async ({ client }: Person) => {
  const { pending, available } = await client.call('GET /earning/stats');
  return [pending, available];
};
const assertBalanced = async (): Promise<void> =>
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);
const told = async ({ client }: Person): Promise<string[]> => {
  await app.settle();
  return (await client.call('GET /notifications')).data.filter(({ kind }) => kind === 'order').map(({ text }) => text);
};

/** A fan who bought two physical products of one seller: 10 and 6 tokens, 3 for postage. */
const ordered = async (by: Person = seller) => {
  const fan = await createFan(app);
  await topUp(app, fan, 50);
  const products = [
    { productId: await createProduct(app, by, { type: 'physical', price: 10, stock: 5, postage: 3, name: 'Jug' }) },
    { productId: await createProduct(app, by, { type: 'physical', price: 6, stock: 5, postage: 2, name: 'Mug' }) },
  ];
  await fan.client.call('POST /payment-wallet/purchase-products', { body: { products, deliveryAddress: ADDRESS } });
  const { data } = await fan.client.call('GET /orders/users/details/search');
  const idOf = (name: string): string => data.find(({ product }) => product.name === name)!._id;
  return { fan, jug: idOf('Jug'), mug: idOf('Mug') };
};
const update = (by: Person, id: string, body: Record<string, unknown>) =>
  by.client.send('PUT /orders/{id}/update', { params: { id }, body });
const ship = async (id: string, by: Person = seller) => {
  await update(by, id, { delivery: 'processing' });
  return (await update(by, id, { delivery: 'shipped', trackingUrl: 'https://post.example.com/1', shippingNote: 'By post' })).data;
};
const cancel = (by: Person, id: string) => by.client.send('POST /orders/{id}/cancel', { params: { id } });
const confirm = (by: Person, id: string) => by.client.send('POST /orders/{id}/confirm', { params: { id } });
const complain = (by: Person, id: string, text = 'It came in pieces.') =>
  by.client.send('POST /orders/{id}/complain', { params: { id }, body: { text } });
const stockOf = async (orderLineId: string) =>
  (
    await app.platform.database
      .selectFrom('order_lines as d')
      .innerJoin('products as p', 'p.id', 'd.product_id')
      .select('p.stock')
      .where('d.id', '=', orderLineId)
      .executeTakeFirstOrThrow()
  ).stock;

test('the buyer calls off before acceptance: stock and tokens are back, the postage with the last of a parcel', async () => {
  const { fan, jug, mug } = await ordered();
  expect(await balanceOf(fan)).toBe(31);
  expect((await cancel(seller, jug)).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(fan, jug)));
  expect(answers.map(({ status, error }) => error?.error ?? status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 5 }, () => 'DELIVERY_STATE'),
  ]);
  expect([await balanceOf(fan), await stockOf(jug)]).toEqual([41, 5]);
  expect((await cancel(fan, mug)).data).toMatchObject({ delivery: 'cancelled' });
  expect(await balanceOf(fan)).toBe(50);
  expect((await told(seller)).some((text) => text.includes('Jug'))).toBe(true);
  await assertBalanced();
});

test('the seller declines; once accepted neither side calls off', async () => {
  const { fan, jug, mug } = await ordered();
  await update(seller, mug, { delivery: 'processing' });
  expect((await cancel(fan, mug)).error.error).toBe('DELIVERY_STATE');
  expect((await update(seller, jug, { delivery: 'cancelled' })).data.delivery).toBe('cancelled');
  expect(await balanceOf(fan)).toBe(41);
  expect((await update(seller, mug, { delivery: 'cancelled' })).error.error).toBe('DELIVERY_STATE');
  expect((await update(seller, mug, { delivery: 'delivered' })).error.error).toBe('DELIVERY_STATE');
  expect((await told(fan)).some((text) => text.includes('Jug'))).toBe(true);
  await assertBalanced();
});

test('what isn’t accepted in three days is given back with its post, and both sides learn of it', async () => {
  const by = await createPerformer(app, { admin });
  const { fan } = await ordered(by);
  app.clock.advance(3 * DAY_MS + 1000);
  await refundUnaccepted(app.platform);
  expect(await balanceOf(fan)).toBe(50);
  expect((await told(by)).filter((text) => text.includes('three days')).length).toBe(2);
  await assertBalanced();
});

test('the tracking link is corrected after shipping; only a web address is one', async () => {
  const { jug } = await ordered();
  expect((await update(seller, jug, { trackingUrl: 'https://post.example.com/0' })).error.error).toBe('DELIVERY_STATE');
  expect(await ship(jug)).toMatchObject({ delivery: 'shipped', trackingUrl: 'https://post.example.com/1', shippingNote: 'By post' });
  expect((await update(seller, jug, { trackingUrl: 'https://post.example.com/2' })).data).toMatchObject({
    delivery: 'shipped',
    trackingUrl: 'https://post.example.com/2',
  });
  for (const trackingUrl of ['javascript:alert(1)', 'post', '//post.example.com'])
    expect((await update(seller, jug, { trackingUrl })).status).toBe(422);
});

test('confirmed, the earnings and the postage are free some days later', async () => {
  const by = await createPerformer(app, { admin });
  const { fan, jug, mug } = await ordered(by);
  await cancel(fan, mug);
  expect((await confirm(fan, jug)).error.error).toBe('DELIVERY_STATE');
  await ship(jug, by);
  expect((await confirm(by, jug)).status).toBe(404);
  expect((await confirm(fan, jug)).data).toMatchObject({ delivery: 'delivered', complainBy: null });
  expect((await complain(fan, jug)).error.error).toBe('DELIVERY_STATE');
  app.clock.advance(7 * DAY_MS + 1000);
  await releaseDueEarnings(app.platform);
  expect(await earned(by)).toEqual([0, 8.5 + 3]);
  expect((await told(by)).some((text) => text.includes('has reached'))).toBe(true);
  await assertBalanced();
});

test('a complaint stops the release until an admin decides: given back', async () => {
  const by = await createPerformer(app, { admin });
  const { fan, jug, mug } = await ordered(by);
  await cancel(fan, mug);
  await ship(jug, by);
  await update(by, jug, { delivery: 'delivered' });
  expect((await complain(fan, jug, 'Broken')).status).toBe(422);
  expect((await complain(by, jug)).status).toBe(404);
  expect((await complain(fan, jug)).data.complaint).toMatchObject({ state: 'open', text: 'It came in pieces.' });
  expect((await complain(fan, jug)).error.error).toBe('DELIVERY_STATE');
  app.clock.advance(40 * DAY_MS);
  await deliverUnconfirmed(app.platform);
  await releaseDueEarnings(app.platform);
  expect(await earned(by)).toEqual([11.5, 0]);
  const queue = await admin.client.call('GET /admin/complaints');
  expect(queue.data.map(({ _id }) => _id)).toContain(jug);
  const decide = (decision: 'refund' | 'reject') =>
    admin.client.send('POST /admin/complaints/{id}/decide', { params: { id: jug }, body: { decision, note: 'Broken.' } });
  expect((await decide('refund')).data).toMatchObject({ delivery: 'refunded', complaint: { state: 'refunded', note: 'Broken.' } });
  expect((await decide('reject')).error.error).toBe('DELIVERY_STATE');
  expect([await balanceOf(fan), await earned(by)]).toEqual([50, [0, 0]]);
  await assertBalanced();
});

test('a rejected complaint, and neither word nor complaint in fourteen days: delivered, and released later', async () => {
  const by = await createPerformer(app, { admin });
  const { fan, jug, mug } = await ordered(by);
  await ship(jug, by);
  await ship(mug, by);
  await complain(fan, jug);
  await admin.client.call('POST /admin/complaints/{id}/decide', { params: { id: jug }, body: { decision: 'reject', note: 'Was whole.' } });
  app.clock.advance(14 * DAY_MS + 1000);
  expect((await complain(fan, mug)).error.error).toBe('DELIVERY_STATE');
  await deliverUnconfirmed(app.platform);
  const { data } = await fan.client.call('GET /orders/users/details/search');
  expect(data.map(({ delivery }) => delivery)).toEqual(['delivered', 'delivered']);
  app.clock.advance(7 * DAY_MS + 1000);
  await releaseDueEarnings(app.platform);
  expect(await earned(by)).toEqual([0, 13.6 + 3]);
  await assertBalanced();
});

test('a cart by card: post included, declined is given back at the gateway', async () => {
  const fan = await createFan(app);
  const productId = await createProduct(app, seller, { type: 'physical', price: 10, stock: 5, postage: 3 });
  const { redirectUrl, orderId } = await fan.client.call('POST /payment/purchase-products', {
    body: { products: [{ productId }], deliveryAddress: ADDRESS },
  });
  const id = redirectUrl.split('/').at(-1)!;
  const payment = () => app.client().call('GET /gateways/sandbox/payments/{id}', { params: { id } });
  expect((await payment()).amount).toBe(13);
  await app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id }, body: { action: 'approve' } });
  const [line] = (await fan.client.call('GET /orders/users/details/search')).data;
  await update(seller, line!._id, { delivery: 'cancelled' });
  await app.settle();
  expect((await payment()).refunded).toBe(13);
  expect((await fan.client.call('GET /payment/orders/{id}', { params: { id: orderId } })).state).toBe('refunded');
  await assertBalanced();
});
