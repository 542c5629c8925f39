import { randomUUID } from 'node:crypto';
import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/index.ts';
import { sendRefund } from '../modules/payments/gateway-tasks.ts';
import { refundPaidOrder } from '../modules/payments/index.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../testing/factories.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { responseDigest } from './ccbill/digest.ts';
import type { RefundRequest } from './gateway.ts';
import { createGateways } from './registry.ts';
import { ENTERED, KEY, SALT } from './testing/bad-input-site.ts';
import { signatureOf } from './verotel/signature.ts';

// Callbacks of the companies, as their documents describe them, at the site's own address, and what becomes of them.

let app: TestApp;
let owner: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  owner = await createAdmin(app);
  star = await createPerformer(app, { monthlyPrice: 9 });
  const set = (name: GatewayName, values: Record<string, string>) =>
    owner.client.call('PUT /admin/gateways/{name}', { params: { name }, body: { version: 0, isOn: true, values } });
  await set('verotel', ENTERED.verotel);
  await set('ccbill', ENTERED.ccbill);
});
afterAll(() => app.close());

const database = () => app.platform.database;
const orderOf = (id: string) => database().selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const outcomesOf = async (orderId: string) =>
  (await database().selectFrom('gateway_events').select(['event', 'outcome']).where('order_id', '=', orderId).orderBy('id').execute()).map(
    ({ event, outcome }) => `${event} ${outcome}`,
  );
const confirmed = () => app.gatewaySettings.confirmed('ccbill');
const subscriptionOf = (fan: Person) =>
  database().selectFrom('subscriptions').selectAll().where('fan_id', '=', fan.id).executeTakeFirstOrThrow();

/** Offers one company first, so that the next payments are its. */
const offer = (name: GatewayName) => owner.client.call('PUT /admin/gateway-order', { body: { names: [name] } });
const buyTokens = async (fan: Person, amount: number) => {
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount } });
  return { orderId, page: new URL(redirectUrl).searchParams };
};
const subscribe = async (fan: Person) => {
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/subscribe-performer', {
    body: { performerId: star.id, method: 'card' },
  });
  return { orderId, page: new URL(redirectUrl).searchParams };
};

const postback = async (fields: Record<string, string>, key = KEY) => {
  const query = new URLSearchParams({ ...fields, signature: signatureOf('sha256', key, Object.entries(fields)) });
  const answer = await fetch(`${app.url}/api/gateways/verotel/callback?${query.toString()}`);
  return [answer.status, await answer.text()];
};
const webhook = async (eventType: string, fields: Record<string, string>) => {
  const known = { clientAccnum: '900000', clientSubacc: '0000', timestamp: '2030-01-01 10:00:00' };
  const body = new URLSearchParams({ ...known, ...fields }).toString();
  const answer = await fetch(`${app.url}/api/gateways/ccbill/callback?eventType=${eventType}`, { method: 'POST', body });
  return [answer.status, await answer.text()];
};

