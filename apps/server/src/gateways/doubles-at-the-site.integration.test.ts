import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/index.ts';
import { sendRefund } from '../modules/payments/gateway-tasks.ts';
import { pollOpenPayments, refundPaidOrder } from '../modules/payments/index.ts';
import { COMPANY_NAMES, type CompanyDoubles, type CompanyName, enterDoublesKeys, startCompanyDoubles } from '../testing/company-doubles.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../testing/factories.ts';
import { ADDRESS, createProduct } from '../testing/shop.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { createCcbillGateway } from './ccbill/ccbill.ts';
import { createGateways } from './registry.ts';

// The site and the companies' doubles, which reach each other only over HTTP.

const DAY_MS = 86_400_000;

let app: TestApp;
let owner: Person;
let star: Person;
let doubles: CompanyDoubles;
let ccbill: CompanyDoubles['ccbill'];
let verotel: CompanyDoubles['verotel'];
beforeAll(async () => {
  app = await createTestApp();
  owner = await createAdmin(app);
  star = await createPerformer(app, { monthlyPrice: 9 });
  doubles = await startCompanyDoubles(app, { now: () => app.clock.now() });
  ({ ccbill, verotel } = doubles);
  await enterDoublesKeys(owner, doubles);
});
afterAll(async () => {
  await app.close();
  await doubles.close();
});

const database = () => app.platform.database;
const offer = (name: GatewayName) => owner.client.call('PUT /admin/gateway-order', { body: { names: [name] } });
const orderOf = (id: string) => database().selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const balanceOf = async (fan: Person): Promise<number> => (await fan.client.call('GET /users/me')).balance;
const buyTokens = (fan: Person, amount: number) => fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount } });
const subscribe = (fan: Person) => fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, method: 'card' } });
const subscriptionOf = (fan: Person) =>
  database().selectFrom('subscriptions').selectAll().where('fan_id', '=', fan.id).executeTakeFirstOrThrow();
const renewalsOf = async (fan: Person) =>
  (
    await database()
      .selectFrom('orders')
      .select('state')
      .where('buyer_id', '=', fan.id)
      .where('kind', '=', 'renewal')
      .orderBy('created_at')
      .execute()
  ).map(({ state }) => state);
const refundOf = (orderId: string) =>
  database().selectFrom('gateway_refunds').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
const workOfAll = async () => {
  await doubles.work();
  await app.settle();
};

/** How each company names an order's sale, and whether it reports a refused card. */
const COMPANIES: Record<CompanyName, { saleIdOf(orderId: string): string; declines: number }> = {
  ccbill: { saleIdOf: (orderId) => ccbill.saleOf(orderId)!.subscriptionId, declines: 1 },
  verotel: { saleIdOf: (orderId) => verotel.saleOf(orderId)!.saleID, declines: 0 },
};

