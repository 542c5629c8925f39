import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { ADDRESS, createCoupon, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// The lines of an order add up to the payment from the wallet, its refunds to the tokens that came back.

let app: TestApp;
let admin: Person;
let sellers: Person[];
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  sellers = [await createPerformer(app, { admin }), await createPerformer(app, { admin })];
});
afterAll(() => app.close());

const BALANCE = 5000;
const hundredths = (tokens: number): number => Math.round(tokens * 100);
const balanceOf = async (fan: Person): Promise<number> => hundredths((await fan.client.call('GET /users/me')).balance);
const orderOf = async (fan: Person, orderId: string) =>
  (await fan.client.call('GET /orders/users/search', { query: { orderId } })).data[0]!;

const line = fc.record({
  seller: fc.nat(1),
  isSent: fc.boolean(),
  price: fc.integer({ min: 1, max: 9999 }),
  postage: fc.integer({ min: 0, max: 999 }),
  quantity: fc.integer({ min: 1, max: 4 }),
});
const cart = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  percent: fc.option(fc.integer({ min: 1, max: 99 })),
});

/** Buys a generated cart from a wallet of its own. */
const buy = async ({ lines, percent }: typeof cart extends fc.Arbitrary<infer T> ? T : never) => {
  const fan = await createFan(app);
  await topUp(app, fan, 1000);
  for (let filled = 1000; filled < BALANCE; filled += 1000) await topUp(app, fan, 1000);
  const products: { productId: string; quantity: number }[] = [];
  for (const { seller, isSent, price, postage, quantity } of lines) {
    const type = isSent ? 'physical' : 'digital';
    const productId = await createProduct(app, sellers[seller]!, { type, price: price / 100, postage: postage / 100 });
    products.push({ productId, quantity: isSent ? quantity : 1 });
  }
  const couponCode = percent === null ? undefined : await createCoupon(admin, { percent });
  const before = await balanceOf(fan);
  const { orderId } = await fan.client.call('POST /payment-wallet/purchase-products', {
    body: {
      products,
      ...(couponCode ? { couponCode } : {}),
      ...(lines.some(({ isSent }) => isSent) ? { deliveryAddress: ADDRESS } : {}),
    },
  });
  return { fan, orderId, taken: before - (await balanceOf(fan)), before };
};

test('for any cart, lines, coupon and postage add up to what was taken, and a refund to what came back', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(cart, async (wanted) => {
      const { fan, orderId, taken, before } = await buy(wanted);
      const order = await orderOf(fan, orderId);
      const lines = order.details.reduce((sum, { unitPrice, quantity }) => sum + hundredths(unitPrice) * quantity, 0);
      expect(lines - hundredths(order.discount) + hundredths(order.postage)).toBe(hundredths(order.total));
      expect(hundredths(order.total)).toBe(taken);
      expect(order).toMatchObject({ refunded: 0, refundedMoney: 0 });
      for (const { unitPrice, quantity, discount, total } of order.details)
        expect(hundredths(unitPrice) * quantity - hundredths(discount)).toBe(hundredths(total));

      await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked.' } });
      expect(await balanceOf(fan)).toBe(before);
      const returned = await orderOf(fan, orderId);
      expect([returned.refunded, returned.refundedMoney]).toEqual([order.total, order.money]);
      const forLines = returned.details.reduce((sum, { refunded }) => sum + hundredths(refunded), 0);
      expect(forLines + hundredths(order.postage)).toBe(taken);
    }),
    { numRuns: 8 },
  );
});

test('a purchase of products has the first two names and how many there are', async () => {
  const fan = await createFan(app);
  await topUp(app, fan, 100);
  const named = (name: string) => createProduct(app, sellers[0]!, { name });
  const ids = [await named('Silk bag'), await named('Print'), await named('Score')];
  const order = async (products: string[]) =>
    fan.client.call('POST /payment-wallet/purchase-products', { body: { products: products.map((productId) => ({ productId })) } });
  await order(ids.slice(0, 2));
  await order(ids.slice(2));
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: sellers[0]!.id }, body: { amount: 2 } });
  const { data } = await fan.client.call('GET /transactions/user/search');
  expect(data.filter(({ kind }) => kind !== 'topUp').map(({ products }) => products)).toEqual([
    null,
    { names: ['Score'], count: 1 },
    { names: ['Silk bag', 'Print'], count: 2 },
  ]);
});
