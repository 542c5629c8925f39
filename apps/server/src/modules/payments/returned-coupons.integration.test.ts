import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SandboxAction } from '../../gateways/sandbox.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { ADDRESS, createCoupon, createItem, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { paymentIdOf } from '../../testing/unkeyed-fixtures.ts';
import { refundUnaccepted } from './reverse-payment.ts';

// An order that never happened consumes no coupon.

const CALLERS = 20;
const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let seller: Person;
let jug: string;
let mug: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  seller = await createPerformer(app, { admin });
  jug = await createProduct(app, seller, { type: 'physical', price: 10, name: 'Jug' });
  mug = await createProduct(app, seller, { type: 'physical', price: 6, name: 'Mug' });
});
afterEach(async () => {
  const broken = (await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok);
  if (broken.length > 0) throw new Error(broken.map(({ name, detail }) => `${name}: ${detail}`).join('; '));
});
afterAll(() => app.close());

interface Answer {
  status: number;
  error?: { error?: string };
}
const countOf = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) {
    const name = status < 300 ? 'ok' : (error?.error ?? String(status));
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
const atOnce = async (call: (n: number) => Promise<Answer>): Promise<Record<string, number>> =>
  countOf(await Promise.all(Array.from({ length: CALLERS }, (_, n) => call(n))));

const richFan = async (): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, 50);
  return fan;
};
const single = () => createCoupon(admin, { percent: 50, usesMaximum: 1, usesPerAccount: 1 });
const usesOf = async (code: string): Promise<number> =>
  (await admin.client.call('GET /admin/coupons', { query: { q: code } })).data[0]!.useCount;
const bodyOf = (couponCode: string, productIds: string[]) => ({
  products: productIds.map((productId) => ({ productId })),
  deliveryAddress: ADDRESS,
  couponCode,
});
const buy = (fan: Person, couponCode: string, ...productIds: string[]) =>
  fan.client.send('POST /payment-wallet/purchase-products', { body: bodyOf(couponCode, productIds) });
const linesOf = async (fan: Person): Promise<string[]> =>
  (await fan.client.call('GET /orders/users/details/search')).data.map(({ _id }) => _id);
const cancel = (fan: Person, id: string) => fan.client.send('POST /orders/{id}/cancel', { params: { id } });
const update = (id: string, delivery: 'cancelled' | 'processing' | 'shipped') =>
  seller.client.send('PUT /orders/{id}/update', { params: { id }, body: { delivery } });
const refund = (orderId: string) =>
  admin.client.send('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked for it.' } });
const press = (redirectUrl: string, action: SandboxAction) =>
  app.client().send('POST /gateways/sandbox/payments/{id}', { params: { id: paymentIdOf(redirectUrl) }, body: { action } });

/** A fan's order of a jug with a coupon for a single use. */
const ordered = async (...productIds: string[]) => {
  const [fan, code] = [await richFan(), await single()];
  const { data } = await buy(fan, code, ...productIds);
  expect(await usesOf(code)).toBe(1);
  return { fan, code, orderId: data.orderId, lines: await linesOf(fan) };
};

test.each([
  ['called off by its buyer', ({ fan, lines }) => cancel(fan, lines[0]!)],
  ['declined by its seller', ({ lines }) => update(lines[0]!, 'cancelled')],
  [
    'not accepted in three days',
    async () => {
      app.clock.advance(3 * DAY_MS + 1000);
      await refundUnaccepted(app.platform);
    },
  ],
  [
    'accepted, then refunded by an admin',
    async ({ lines, orderId }) => {
      await update(lines[0]!, 'processing');
      return refund(orderId);
    },
  ],
] as [string, (placed: Awaited<ReturnType<typeof ordered>>) => Promise<unknown>][])(
  '%s: an order that was not sent gives its coupon back, to be used again, once',
  async (_name, end) => {
    const placed = await ordered(jug);
    expect(countOf([await buy(placed.fan, placed.code, mug)])).toEqual({ COUPON_INVALID: 1 });
    await end(placed);
    expect(await usesOf(placed.code)).toBe(0);
    expect(await atOnce(() => buy(placed.fan, placed.code, mug))).toEqual({ ok: 1, COUPON_INVALID: CALLERS - 1 });
    expect(await usesOf(placed.code)).toBe(1);
  },
);

