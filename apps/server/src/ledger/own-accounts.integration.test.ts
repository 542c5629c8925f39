import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { noticeOf } from '../gateways/notices.ts';
import { applyNotice } from '../modules/payments/index.ts';
import { verifyStatementFile } from '../modules/payouts/sign-statement.ts';
import { assertSound, brokenInvariants, buyFeedAt, buyProductsAt, earningsOf, heldBy, heldIn, payAt } from '../testing/card-orders.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../testing/factories.ts';
import { createPayout, earn, setPaypal } from '../testing/payout-fixtures.ts';
import { createProduct } from '../testing/shop.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { chargeOrderBack, closeDays, owedCommissionOf, refundOrder, reinstateOrder, releaseDueEarnings } from './index.ts';

const DAY_MS = 86_400_000;
const OWN = { gateway: 'acme', receiver: 'performer' } as const;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());
afterEach(() => assertSound(app));

const database = () => app.platform.database;
const request = (orderId: string) => ({ orderId, at: app.clock.now(), note: '', actorId: null });
const newStar = () => createPerformer(app, { admin, monthlyPrice: 9 });
const commission = () => heldIn(app, 'commission', '00000000-0000-0000-0000-000000000000');
const owedBy = ({ id }: Person) => owedCommissionOf(database(), id);
const linesOf = async (orderId: string) => {
  const { rows } = await sql<{ kind: string; account: string; amount: bigint; receiver: string }>`
    select t.kind, a.kind as account, e.amount, t.receiver from ledger.transactions t join ledger.entries e on e.transaction_id = t.id
    join ledger.accounts a on a.id = e.account_id where t.reference_id = ${orderId}::uuid order by t.id, account`.execute(database());
  return rows.map(({ kind, account, amount, receiver }) => [kind, account, Number(amount), receiver]);
};