describe('Verotel', () => {
  const saleOf = (page: URLSearchParams, saleID: string, more: Record<string, string> = {}) => ({
    type: page.get('type')!,
    shopID: '12345',
    saleID,
    referenceID: page.get('referenceID')!,
    transactionID: `${saleID}01`,
    priceAmount: page.get('priceAmount')!,
    priceCurrency: page.get('priceCurrency')!,
    truncatedPAN: 'XXXXXXXXXXXX1234',
    ...more,
  });

  test('a postback pays its order once, and is answered OK', async () => {
    await offer('verotel');
    const fan = await createFan(app);
    const { orderId, page } = await buyTokens(fan, 10);
    const sale = saleOf(page, '5001');
    expect(await postback(sale, 'another key')).toEqual([400, 'FORGED']);
    expect(await postback({ ...sale, priceAmount: '1.00' })).toEqual([500, 'REFUSED']);
    expect(await postback({ ...sale, referenceID: randomUUID() })).toEqual([503, 'LATER']);
    expect((await orderOf(orderId)).state).toBe('created');
    expect([await postback(sale), await postback(sale)]).toEqual([
      [200, 'OK'],
      [200, 'OK'],
    ]);
    expect(await orderOf(orderId)).toMatchObject({ state: 'paid', gateway_payment_id: '5001', gateway_sale_id: '5001' });
    expect(await outcomesOf(orderId)).toEqual(['approved amountMismatch', 'approved settled']);
    expect((await fan.client.call('GET /users/me')).balance).toBe(10);
  });

  test('a subscription renews, is refunded by its renewal, and ends', async () => {
    await offer('verotel');
    const fan = await createFan(app);
    const { orderId, page } = await subscribe(fan);
    const sale = {
      type: 'subscription',
      shopID: '12345',
      saleID: '5002',
      referenceID: page.get('referenceID')!,
      subscriptionType: 'recurring',
    };
    const [first, next] = [dayIn(30), dayIn(60)];
    await postback(saleOf(page, '5002', { event: 'initial', subscriptionType: 'recurring', nextChargeOn: first }));
    expect(await subscriptionOf(fan)).toMatchObject({
      order_id: orderId,
      gateway_subscription_id: '5002',
      paid_until: new Date(`${first}T23:59:59Z`),
    });
    const rebill = { ...sale, event: 'rebill', transactionID: '500202', amount: '9.00', currency: 'USD', nextChargeOn: next };
    expect([await postback(rebill), await postback(rebill)]).toEqual([
      [200, 'OK'],
      [200, 'OK'],
    ]);
    const renewed = await subscriptionOf(fan);
    expect(renewed.paid_until).toEqual(new Date(`${next}T23:59:59Z`));
    // The refund names the renewal's transaction: the first payment stays paid.
    await postback({ ...sale, event: 'credit', parentID: '500202', transactionID: '500203', amount: '9.00', currency: 'USD' });
    expect([(await orderOf(renewed.order_id!)).state, (await orderOf(orderId)).state]).toEqual(['refunded', 'paid']);
    // The transaction of a first payment isn't known: its sale is.
    await postback({ ...sale, event: 'chargeback', parentID: '500201', transactionID: '500204', amount: '9.00', currency: 'USD' });
    expect([(await orderOf(orderId)).state, (await subscriptionOf(fan)).state]).toEqual(['chargedBack', 'cancelled']);
    expect(await postback({ ...sale, event: 'expiry' })).toEqual([200, 'OK']);
    expect((await verifyLedger(database())).checks.filter(({ ok }) => !ok)).toEqual([]);
  });
});

const dayIn = (days: number): string => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

