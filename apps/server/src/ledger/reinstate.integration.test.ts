import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { noticeOf } from '../gateways/notices.ts';
import { applyNotice } from '../modules/payments/index.ts';
import { openPool } from '../platform/testing/database.ts';
import {
  assertSound,
  brokenInvariants,
  buyFeedAt,
  buyProductsAt,
  earningsOf,
  heldBy,
  heldIn,
  payAt,
  topUpAt,
} from '../testing/card-orders.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../testing/factories.ts';
import { holdRows } from '../testing/held-rows.ts';
import { createProduct } from '../testing/shop.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { chargeOrderBack, debtOf, refundOrder, reinstateOrder, releaseDueEarnings, setRelease } from './index.ts';

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9 });
});
afterAll(() => app.close());
afterEach(() => assertSound(app));

const database = () => app.platform.database;
const request = (orderId: string) => ({ orderId, at: app.clock.now(), note: 'Won.', actorId: null });
const chargeBack = (orderId: string) => chargeOrderBack(database(), request(orderId));
const reinstate = (orderId: string) => reinstateOrder(database(), request(orderId));
const refund = (orderId: string, amount?: bigint) =>
  refundOrder(database(), { ...request(orderId), ...(amount === undefined ? {} : { amount }) });
const outcome = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
const stateOf = async (orderId: string) =>
  (await database().selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state;
const mayRead = async (fan: Person, id: string) => (await fan.client.call('GET /feeds/{id}', { params: { id } })).access.allowed;
const walletOf = ({ id }: Person) => heldIn(app, 'wallet', id);
const commission = () => heldIn(app, 'commission', '00000000-0000-0000-0000-000000000000');
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const tip = (fan: Person, amount: number, to = star) =>
  fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: to.id }, body: { amount } });
const releaseAt = async (transactionId: string) => {
  await setRelease(database(), transactionId, app.clock.now());
  await releaseDueEarnings(app.platform);
};