describe('a sale that a company pays to the performer', () => {
  test('credits nothing: its commission is owed, never pending, and taken from other earnings', async () => {
    const star = await newStar();
    const site = await commission();
    const clearing = await heldBy(app, 'acme');
    const { fan, feedId, orderId } = await buyFeedAt(app, star, 10, OWN);
    expect(await linesOf(orderId)).toEqual([
      ['purchaseFeed', 'commission', 200, 'performer'],
      ['purchaseFeed', 'earningsAvailable', -200, 'performer'],
    ]);
    expect([await commission(), await heldBy(app, 'acme'), await earningsOf(app, star)]).toEqual([site + 200, clearing, [0, -200]]);
    expect((await fan.client.call('GET /feeds/{id}', { params: { id: feedId } })).access.allowed).toBe(true);
    expect(await owedBy(star)).toBe(200n);
    app.clock.advance(8 * DAY_MS);
    await releaseDueEarnings(app.platform);
    expect(await earningsOf(app, star)).toEqual([0, -200]);

    // Pending earnings cover it as well, and a payout takes the rest.
    const other = await buyFeedAt(app, star, 1);
    expect([other.orderId === orderId, await owedBy(star)]).toEqual([false, 120n]);
    await earn(app, star, 50);
    expect(await owedBy(star)).toBe(0n);
    await setPaypal(app, star);
    await createPayout(app, admin, 'paid', star);
    expect(await earningsOf(app, star)).toEqual([80, 0]);
  });

  test('is taken back exactly: in part, whole, by a bank, and when the bank returns it', async () => {
    const star = await newStar();
    const [site, clearing] = [await commission(), await heldBy(app, 'acme')];
    const { orderId } = await buyFeedAt(app, star, 9.99, OWN);
    await refundOrder(database(), { ...request(orderId), amount: 333n });
    // The commission of the rest, 6.66, is 1.33.
    expect(await earningsOf(app, star)).toEqual([0, -133]);
    await chargeOrderBack(database(), request(orderId));
    expect(await earningsOf(app, star)).toEqual([0, 0]);
    expect(await reinstateOrder(database(), request(orderId))).toMatchObject({ parts: [{ gross: 666n, net: 533n, isPending: false }] });
    expect([await earningsOf(app, star), await owedBy(star)]).toEqual([[0, -133], 133n]);
    await refundOrder(database(), request(orderId));
    expect([await earningsOf(app, star), await commission(), await heldBy(app, 'acme')]).toEqual([[0, 0], site, clearing]);
    const order = await admin.client.call('GET /admin/orders/{id}', { params: { id: orderId } });
    expect(order).toMatchObject({ state: 'refunded', refunded: 9.99, refundedMoney: 9.99, refundable: 0 });
  });

  test('leaves nothing to wait for a delivery of products, and postage without commission moves nothing', async () => {
    const star = await newStar();
    const fan = await createFan(app);
    const parcel = await createProduct(app, star, { type: 'physical', price: 10, stock: 3, postage: 2 });
    const orderId = await buyProductsAt(app, fan, [parcel], OWN);
    expect(await linesOf(orderId)).toEqual([
      ['purchaseProduct', 'commission', 150, 'performer'],
      ['purchaseProduct', 'earningsAvailable', -150, 'performer'],
    ]);
    await chargeOrderBack(database(), request(orderId));
    await reinstateOrder(database(), request(orderId));
    expect([await earningsOf(app, star), await brokenInvariants(app)]).toEqual([[0, -150], []]);
    await refundOrder(database(), request(orderId));
    expect(await earningsOf(app, star)).toEqual([0, 0]);
  });

  test('renews the same way; what a wallet pays instead is the site’s', async () => {
    const star = await newStar();
    const fan = await createFan(app);
    const subscribe = () => fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, type: 'monthly' } });
    const { orderId } = await subscribe();
    const paymentId = await payAt(app, orderId, OWN);
    const renewed = await applyNotice(
      app.platform,
      noticeOf({
        gateway: 'acme',
        eventKey: `renewed:${paymentId}`,
        event: 'renewed',
        paymentId: `${paymentId}-2`,
        subscriptionId: `subscription:${paymentId}`,
        amount: 900n,
        currency: 'USD',
      }),
    );
    expect([renewed, await earningsOf(app, star)]).toEqual(['renewed', [0, -360]]);

    const feedless = await newStar();
    const other = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: feedless.id, type: 'monthly' } });
    await database().updateTable('orders').set({ receiver: 'performer' }).where('id', '=', other.orderId).execute();
    await topUp(app, fan, 20);
    await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: other.orderId } });
    expect(await earningsOf(app, feedless)).toEqual([720, 0]);
  });

  test('is marked in the performer’s earnings and their file, and in the administration’s ledger', async () => {
    const star = await newStar();
    await buyFeedAt(app, star, 10, OWN);
    await buyFeedAt(app, star, 5);
    const { data } = await star.client.call('GET /earning/search', { query: {} });
    expect(data.map(({ gross, net, receiver, state }) => [gross, net, receiver, state])).toEqual([
      [5, 4, 'site', 'pending'],
      [10, 8, 'performer', 'available'],
    ]);
    const total = { gross: 15, commission: 3, net: 12, own: 10, lines: 2 };
    expect(await star.client.call('GET /earning/stats', { query: {} })).toMatchObject({ available: -2, pending: 4, total });
    const file = await (await fetch(`${app.url}/api/earning/export`, { headers: { authorization: star.client.token ?? '' } })).text();
    expect(file.split('\n').filter((line) => line.includes('Paid to your own account'))).toHaveLength(1);
    const ledger = await admin.client.call('GET /admin/ledger/transactions', { query: { q: star.username } });
    expect(ledger.data.map(({ kind, receiver }) => [kind, receiver])).toEqual([
      ['purchaseFeed', 'site'],
      ['purchaseFeed', 'performer'],
    ]);
    // The same from the sums of closed days.
    const [from, to] = [0, 2].map((days) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10));
    app.clock.advance(2 * DAY_MS);
    await expect.poll(() => closeDays(app.platform), { timeout: 10_000 }).toBe(true);
    expect((await star.client.call('GET /earning/stats', { query: { from, to } })).total).toEqual(total);
  });
});