describe.each(COMPANY_NAMES)('%s', (name) => {
  beforeEach(() => offer(name));
  const double = () => doubles[name];
  const { saleIdOf, declines } = COMPANIES[name];

  test('a refused card leaves the order open; the next one pays it, once', async () => {
    const fan = await createFan(app);
    const { orderId, redirectUrl } = await buyTokens(fan, 10);
    await double().decline(redirectUrl);
    await workOfAll();
    expect(await fan.client.call('GET /payment/orders/{id}', { params: { id: orderId } })).toMatchObject({
      state: 'created',
      declines,
    });
    expect([(await orderOf(orderId)).state, await balanceOf(fan)]).toEqual(['created', 0]);
    await double().approve(redirectUrl);
    await workOfAll();
    expect([(await orderOf(orderId)).state, await balanceOf(fan)]).toEqual(['paid', 10]);
  });

  test('a post is unlocked, and a cart is sold, by a payment on the company’s page', async () => {
    const fan = await createFan(app);
    const feedId = await createFeed(star, { audience: 'buyers', price: 4, photos: 0, text: 'For buyers.' });
    const isOpen = async () => (await fan.client.call('GET /feeds/{id}', { params: { id: feedId } })).access.allowed;
    const post = await fan.client.call('POST /payment/purchase-feed', { body: { feedId, gateway: name } });
    expect(await isOpen()).toBe(false);
    await double().approve(post.redirectUrl);
    const products = [await createProduct(app, star, { type: 'physical', price: 10, stock: 3, postage: 2 })].map((productId) => ({
      productId,
      quantity: 2,
    }));
    const cart = await fan.client.call('POST /payment/purchase-products', { body: { products, deliveryAddress: ADDRESS, gateway: name } });
    await double().approve(cart.redirectUrl);
    await workOfAll();
    expect(await isOpen()).toBe(true);
    expect([(await orderOf(post.orderId)).state, (await orderOf(cart.orderId)).state, (await orderOf(cart.orderId)).money_amount]).toEqual([
      'paid',
      'paid',
      2200n,
    ]);
    const lines = await database()
      .selectFrom('order_lines')
      .select(['quantity', 'delivery'])
      .where('order_id', '=', cart.orderId)
      .execute();
    expect(lines).toEqual([{ quantity: 2, delivery: 'created' }]);
  });

  test('a subscription renews period by period, until the fan cancels', async () => {
    const fan = await createFan(app);
    const { redirectUrl } = await subscribe(fan);
    await double().approve(redirectUrl);
    await workOfAll();
    const first = await subscriptionOf(fan);
    expect(first).toMatchObject({ state: 'active', gateway: name });
    // Paid at least until the company charges again.
    for (let days = 0; days < 66; days += 3) {
      app.clock.advance(3 * DAY_MS);
      await workOfAll();
      expect((await subscriptionOf(fan)).expires_at > app.clock.now()).toBe(true);
    }
    expect(await renewalsOf(fan)).toEqual(['paid', 'paid']);
    await double().cancelSale(saleIdOf(first.order_id!));
    await workOfAll();
    const cancelled = await subscriptionOf(fan);
    expect([cancelled.state, cancelled.expires_at > app.clock.now()]).toEqual(['cancelled', true]);
  });

  test('a refund and a chargeback at the company are booked', async () => {
    const fan = await createFan(app);
    const [one, two] = [await buyTokens(fan, 10), await buyTokens(fan, 20)];
    await double().approve(one.redirectUrl);
    await double().approve(two.redirectUrl);
    await workOfAll();
    await double().refund(saleIdOf(one.orderId));
    await double().chargeBack(saleIdOf(two.orderId));
    await workOfAll();
    expect([(await orderOf(one.orderId)).state, (await orderOf(two.orderId)).state]).toEqual(['refunded', 'chargedBack']);
    expect((await verifyLedger(database())).checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  test('the owner’s check is fine', async () => {
    const checks = await app.gateways.get(name).check();
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
  });
});

describe('CCBill', () => {
  beforeEach(() => offer('ccbill'));

  test('an admin’s refund of a part is made by a call, and its report is known as ours', async () => {
    const fan = await createFan(app);
    const { orderId, redirectUrl } = await buyTokens(fan, 20);
    await ccbill.approve(redirectUrl);
    await workOfAll();
    await refundPaidOrder(app.platform, { orderId, amount: 500n, reason: 'Asked for', actorId: owner.id }, undefined);
    await workOfAll();
    await workOfAll();
    expect(await refundOf(orderId)).toMatchObject({ state: 'done', amount: 500n });
    const outcomes = await database()
      .selectFrom('gateway_events')
      .select('outcome')
      .where('order_id', '=', orderId)
      .where('event', '=', 'refunded')
      .execute();
    expect([outcomes, (await orderOf(orderId)).state]).toEqual([[{ outcome: 'repeated' }], 'paid']);
  });

  test.each([['done-but-unknown'], ['html'], ['silence']] as const)(
    'a refund whose answer is lost (%s) is made once, and settled by its report',
    async (kind) => {
      const fan = await createFan(app);
      const { orderId, redirectUrl } = await buyTokens(fan, 20);
      await ccbill.approve(redirectUrl);
      await workOfAll();
      const company = createCcbillGateway({
        settings: app.gatewaySettings,
        publicUrl: app.url,
        currency: () => 'USD',
        log: app.platform.log,
        timeoutMs: 1000,
        fetch: (url, init) => {
          if (String(url).includes('action=refundTransaction'))
            ccbill.dataLink.failNext(kind === 'silence' ? { kind, ms: 10_000, does: true } : { kind });
          return fetch(url, init);
        },
      });
      const { id } = await database()
        .insertInto('gateway_refunds')
        .values({
          key: `test:${orderId}`,
          gateway: 'ccbill',
          payment_id: (await orderOf(orderId)).gateway_payment_id!,
          sale_id: (await orderOf(orderId)).gateway_sale_id,
          order_id: orderId,
          amount: 500n,
          currency: 'USD',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const gateways = createGateways([company]);
      await sendRefund(app.platform, gateways, id);
      expect((await refundOf(orderId)).state).toBe('sent');
      // As after a crash between the call and its record: the sale shows a refund that the site doesn't know.
      await database().updateTable('gateway_refunds').set({ state: 'pending' }).where('id', '=', id).execute();
      await sendRefund(app.platform, gateways, id);
      await workOfAll();
      expect((await refundOf(orderId)).state).toBe('done');
      const made = ccbill.saleOf(orderId)!.transactions.filter((transaction) => transaction.kind === 'refund');
      expect(made).toHaveLength(1);
    },
  );

  test('an order that is paid twice is refunded once, and a later refund of its first payment is booked', async () => {
    const fan = await createFan(app);
    const { orderId, redirectUrl } = await buyTokens(fan, 10);
    await ccbill.approve(redirectUrl);
    await ccbill.approve(redirectUrl);
    await workOfAll();
    await workOfAll();
    const [first, second] = ccbill.state.sales.filter(({ order }) => order.passThrough['orderRef'] === orderId);
    expect([first, second].map((sale) => sale!.transactions.map(({ kind }) => kind))).toEqual([['sale'], ['sale', 'refund']]);
    expect([(await refundOf(orderId)).state, await balanceOf(fan)]).toEqual(['done', 10]);
    // The report of that refund was taken: its sale has paid no order.
    expect(ccbill.deliveries.list.filter(({ state }) => state !== 'delivered')).toEqual([]);
    await ccbill.refund(first!.subscriptionId);
    await workOfAll();
    expect([(await orderOf(orderId)).state, await balanceOf(fan)]).toEqual(['refunded', 0]);
  });

  test('the owner’s refund of an earlier period is not taken for one of the newest', async () => {
    const fan = await createFan(app);
    const { orderId, redirectUrl } = await subscribe(fan);
    await ccbill.approve(redirectUrl);
    await workOfAll();
    const sale = ccbill.saleOf(orderId)!;
    app.clock.advance(31 * DAY_MS);
    await workOfAll();
    await refundPaidOrder(app.platform, { orderId, reason: 'Asked for', actorId: owner.id }, undefined);
    await workOfAll();
    expect((await refundOf(orderId)).state).toBe('byOwner');
    await ccbill.refund(sale.subscriptionId, { transactionId: sale.transactions[0]!.transactionId });
    await workOfAll();
    expect([(await refundOf(orderId)).state, await renewalsOf(fan)]).toEqual(['done', ['paid']]);
  });

  test('two refunds of one amount, asked for at once, are both made', async () => {
    const fan = await createFan(app);
    const { orderId, redirectUrl } = await buyTokens(fan, 20);
    await ccbill.approve(redirectUrl);
    await workOfAll();
    const refund = () => refundPaidOrder(app.platform, { orderId, amount: 300n, reason: 'Asked for', actorId: owner.id }, undefined);
    await refund();
    await refund();
    await workOfAll();
    await workOfAll();
    const made = ccbill.saleOf(orderId)!.transactions.filter(({ kind }) => kind === 'refund');
    const states = await database().selectFrom('gateway_refunds').select('state').where('order_id', '=', orderId).execute();
    expect([made.map(({ amount }) => amount), states]).toEqual([
      [300, 300],
      [{ state: 'done' }, { state: 'done' }],
    ]);
  });

  test('the report of a refund that a call made settles no other of its amount', async () => {
    const fan = await createFan(app);
    const { orderId, redirectUrl } = await buyTokens(fan, 20);
    await ccbill.approve(redirectUrl);
    await workOfAll();
    const { gateway_payment_id: paymentId, gateway_sale_id: saleId } = await orderOf(orderId);
    const unsent = {
      key: `unsent:${orderId}`,
      gateway: 'ccbill',
      payment_id: paymentId!,
      sale_id: saleId,
      order_id: orderId,
      amount: 300n,
    };
    // Asked for before, and nobody knows whether it was sent.
    await database()
      .insertInto('gateway_refunds')
      .values({ ...unsent, currency: 'USD', state: 'sent' })
      .execute();
    await refundPaidOrder(app.platform, { orderId, amount: 300n, reason: 'Asked for', actorId: owner.id }, undefined);
    await workOfAll();
    await workOfAll();
    const refunds = await database()
      .selectFrom('gateway_refunds')
      .select(['key', 'state'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute();
    expect(refunds.map(({ key, state }) => [key === unsent.key, state])).toEqual([
      [true, 'sent'],
      [false, 'done'],
    ]);
  });

  test('a fan’s cancellation is made by a call', async () => {
    const fan = await createFan(app);
    const { orderId, redirectUrl } = await subscribe(fan);
    await ccbill.approve(redirectUrl);
    await workOfAll();
    await fan.client.call('POST /subscriptions/cancel/{id}', { params: { id: (await subscriptionOf(fan)).id } });
    await workOfAll();
    expect(ccbill.saleOf(orderId)!.status).toBe('cancelled');
  });
});

describe('Verotel', () => {
  beforeEach(() => offer('verotel'));

  test('a payment whose postback is lost is found by its status, and the postback changes nothing later', async () => {
    const fan = await createFan(app);
    const { orderId, redirectUrl } = await buyTokens(fan, 10);
    verotel.deliveries.lose();
    await verotel.approve(redirectUrl);
    await workOfAll();
    expect((await orderOf(orderId)).state).toBe('created');
    app.clock.advance(2 * 60_000);
    await pollOpenPayments(app.platform, app.gateways.get('verotel'));
    expect([(await orderOf(orderId)).state, await balanceOf(fan)]).toEqual(['paid', 10]);
    app.clock.advance(DAY_MS);
    await workOfAll();
    expect(await balanceOf(fan)).toBe(10);
  });

  test('a refund that an admin asks for waits for the owner, and is settled by the company’s report', async () => {
    const fan = await createFan(app);
    const { orderId, redirectUrl } = await buyTokens(fan, 10);
    await verotel.approve(redirectUrl);
    await workOfAll();
    await refundPaidOrder(app.platform, { orderId, reason: 'Asked for', actorId: owner.id }, undefined);
    await workOfAll();
    expect((await refundOf(orderId)).state).toBe('byOwner');
    await verotel.refund(verotel.saleOf(orderId)!.saleID);
    await workOfAll();
    expect([(await refundOf(orderId)).state, (await orderOf(orderId)).state]).toEqual(['done', 'refunded']);
  });
});