describe('the chargeback of a sale that is undone', () => {
  test('leaves money, earnings, commission and access as if it had not been; the earnings wait no more', async () => {
    const seller = await createPerformer(app, { admin });
    const { fan, feedId, orderId } = await buyFeedAt(app, seller, 10);
    const before = [await heldBy(app, 'acme'), await commission(), await earningsOf(app, seller)];
    await app.settle();
    const unlocks = async () =>
      (await database().selectFrom('item_counters').select('unlock_count').where('item_id', '=', feedId).executeTakeFirst())
        ?.unlock_count ?? 0;
    expect(await unlocks()).toBe(1);
    await chargeBack(orderId);
    await app.settle();
    expect([await mayRead(fan, feedId), await unlocks()]).toEqual([false, 0]);
    expect(await reinstate(orderId)).toMatchObject({
      buyerId: fan.id,
      debt: 0n,
      parts: [{ sellerId: seller.id, tokens: null, gross: 1000n, net: 800n, isPending: false, granted: 1, paidOff: 0n }],
    });
    await app.settle();
    expect([await heldBy(app, 'acme'), await commission()]).toEqual(before.slice(0, 2));
    expect([before[2], await earningsOf(app, seller)]).toEqual([
      [800, 0],
      [0, 800],
    ]);
    expect([await stateOf(orderId), await mayRead(fan, feedId), await unlocks()]).toEqual(['paid', true, 1]);
    // It can be refunded, as any other that is paid.
    await refund(orderId, 300n);
    await refund(orderId);
    expect([await stateOf(orderId), await earningsOf(app, seller), await mayRead(fan, feedId)]).toEqual(['refunded', [0, 0], false]);
  });

  test('is undone once, and can be charged back and undone again', async () => {
    const { fan, feedId, orderId } = await buyFeedAt(app, star, 10);
    expect(await outcome(reinstate(orderId))).toBe('ORDER_STATE');
    for (let round = 0; round < 3; round += 1) {
      await chargeBack(orderId);
      expect([await mayRead(fan, feedId), await brokenInvariants(app)]).toEqual([false, []]);
      await reinstate(orderId);
      expect(await outcome(reinstate(orderId))).toBe('ORDER_STATE');
      expect([await mayRead(fan, feedId), await brokenInvariants(app)]).toEqual([true, []]);
    }
    await chargeBack(orderId);
    expect(await stateOf(orderId)).toBe('chargedBack');
  });

  test('gives back only what the chargeback took of a sale that was refunded in part, also for statements', async () => {
    const seller = await createPerformer(app, { admin });
    const { orderId } = await buyFeedAt(app, seller, 9.99);
    await refund(orderId, 333n);
    await chargeBack(orderId);
    const { parts } = await reinstate(orderId);
    // The commission of 6.66 is 1.33.
    expect(parts).toMatchObject([{ gross: 666n, net: 533n }]);
    expect(await earningsOf(app, seller)).toEqual([0, 533]);
    const { data } = await seller.client.call('GET /earning/search', { query: {} });
    expect(data.map(({ kind, net }) => [kind, net])).toEqual([
      ['chargebackReversal', 5.33],
      ['chargeback', -5.33],
      ['refund', -2.66],
      ['purchaseFeed', 7.99],
    ]);
    expect((await seller.client.call('GET /earning/stats', { query: {} })).total).toMatchObject({
      gross: 6.66,
      commission: 1.33,
      net: 5.33,
    });
  });

  test('does not give a subscription back: its period has passed', async () => {
    const fan = await createFan(app);
    const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, type: 'monthly' } });
    await payAt(app, orderId);
    const [, available] = await earningsOf(app, star);
    await chargeBack(orderId);
    await reinstate(orderId);
    expect((await fan.client.call('GET /subscriptions/search')).data[0]!.state).toBe('expired');
    expect([await stateOf(orderId), (await earningsOf(app, star))[1]]).toEqual(['paid', available + 720]);
  });

  test('does not give a tip’s item to who had it refunded', async () => {
    const { fan, feedId, orderId } = await buyFeedAt(app, star, 4);
    await refund(orderId);
    await topUpAt(app, fan, 10);
    const { rows } = await sql<{ id: string }>`
      insert into orders (kind, buyer_id, seller_id, item_kind, item_id, detail, tokens_amount, money_amount, currency, token_value, commission_rate, method, gateway)
      values ('tip', ${fan.id}::uuid, ${star.id}::uuid, 'feed', ${feedId}::uuid, '{"message": ""}', 500, 500, 'USD', 100, 2000, 'card', 'acme')
      returning id`.execute(database());
    await payAt(app, rows[0]!.id);
    await chargeBack(rows[0]!.id);
    expect(await reinstate(rows[0]!.id)).toMatchObject({ parts: [{ granted: 0 }] });
    expect(await mayRead(fan, feedId)).toBe(false);
  });

  test('keeps sent products sent; unsent ones are to be sent, and their earnings wait; stock is not taken again', async () => {
    const seller = await createPerformer(app, { admin });
    const fan = await createFan(app);
    const [digital, parcel] = [
      await createProduct(app, seller, { price: 5 }),
      await createProduct(app, seller, { type: 'physical', price: 10, stock: 3, postage: 2 }),
    ];
    const orderId = await buyProductsAt(app, fan, [digital, parcel]);
    const stockOf = async () =>
      (await database().selectFrom('products').select('stock').where('id', '=', parcel).executeTakeFirstOrThrow()).stock;
    const deliveries = async () =>
      (await database().selectFrom('order_lines').select(['product_id', 'delivery']).where('order_id', '=', orderId).execute())
        .toSorted((one) => (one.product_id === digital ? -1 : 1))
        .map(({ delivery }) => delivery);
    // 5.00 and 10.00 less 15 %, and the postage without commission.
    expect([await earningsOf(app, seller), await stockOf()]).toEqual([[1475, 0], 2]);
    await chargeBack(orderId);
    expect([await deliveries(), await earningsOf(app, seller), await stockOf()]).toEqual([['refunded', 'refunded'], [0, 0], 3]);
    expect((await reinstate(orderId)).parts.map(({ net, isPending }) => [net, isPending])).toEqual([
      [425n, false],
      [850n, true],
      [200n, true],
    ]);
    expect([await deliveries(), await earningsOf(app, seller), await stockOf()]).toEqual([['delivered', 'processing'], [1050, 425], 3]);
    const { rows } = await sql<{ id: string }>`
      select r.transaction_id as id from ledger.releases r join ledger.transactions t on t.id = r.transaction_id where t.reference_id = ${orderId}::uuid`.execute(
      database(),
    );
    await releaseAt(rows[0]!.id);
    await releaseAt(rows[1]!.id);
    expect(await earningsOf(app, seller)).toEqual([0, 1475]);
    // Charged back once more, with all of it delivered: from what is available.
    await sql`update order_lines set delivery = 'delivered', shipped_at = now(), delivered_at = now() where order_id = ${orderId}::uuid`.execute(
      database(),
    );
    await chargeBack(orderId);
    expect([await earningsOf(app, seller), await stockOf()]).toEqual([[0, 0], 3]);
    await reinstate(orderId);
    expect([await deliveries(), await earningsOf(app, seller)]).toEqual([
      ['delivered', 'delivered'],
      [0, 1475],
    ]);
  });
});