test('statements of months and payouts list such sales, and are computed again from their lines', async () => {
  const star = await newStar();
  await setPaypal(app, star);
  const now = app.clock.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12));
  app.clock.set(month);
  const { orderId } = await buyFeedAt(app, star, 10, OWN);
  await buyFeedAt(app, star, 20, OWN);
  await refundOrder(database(), { ...request(orderId), amount: 400n });
  app.clock.advance(1000);
  await chargeOrderBack(database(), request(orderId));
  app.clock.advance(1000);
  await reinstateOrder(database(), request(orderId));
  await earn(app, star, 50);
  app.clock.advance(1000);
  const payout = await createPayout(app, admin, 'paid', star);
  const { publicKey } = await star.client.call('GET /payout-statements/key');
  const read = async (path: string) => {
    const response = await fetch(`${app.url}/api${path}`, { headers: { authorization: star.client.token ?? '' } });
    return Buffer.from(await response.arrayBuffer());
  };
  const file = await read(`/payout-requests/${payout}/statement`);
  const { statement } = verifyStatementFile(file, publicKey);
  expect(JSON.parse(file.toString()).header.format).toBe('stagedoor-payout-statement-3');
  expect(
    statement.lines.filter((line) => line.type !== 'movement').map(({ type, kind, own, gross, net }) => [type, kind, own, gross, net]),
  ).toEqual([
    ['sale', 'purchaseFeed', true, '10.00', '8.00'],
    ['sale', 'purchaseFeed', true, '20.00', '16.00'],
    ['reversal', 'refund', true, '4.00', '3.20'],
    ['reversal', 'chargeback', true, '6.00', '4.80'],
    ['reversal', 'chargebackReversal', true, '-6.00', '-4.80'],
    ['sale', 'tip', undefined, '50.00', '40.00'],
  ]);
  expect(statement).toMatchObject({
    sales: { net: '40.00', count: 1 },
    reversals: { net: '0.00', count: 0 },
    rates: [{ gross: '50.00', count: 1 }],
    own: { gross: '26.00', commission: '5.20', net: '20.80', count: 5 },
    movements: { amount: '-34.80' },
    closing: '0.00',
    paid: { net: '34.80' },
  });
  // A changed line, or one that says it was paid by the site, is found.
  for (const [from, to] of [
    [',"own":true', ''],
    ['"gross":"20.00"', '"gross":"10.00"'],
  ] as const)
    expect(() => verifyStatementFile(Buffer.from(file.toString().replace(from, to)), publicKey)).toThrow('don’t follow from the lines');
  expect((await read(`/payout-requests/${payout}/statement/pdf`)).subarray(0, 5).toString()).toBe('%PDF-');

  app.clock.advance(31 * DAY_MS);
  await expect.poll(() => closeDays(app.platform), { timeout: 10_000 }).toBe(true);
  const name = month.toISOString().slice(0, 7);
  await star.client.call('POST /earning-statements', { body: { month: name } });
  const monthly = verifyStatementFile(await read(`/earning-statements/${name}`), publicKey).statement;
  expect(monthly).toMatchObject({ own: { gross: '26.00', commission: '5.20', count: 5 }, closing: '0.00' });
});

test('whatever is sold to either account, and given back in any parts, the commission is owed to the hundredth', async () => {
  const star = await newStar();
  const step = fc.record({
    price: fc.integer({ min: 100, max: 2000 }),
    isOwn: fc.boolean(),
    parts: fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 2 }),
    ending: fc.constantFrom('keep', 'refund', 'chargeBack', 'reinstate'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      const before = (await earningsOf(app, star)).reduce((sum, value) => sum + value, 0);
      let expected = before;
      for (const { price, isOwn, parts, ending } of steps) {
        const { orderId } = await buyFeedAt(app, star, price / 100, isOwn ? OWN : {});
        let left = price;
        for (const part of parts) {
          if (part >= left) continue;
          await refundOrder(database(), { ...request(orderId), amount: BigInt(part) });
          left -= part;
        }
        if (ending === 'refund') await refundOrder(database(), request(orderId));
        if (ending === 'chargeBack' || ending === 'reinstate') await chargeOrderBack(database(), request(orderId));
        if (ending === 'reinstate') await reinstateOrder(database(), request(orderId));
        if (ending === 'refund' || ending === 'chargeBack') left = 0;
        const owed = Math.floor((2 * left * 2000 + 10_000) / 20_000);
        expected += isOwn ? -owed : left - owed;
      }
      expect((await earningsOf(app, star)).reduce((sum, value) => sum + value, 0)).toBe(expected);
      expect(await owedBy(star)).toBe(expected < 0 ? BigInt(-expected) : 0n);
    }),
    { numRuns: 12, seed: 52 },
  );
});