test('an order of two products keeps its coupon until both are called off', async () => {
  const { fan, code, lines } = await ordered(jug, mug);
  expect(countOf([await cancel(fan, lines[0]!)])).toEqual({ ok: 1 });
  expect(await usesOf(code)).toBe(1);
  expect(await atOnce(() => cancel(fan, lines[1]!))).toEqual({ ok: 1, DELIVERY_STATE: CALLERS - 1 });
  expect(await usesOf(code)).toBe(0);
});

test('a refund after sending keeps the coupon used; so does one of an order with a download, or of a single item', async () => {
  const sent = await ordered(jug);
  await update(sent.lines[0]!, 'processing');
  await update(sent.lines[0]!, 'shipped');
  const mixed = await ordered(mug, await createProduct(app, seller, { type: 'digital', price: 5 }));
  const [fan, code] = [await richFan(), await single()];
  const videoId = await createItem(app, seller, 'video', { price: 5 });
  const video = await fan.client.call('POST /payment-wallet/purchase-video', { body: { videoId, couponCode: code } });
  for (const orderId of [sent.orderId, mixed.orderId, video.orderId]) expect(countOf([await refund(orderId)])).toEqual({ ok: 1 });
  expect([await usesOf(sent.code), await usesOf(mixed.code), await usesOf(code)]).toEqual([1, 1, 1]);
});

test('a chargeback of an order that was not sent keeps the coupon used', async () => {
  const [fan, code] = [await createFan(app), await single()];
  const { redirectUrl } = await fan.client.call('POST /payment/purchase-products', { body: bodyOf(code, [jug]) });
  await press(redirectUrl, 'approve');
  expect(await usesOf(code)).toBe(1);
  await press(redirectUrl, 'chargeBack');
  expect(await usesOf(code)).toBe(1);
});

test('twenty declines of an order by card leave the coupon as it was; twenty refunds of a paid one give it back once', async () => {
  const [fan, other, code] = [await createFan(app), await createFan(app), await createCoupon(admin, { percent: 50, usesMaximum: 2 })];
  const place = async (by: Person) => by.client.call('POST /payment/purchase-products', { body: bodyOf(code, [jug]) });
  const [paid, kept, declined] = [await place(fan), await place(other), await place(fan)];
  await press(paid.redirectUrl, 'approve');
  await press(kept.redirectUrl, 'approve');
  expect(await usesOf(code)).toBe(2);
  await press(declined.redirectUrl, 'decline');
  await atOnce(() => press(declined.redirectUrl, 'resend'));
  expect((await fan.client.call('GET /payment/orders/{id}', { params: { id: declined.orderId } })).state).toBe('failed');
  expect(await usesOf(code)).toBe(2);
  await atOnce(() => refund(paid.orderId));
  await atOnce(() => press(paid.redirectUrl, 'refund'));
  expect(await usesOf(code)).toBe(1);
});

test('twenty fans at once take the last use once, also after it was given back while they bought', { timeout: 60_000 }, async () => {
  const { fan, code, lines } = await ordered(jug);
  const fans = await Promise.all(Array.from({ length: CALLERS }, richFan));
  const bought = await atOnce((n) => (n === 3 ? cancel(fan, lines[0]!) : buy(n % 2 ? fan : fans[n]!, code, mug)));
  expect(['ok', 'COUPON_INVALID']).toEqual(expect.arrayContaining(Object.keys(bought)));
  // The cancellation, and at most one sale of what it gave back.
  expect([1, 2]).toContain(bought['ok']);
  expect(await usesOf(code)).toBe(bought['ok']! - 1);
  const left = await atOnce((n) => buy(fans[n]!, code, mug));
  expect((left['ok'] ?? 0) + bought['ok']!).toBe(2);
  expect(await usesOf(code)).toBe(1);
});