test('a notice of a chargeback that is repeated after its dispute was won is not booked again; another one is', async () => {
  const { orderId, paymentId } = await buyFeedAt(app, star, 10);
  const notice = (eventKey: string) =>
    applyNotice(
      app.platform,
      noticeOf({
        gateway: 'acme',
        eventKey: `${eventKey}:${paymentId}`,
        event: 'chargedBack',
        orderId,
        paymentId,
        amount: 1000n,
        currency: 'USD',
      }),
    );
  expect(await notice('first')).toBe('reversed');
  await reinstate(orderId);
  expect([await notice('first'), await stateOf(orderId)]).toEqual(['repeated', 'paid']);
  expect([await notice('second'), await stateOf(orderId)]).toEqual(['reversed', 'chargedBack']);
});

describe('the chargeback of a top-up that is undone', () => {
  test('gives back the tokens that it took, and sells nothing again', async () => {
    const fan = await createFan(app);
    const orderId = await topUpAt(app, fan, 30);
    const feedId = await createFeed(star, { audience: 'buyers', price: 12, photos: 0, text: 'For buyers.' });
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
    const earned = await earningsOf(app, star);
    await chargeBack(orderId);
    expect([await walletOf(fan), await mayRead(fan, feedId), (await earningsOf(app, star))[0]]).toEqual([0, false, earned[0] - 960]);
    expect(await reinstate(orderId)).toMatchObject({ debt: 0n, parts: [{ tokens: 3000n, paidOff: 0n, balance: 3000n }] });
    expect([await walletOf(fan), await mayRead(fan, feedId), (await earningsOf(app, star))[0]]).toEqual([3000, false, earned[0] - 960]);
    expect((await fan.client.call('GET /users/me')).balance).toBe(30);
    const { data } = await fan.client.call('GET /wallet-transactions/user/search', { query: { group: 'refund' } });
    expect(data[0]).toMatchObject({ kind: 'chargebackReversal', amount: 30, charged: 30, reverses: 'topUpCustom', balanceAfter: 30 });
  });

  test('pays the debt that it left, and opens nothing by itself; what was paid meanwhile comes back as tokens', async () => {
    for (const isPaid of [false, true]) {
      const fan = await createFan(app);
      const orderId = await topUpAt(app, fan, 10);
      await releaseAt((await tip(fan, 7)).transactionId);
      await chargeBack(orderId);
      expect([await walletOf(fan), await debtOf(database(), fan.id)]).toEqual([0, 700n]);
      if (isPaid) {
        const debt = await fan.client.call('POST /payment/debt', { body: {} });
        await payAt(app, debt.orderId);
      }
      // The wallet has what was not spent and, of a debt that was paid, the tokens of that money.
      expect(await reinstate(orderId)).toMatchObject({
        debt: 0n,
        parts: [{ tokens: isPaid ? 1000n : 300n, gross: 1000n, paidOff: isPaid ? 0n : 700n }],
      });
      expect([await walletOf(fan), await debtOf(database(), fan.id), await brokenInvariants(app)]).toEqual([isPaid ? 1000 : 300, 0n, []]);
      // Arbitration: the bank takes it once more.
      await chargeBack(orderId);
      expect([await walletOf(fan), await debtOf(database(), fan.id)]).toEqual([0, isPaid ? 0n : 700n]);
    }
  });

  test('pays another debt of the same account as well; the rest comes back', async () => {
    const fan = await createFan(app);
    const [first, second] = [await topUpAt(app, fan, 10), await topUpAt(app, fan, 5)];
    await releaseAt((await tip(fan, 15)).transactionId);
    await chargeBack(first);
    const debt = await fan.client.call('POST /payment/debt', { body: {} });
    await payAt(app, debt.orderId);
    await chargeBack(second);
    expect(await debtOf(database(), fan.id)).toBe(500n);
    // Ten were paid twice: five of them pay what is owed of the other.
    expect(await reinstate(first)).toMatchObject({ debt: 0n, parts: [{ paidOff: 500n, tokens: 500n }] });
  });

  test('a payment of a debt that a bank takes back and returns pays it again, or is tokens', async () => {
    for (const isPaidTwice of [false, true]) {
      const fan = await createFan(app);
      const topUp = await topUpAt(app, fan, 10);
      await releaseAt((await tip(fan, 10)).transactionId);
      await chargeBack(topUp);
      const first = await fan.client.call('POST /payment/debt', { body: {} });
      await payAt(app, first.orderId);
      await chargeBack(first.orderId);
      expect(await debtOf(database(), fan.id)).toBe(1000n);
      if (isPaidTwice) {
        const second = await fan.client.call('POST /payment/debt', { body: {} });
        await payAt(app, second.orderId);
      }
      const { parts, debt } = await reinstate(first.orderId);
      expect([debt, parts[0]!.paidOff, parts[0]!.tokens]).toEqual(isPaidTwice ? [0n, 0n, 1000n] : [0n, 1000n, 0n]);
      expect([await walletOf(fan), await brokenInvariants(app)]).toEqual([isPaidTwice ? 1000 : 0, []]);
    }
  });

  test('wallet and paid debt are what was charged back, whatever was spent, refunded and paid before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5, max: 40 }),
        fc.array(fc.record({ share: fc.integer({ min: 1, max: 100 }), isReleased: fc.boolean() }), { maxLength: 3 }),
        fc.integer({ min: 0, max: 50 }),
        fc.boolean(),
        async (tokens, tips, refunded, isPaid) => {
          const fan = await createFan(app);
          const orderId = await topUpAt(app, fan, tokens);
          const part = BigInt(Math.floor((tokens * refunded) / 100) * 100);
          if (part > 0n) await refund(orderId, part);
          for (const { share, isReleased } of tips) {
            const amount = Math.floor(((await walletOf(fan)) * share) / 10_000);
            if (amount < 1) continue;
            const { transactionId } = await tip(fan, amount);
            if (isReleased) await releaseAt(transactionId);
          }
          await chargeBack(orderId);
          const owed = await debtOf(database(), fan.id);
          if (isPaid && owed > 0n) {
            const { orderId: debtId } = await fan.client.call('POST /payment/debt', { body: {} });
            await payAt(app, debtId);
          }
          const { parts } = await reinstate(orderId);
          expect(parts[0]!.tokens! + parts[0]!.paidOff).toBe(BigInt(tokens) * 100n - part);
          expect([await walletOf(fan), await debtOf(database(), fan.id)]).toEqual([Number(parts[0]!.tokens), 0n]);
        },
      ),
      { numRuns: 12, seed: 52 },
    );
  });
});

