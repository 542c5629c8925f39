import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { offerOfOrder, settleOffer } from '../modules/orders/index.ts';
import { openPool } from '../platform/testing/database.ts';
import { assertSound, brokenInvariants, buyFeedAt, heldBy, payAt, topUpAt } from '../testing/card-orders.ts';
import { createDebtor } from '../testing/debtors.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../testing/factories.ts';
import { createPayout } from '../testing/payout-fixtures.ts';
import { holdRows } from '../testing/held-rows.ts';
import { inAnyOrder } from '../testing/ledger-amounts.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { chargeOrderBack, postGatewayFee, refundOrder, reinstateOrder } from './index.ts';

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
afterAll(() => app.close());
afterEach(() => assertSound(app));

const request = (orderId: string) => ({ orderId, at: app.clock.now(), note: '', actorId: null });
const COMPANIES = 'every card company’s account equals its orders and fees';

describe('clearing', () => {
  test('each company has an account of its own: sales, top-ups, debts and what is given back of them; payouts are the bank’s', async () => {
    const sale = await buyFeedAt(app, star, 10);
    const topUp = await topUpAt(app, sale.fan, 20, { gateway: 'bolt' });
    expect([await heldBy(app, 'acme'), await heldBy(app, 'bolt')]).toEqual([-1000, -2000]);
    await refundOrder(app.platform.database, { ...request(sale.orderId), amount: 400n });
    await chargeOrderBack(app.platform.database, request(topUp));
    expect([await heldBy(app, 'acme'), await heldBy(app, 'bolt')]).toEqual([-600, 0]);

    const debtor = await createDebtor(app, star);
    const { orderId } = await debtor.client.call('POST /payment/debt', { body: {} });
    await payAt(app, orderId);
    expect(await heldBy(app, 'acme')).toBe(-1300);
    const bank = await heldBy(app, null);
    await createPayout(app, admin, 'paid');
    expect(await heldBy(app, null)).toBe(bank + 2400);
  });

  test('a payment from before there were such accounts is given back from where it is', async () => {
    const older = await createTestApp();
    const { database } = older.platform;
    try {
      const fan = await createFan(older);
      const { orderId } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 5 } });
      const setGateway = (gateway: string | null) =>
        database.updateTable('orders').set({ gateway }).where('id', '=', orderId).returningAll().executeTakeFirstOrThrow();
      // As the version before wrote it: in the one account of all companies.
      const payment = { method: 'card', orderId, gatewayPaymentId: 'old', buyerCountry: null, idempotency: undefined } as const;
      await settleOffer(older.platform, await offerOfOrder(older.platform, await setGateway(null)), payment);
      await setGateway('acme');
      expect(await brokenInvariants(older)).toEqual([COMPANIES]);
      const owner = openPool({ connectionString: older.testDatabase.ownerUrl, max: 1 });
      await owner.query('update ledger.closing set gateways_from = uuidv7()');
      await owner.end();
      expect(await brokenInvariants(older)).toEqual([]);

      await topUpAt(older, fan, 7);
      expect([await heldBy(older, null), await heldBy(older, 'acme')]).toEqual([-500, -700]);
      await refundOrder(database, { ...request(orderId), amount: 200n });
      await chargeOrderBack(database, request(orderId));
      expect([await heldBy(older, null), await heldBy(older, 'acme')]).toEqual([0, -700]);
      await reinstateOrder(database, request(orderId));
      expect([await heldBy(older, null), await heldBy(older, 'acme')]).toEqual([-300, -700]);
      expect(await brokenInvariants(older)).toEqual([]);
    } finally {
      await older.close();
    }
  });

  test('a payment in another company’s account is found', async () => {
    const { orderId } = await buyFeedAt(app, star, 10);
    await app.platform.database.updateTable('orders').set({ gateway: 'bolt' }).where('id', '=', orderId).execute();
    expect(await brokenInvariants(app)).toEqual([COMPANIES]);
    await app.platform.database.updateTable('orders').set({ gateway: 'acme', money_amount: 900n }).where('id', '=', orderId).execute();
    expect(await brokenInvariants(app)).toEqual([COMPANIES]);
    await app.platform.database.updateTable('orders').set({ money_amount: 1000n }).where('id', '=', orderId).execute();
  });
});

describe('fees', () => {
  const fee = (key: string, orderId: string | null, amount: bigint) =>
    postGatewayFee(app.platform.database, { gateway: 'acme', key, orderId, amount, at: app.clock.now() });

  test('are taken from the company’s account once each, and given back', async () => {
    const { orderId } = await buyFeedAt(app, star, 10);
    const before = await heldBy(app, 'acme');
    const told = { gateway: 'acme', key: 'first', orderId, amount: '75', at: app.clock.now() };
    const held = await holdRows(app, 'select ledger.post_gateway_fee($1)', [JSON.stringify(told)]);
    const again = fee('first', orderId, 75n);
    await expect.poll(() => held.isAwaitedBy('post_gateway_fee')).toBe(true);
    await held.end('commit');
    expect([await again, await fee('first', orderId, 75n)]).toEqual([false, false]);
    expect([await heldBy(app, 'acme'), await heldBy(app, 'acme', 'gatewayFees')]).toEqual([before + 75, -75]);
    expect([await fee('back', orderId, -25n), await fee('month', null, 500n), await fee('nothing', orderId, 0n)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([await heldBy(app, 'acme'), await heldBy(app, 'acme', 'gatewayFees')]).toEqual([before + 550, -550]);
    const other = await buyFeedAt(app, star, 10, { gateway: 'bolt' });
    await expect(fee('foreign', other.orderId, 75n)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // It is no sale: the order can be refunded as before.
    await refundOrder(app.platform.database, request(orderId));
  });

  test('are shown to an admin with the company’s name: in the ledger, its accounts, the order and the file', async () => {
    const { orderId } = await buyFeedAt(app, star, 10, { gateway: 'coin' });
    await postGatewayFee(app.platform.database, { gateway: 'coin', key: '1', orderId, amount: 75n, at: app.clock.now() });
    await postGatewayFee(app.platform.database, { gateway: 'coin', key: '2', orderId, amount: -30n, at: app.clock.now() });
    const { data } = await admin.client.call('GET /admin/ledger/accounts', { query: { kind: 'gatewayFees', limit: 50 } });
    expect(data.find(({ gateway }) => gateway === 'coin')).toMatchObject({ owner: null, balance: -0.45, entries: 2 });
    const clearing = await admin.client.call('GET /admin/ledger/accounts', { query: { kind: 'clearing', limit: 50 } });
    expect(clearing.data.map(({ gateway }) => gateway)).toEqual(expect.arrayContaining([null, 'acme', 'coin']));
    const order = await admin.client.call('GET /admin/orders/{id}', { params: { id: orderId } });
    expect(order.transactions.map(({ kind, net, title }) => [kind, net, title]).slice(1)).toEqual([
      ['gatewayFee', 0.75, 'coin'],
      ['gatewayFee', -0.3, 'coin'],
    ]);
    expect(inAnyOrder(order.transactions[1]!.entries.map(({ account, gateway, amount }) => [account, gateway, amount]))).toEqual([
      ['clearing', 'coin', 0.75],
      ['gatewayFees', 'coin', -0.75],
    ]);
    const { data: fees } = await admin.client.call('GET /admin/ledger/transactions', { query: { kind: 'gatewayFee', q: orderId } });
    expect(fees.map((one) => [one.orderId, one.net])).toEqual([
      [orderId, -0.3],
      [orderId, 0.75],
    ]);
  });
});