describe('CCBill', () => {
  const saleOf = (page: URLSearchParams, subscriptionId: string, more: Record<string, string> = {}) => ({
    subscriptionId,
    transactionId: `${subscriptionId}01`,
    billedInitialPrice: page.get('initialPrice')!,
    billedCurrencyCode: page.get('currencyCode')!,
    dynamicPricingValidationDigest: responseDigest(subscriptionId, true, SALT),
    'X-orderRef': page.get('orderRef')!,
    last4: '1111',
    ...more,
  });

  test('a webhook pays its order once; refused amounts aren’t sent again, unknown orders are', async () => {
    await offer('ccbill');
    const fan = await createFan(app);
    const { orderId, page } = await buyTokens(fan, 10);
    const sale = saleOf(page, '7001');
    expect(await webhook('NewSaleSuccess', { ...sale, dynamicPricingValidationDigest: 'f'.repeat(32) })).toEqual([400, 'FORGED']);
    expect(await webhook('NewSaleSuccess', { ...sale, billedInitialPrice: '1.00' })).toEqual([200, 'REFUSED']);
    expect(await webhook('NewSaleSuccess', { ...sale, 'X-orderRef': randomUUID() })).toEqual([503, 'LATER']);
    expect(
      (await webhook('NewSaleFailure', { transactionId: '7', dynamicPricingValidationDigest: responseDigest('7', false, SALT) }))[0],
    ).toBe(200);
    expect((await orderOf(orderId)).state).toBe('created');
    expect([await webhook('NewSaleSuccess', sale), await webhook('NewSaleSuccess', sale)]).toEqual([
      [200, 'OK'],
      [200, 'OK'],
    ]);
    expect(await orderOf(orderId)).toMatchObject({ state: 'paid', gateway_payment_id: '700101', gateway_sale_id: '7001' });
    expect((await fan.client.call('GET /users/me')).balance).toBe(10);
    expect(Object.keys(confirmed()).toSorted()).toEqual(['bodyIsForm', 'eventTypeInQuery', 'passThroughPrefixed']);
  });

  test.each([
    ['the payment', '700201', 'refundNamesPayment'],
    ['itself', '999', 'refundNamesItself'],
  ])('a refund finds its order when it names %s', async (_what, transactionId, fact) => {
    await offer('ccbill');
    const sale = transactionId === '999' ? '7003' : '7002';
    const { orderId, page } = await buyTokens(await createFan(app), 10);
    await webhook('NewSaleSuccess', saleOf(page, sale));
    await webhook('Refund', { subscriptionId: sale, transactionId, amount: page.get('initialPrice')!, currencyCode: '840' });
    expect((await orderOf(orderId)).state).toBe('refunded');
    expect(Object.keys(confirmed())).toContain(fact);
  });

  test('a card that is refused on the day of the renewal leaves days of access', async () => {
    await offer('ccbill');
    const fan = await createFan(app);
    const { page } = await subscribe(fan);
    const renews = dayIn(30);
    await webhook('NewSaleSuccess', saleOf(page, '7004', { billedRecurringPrice: '9.00', rebills: '99', nextRenewalDate: renews }));
    const before = await subscriptionOf(fan);
    // The first hour of that day, wherever the company counts it.
    app.clock.set(new Date(`${renews}T00:30:00Z`));
    await webhook('RenewalFailure', { subscriptionId: '7004', renewalDate: renews, nextRetryDate: dayIn(5) });
    const after = await subscriptionOf(fan);
    expect([after.expires_at > before.paid_until, after.renewal_attempts, after.state]).toEqual([true, 1, 'active']);
    await webhook('Expiration', { subscriptionId: '7004' });
    expect((await subscriptionOf(fan)).state).toBe('cancelled');
  });

  test('a refund is asked for with what the site knows of its sale', async () => {
    await offer('ccbill');
    const fan = await createFan(app);
    const { orderId, page } = await subscribe(fan);
    await webhook('NewSaleSuccess', saleOf(page, '7005', { billedRecurringPrice: '9.00', rebills: '99', nextRenewalDate: dayIn(30) }));
    app.clock.advance(86_400_000);
    const renewal = {
      subscriptionId: '7005',
      transactionId: '700502',
      billedAmount: '9.00',
      billedCurrencyCode: '840',
      nextRenewalDate: dayIn(60),
    };
    expect(await webhook('RenewalSuccess', renewal)).toEqual([200, 'OK']);
    const { order_id: renewed } = await subscriptionOf(fan);
    const asked: RefundRequest[] = [];
    const answers = ['byOwner', 'done', 'pending'] as const;
    const company = {
      ...app.gateways.get('ccbill'),
      refund: async (request: RefundRequest) => answers[asked.push(request) - 1]!,
    };
    const refund = async (id: string, amount: bigint) => {
      await refundPaidOrder(app.platform, { orderId: id, amount, reason: 'Asked for', actorId: owner.id }, undefined);
      const row = await database()
        .selectFrom('gateway_refunds')
        .selectAll()
        .where('order_id', '=', id)
        .where('state', '=', 'pending')
        .executeTakeFirstOrThrow();
      await sendRefund(app.platform, createGateways([company]), row.id);
      return (await database().selectFrom('gateway_refunds').select('state').where('id', '=', row.id).executeTakeFirstOrThrow()).state;
    };
    expect([await refund(orderId, 100n), await refund(renewed!, 200n), await refund(renewed!, 300n)]).toEqual(['byOwner', 'done', 'sent']);
    expect(asked).toMatchObject([
      { paymentId: '700501', saleId: '7005', isLastOfSale: false, refundsBefore: 0 },
      { paymentId: '700502', saleId: '7005', isLastOfSale: true, refundsBefore: 0 },
      { paymentId: '700502', saleId: '7005', isLastOfSale: true, refundsBefore: 1 },
    ]);
  });
});