test('a chargeback that is undone twice, or whose order says otherwise, is found', async () => {
  const { orderId } = await buyFeedAt(app, star, 10);
  await chargeBack(orderId);
  await reinstate(orderId);
  const broken = async (statement: string): Promise<string[]> => {
    const owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
    try {
      const client = await owner.connect();
      await client.query('begin');
      await client.query(statement, [orderId]);
      const { rows } = await client.query<{ name: string }>('select name from ledger.verify() where not ok');
      await client.query('rollback');
      client.release();
      return rows.map(({ name }) => name);
    } finally {
      await owner.end();
    }
  };
  const again = `
    select ledger.post(jsonb_build_object('key', 'again:' || t.id, 'kind', 'chargebackReversal', 'referenceKind', 'order', 'referenceId', t.reference_id,
      'buyerId', t.buyer_id, 'sellerId', t.seller_id, 'commissionRate', t.commission_rate, 'gross', -t.gross_amount, 'commission', -t.commission_amount,
      'net', -t.net_amount, 'reversesId', t.id), ledger.reversal_lines(t, 'earningsAvailable', null, -t.gross_amount, -t.commission_amount), now())
    from ledger.transactions t where t.reference_id = $1 and t.reverses_id is null`;
  expect(await broken(again)).toContain('every chargeback is undone once at most');
  expect(await broken("update orders set state = 'chargedBack' where id = $1")).toContain('every chargeback is undone once at most');
});

