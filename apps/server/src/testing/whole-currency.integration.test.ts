import type { FieldError } from '@stagedoor/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseDueEarnings } from '../ledger/index.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from './factories.ts';
import { setPaypal } from './payout-fixtures.ts';
import { ADDRESS, createCoupon, createProduct } from './shop.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { paymentIdOf } from './unkeyed-fixtures.ts';

// A site in yen, of which a token is worth 25: amounts of tokens go by 0.04.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
const set = (values: Record<string, unknown>) => admin.client.raw('PUT /admin/settings', { body: { values } });
const problemsOf = (error: unknown): readonly FieldError[] => {
  const { message } = error as { message: readonly FieldError[] | string };
  return typeof message === 'string' ? [{ property: message, constraints: {} }] : message;
};
const fieldsOf = (error: unknown) => problemsOf(error).map(({ property }) => property);
const sentenceOf = (error: unknown) => Object.values(problemsOf(error)[0]!.constraints)[0];

beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 4.96 });
  fan = await createFan(app);
});
afterAll(() => app.close());

test('the value of a token and the amounts of settings are refused where they can’t be paid, with the nearest that can', async () => {
  const value = await set({ currency: 'JPY', tokenValue: 0.5 });
  expect([value.status, fieldsOf(value.error), sentenceOf(value.error)]).toEqual([
    422,
    ['tokenValue'],
    'This can’t be paid in JPY. The nearest amount that can is 1.',
  ]);
  const fee = await set({ currency: 'JPY', tokenValue: 25, payoutFee: 0.5, tipMinimum: 1.01 });
  expect([fee.status, fieldsOf(fee.error).sort()]).toEqual([422, ['payoutFee', 'tipMinimum']]);
  expect((await set({ currency: 'XYZ' })).status).toBe(422);
  expect((await set({ currency: 'KWD', payoutFee: 0.25 })).status).toBe(200);
});

test('a currency is refused while a price can’t be paid in it', async () => {
  const price = (monthlyPrice: number) => star.client.raw('PUT /performers', { body: { monthlyPrice } });
  await price(4.99);
  const refused = await set({ currency: 'JPY', tokenValue: 25, payoutFee: 0 });
  expect([refused.status, sentenceOf(refused.error)]).toEqual([422, 'Some prices can’t be paid in this currency. Change them first.']);
  await price(4.96);
  expect((await set({ currency: 'JPY', tokenValue: 25, payoutFee: 0 })).status).toBe(200);
});

test('prices, tips, packages and payouts are refused where they can’t be paid, with the nearest that can, in the caller’s language', async () => {
  const refusal = async (who: Person, key: string, body: unknown, params: Record<string, string> = {}) => {
    const { status, error } = await who.client.raw(key, { params, body: body as object, query: { locale: 'es' } });
    return [status, sentenceOf(error)];
  };
  const nearest = (amount: string) => [422, `No se puede pagar en JPY. El importe más cercano que se puede es ${amount}.`];
  expect(await refusal(star, 'PUT /performers', { monthlyPrice: 4.99 })).toEqual(nearest('5'));
  expect(await refusal(star, 'POST /performer/feeds', { text: 'For buyers.', audience: 'buyers', price: 2.5 })).toEqual(nearest('2.52'));
  const tip = { amount: 1.01 };
  expect(await refusal(fan, 'POST /payment-wallet/send-tip-wallet/{id}', tip, { id: star.id })).toEqual(nearest('1'));
  expect(await refusal(fan, 'POST /payment/purchase-wallet/custom-amount', { amount: 20.02 })).toEqual(nearest('20.04'));
  const coin = { name: 'Encore', tokens: 10, price: 249.5, position: 1, active: false };
  expect(await refusal(admin, 'POST /admin/wallet-packages', coin)).toEqual(nearest('250'));
  expect(await refusal(star, 'POST /payout-requests', { method: 'paypal', amount: 30.5 })).toEqual(nearest('31'));
});

test('discounts leave amounts that can be paid, and the gateway takes whole yen', async () => {
  const coupon = await createCoupon(admin, { percent: 33 });
  const feedId = await createFeed(star, { audience: 'buyers', price: 9.96, photos: 0, text: 'For buyers.' });
  const products = [
    { productId: await createProduct(app, star, { price: 3.32 }) },
    { productId: await createProduct(app, star, { type: 'physical', price: 1.04, stock: 9, postage: 0.52 }), quantity: 3 },
  ];
  const orders = [
    await fan.client.call('POST /payment/purchase-feed', { body: { feedId, couponCode: coupon } }),
    await fan.client.call('POST /payment/purchase-products', { body: { products, deliveryAddress: ADDRESS, couponCode: coupon } }),
    await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } }),
    await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 20.04 } }),
  ];
  for (const { orderId, redirectUrl } of orders) {
    const id = paymentIdOf(redirectUrl!);
    const order = await app.platform.database.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
    const payment = await app.platform.database.selectFrom('sandbox_payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([payment.currency, payment.amount, payment.amount % 100n]).toEqual(['JPY', order.money_amount, 0n]);
    await app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id }, body: { action: 'approve' } });
  }
  await app.settle();
  expect((await fan.client.call('GET /users/me')).balance).toBe(20.04);
  const refund = (amount: number) =>
    admin.client.raw('POST /admin/orders/{id}/refund', { params: { id: orders[0]!.orderId }, body: { reason: 'A part.', amount } });
  const refused = await refund(10.5);
  expect([refused.status, sentenceOf(refused.error)]).toEqual([422, 'This can’t be paid in JPY. The nearest amount that can is 11.']);
  expect((await refund(10)).status).toBe(200);
});

test('a payout of everything leaves what is less than a yen', async () => {
  await setPaypal(app, star, 'star@example.org');
  await releaseDueEarnings({ ...app.platform, clock: { now: () => new Date(app.clock.now().getTime() + 60 * 86_400_000) } });
  const { available, amount, obstacle } = await star.client.call('POST /payout-requests/calculate', { body: { method: 'paypal' } });
  expect([available % 1 !== 0, amount, obstacle]).toEqual([true, Math.floor(available), null]);
  expect(await star.client.call('POST /payout-requests', { body: { method: 'paypal' } })).toMatchObject({ amount: Math.floor(available) });
});