describe('concurrently', () => {
  const AT_ONCE = 8;
  const times = <T>(run: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => run(index)));

  test('two notices that the same dispute was won: it is undone once', async () => {
    const { orderId } = await buyFeedAt(app, star, 10);
    const before = await earningsOf(app, star);
    await chargeBack(orderId);
    const outcomes = await times(() => outcome(reinstate(orderId)));
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: AT_ONCE - 1 }, () => 'ORDER_STATE'), 'done'].toSorted());
    expect(sum(await earningsOf(app, star))).toBe(sum(before));
  });

  test('chargebacks and their reversals at once: one follows the other, and nothing is doubled', async () => {
    const fan = await createFan(app);
    const orderId = await topUpAt(app, fan, 20);
    await times((index) => outcome(index % 2 ? reinstate(orderId) : chargeBack(orderId)));
    const isBack = (await stateOf(orderId)) === 'chargedBack';
    expect([await walletOf(fan), await debtOf(database(), fan.id)]).toEqual([isBack ? 0 : 2000, 0n]);
  });

  test('a refund in between waits for the order, and gives back what is paid again', async () => {
    const { fan, feedId, orderId } = await buyFeedAt(app, star, 10);
    const before = await earningsOf(app, star);
    await chargeBack(orderId);
    const held = await holdRows(app, 'select from orders where id = $1 for update', [orderId]);
    const undone = reinstate(orderId);
    await expect.poll(() => held.isAwaitedBy('ledger\\."?reinstate')).toBe(true);
    const refunded = outcome(refund(orderId));
    await held.end('rollback');
    await undone;
    expect(['done', 'ORDER_STATE']).toContain(await refunded);
    if ((await stateOf(orderId)) === 'paid') await refund(orderId);
    expect([await stateOf(orderId), await mayRead(fan, feedId)]).toEqual(['refunded', false]);
    expect(sum(await earningsOf(app, star))).toBe(sum(before) - 800);
  });

  test('the payment of a debt while the dispute is won: nobody pays more than they owe, and nothing is lost', async () => {
    for (let round = 0; round < 3; round += 1) {
      const fan = await createFan(app);
      const topUp = await topUpAt(app, fan, 10);
      await releaseAt((await tip(fan, 10)).transactionId);
      await chargeBack(topUp);
      const debt = await fan.client.call('POST /payment/debt', { body: {} });
      await Promise.all([payAt(app, debt.orderId).catch(() => undefined), reinstate(topUp)]);
      // Either the debt was paid, and its money is tokens, or the payment came too late and is given back.
      expect([await walletOf(fan), await debtOf(database(), fan.id)]).toEqual([(await stateOf(debt.orderId)) === 'paid' ? 1000 : 0, 0n]);
      expect(await brokenInvariants(app)).toEqual([]);
    }
  });
});
