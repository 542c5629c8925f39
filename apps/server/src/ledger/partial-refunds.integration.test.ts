import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../testing/factories.ts';
import { ADDRESS, createProduct } from '../testing/shop.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { paymentIdOf } from '../testing/unkeyed-fixtures.ts';
import { chargeOrderBack, refundOrder, releaseDueEarnings } from './index.ts';
import { verifyLedger } from './verify.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9 });
});
afterAll(() => app.close());

const database = () => app.platform.database;
/** @param amount in hundredths */
const refund = (orderId: string, amount?: bigint, more: { orderLineId?: string; endsAccess?: boolean } = {}) =>
  refundOrder(database(), {
    orderId,
    at: app.platform.clock.now(),
    note: 'A part of it.',
    actorId: null,
    ...(amount === undefined ? {} : { amount }),
    ...more,
  });
const outcome = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
const assertBalanced = async (): Promise<void> => expect((await verifyLedger(database())).checks.filter(({ ok }) => !ok)).toEqual([]);
const balanceOf = async (person: Person): Promise<number> => (await person.client.call('GET /users/me')).balance;
const sumOf = async (kind: string, owner: string): Promise<number> => {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(e.amount), 0)::bigint as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
    where a.kind = ${kind} and a.owner_id = ${owner}::uuid`.execute(database());
  return Number(rows[0]!.sum);
};
const earningsOf = async (performer: Person) => [
  await sumOf('earningsPending', performer.id),
  await sumOf('earningsAvailable', performer.id),
];
const stateOf = async (orderId: string) =>
  (await database().selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state;
const richFan = async (tokens = 100): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  return fan;
};
const buyFeed = async (fan: Person, price: number): Promise<{ orderId: string; feedId: string }> => {
  const feedId = await createFeed(star, { audience: 'buyers', price, photos: 0, text: 'For buyers.' });
  const { orderId } = await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  return { orderId, feedId };
};
const mayRead = async (fan: Person, id: string) => (await fan.client.call('GET /feeds/{id}', { params: { id } })).access.allowed;
const press = (redirectUrl: string | null, action: 'approve' | 'chargeBack' | 'refund') =>
  app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentIdOf(redirectUrl!) }, body: { action } });

describe('a part of a purchase from the wallet', () => {
  test('goes back with its share of earnings and commission, and the buyer keeps the access until nothing is left', async () => {
    const fan = await richFan();
    const before = await earningsOf(star);
    const { orderId, feedId } = await buyFeed(fan, 9.99);
    await refund(orderId, 333n);
    expect([await balanceOf(fan), await stateOf(orderId), await mayRead(fan, feedId)]).toEqual([93.34, 'paid', true]);
    // 6.66 is left, of which 20 % is commission.
    expect((await earningsOf(star))[0]! - before[0]!).toBe(533);
    await assertBalanced();
    await refund(orderId, 665n);
    expect(await outcome(refund(orderId, 2n))).toBe('AMOUNT_OUT_OF_BOUNDS');
    expect(await mayRead(fan, feedId)).toBe(true);
    await refund(orderId, 1n);
    expect([await balanceOf(fan), await stateOf(orderId), await mayRead(fan, feedId)]).toEqual([100, 'refunded', false]);
    expect(await earningsOf(star)).toEqual(before);
    expect(await outcome(refund(orderId, 1n))).toBe('ORDER_STATE');
    await assertBalanced();
  });

  test('ends the access when that is asked for', async () => {
    const fan = await richFan();
    const { orderId, feedId } = await buyFeed(fan, 4);
    await refund(orderId, 100n, { endsAccess: true });
    expect([await stateOf(orderId), await mayRead(fan, feedId)]).toEqual(['paid', false]);
    await refund(orderId);
    expect([await balanceOf(fan), await stateOf(orderId)]).toEqual([100, 'refunded']);
    await assertBalanced();
  });

  test('is taken from where the earnings are: only the rest is released', async () => {
    const fan = await richFan();
    const before = await earningsOf(star);
    const { orderId } = await buyFeed(fan, 10);
    await refund(orderId, 250n);
    app.clock.advance(8 * DAY_MS);
    await releaseDueEarnings(app.platform);
    const released = (await earningsOf(star)).reduce((sum, value) => sum + value, 0);
    expect(released - before[0]! - before[1]!).toBe(600);
    expect((await earningsOf(star))[0]).toBe(0);
    await refund(orderId, 250n);
    expect((await earningsOf(star)).reduce((sum, value) => sum + value, 0)).toBe(released - 200);
    await assertBalanced();
  });

  test('never goes back twice, with twenty callers at once and a release beside them', async () => {
    const fan = await richFan();
    const { orderId } = await buyFeed(fan, 10);
    app.clock.advance(8 * DAY_MS);
    const outcomes = await Promise.all([
      ...Array.from({ length: 20 }, () => outcome(refund(orderId, 300n))),
      releaseDueEarnings(app.platform).then(() => 'released'),
    ]);
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(3);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'AMOUNT_OUT_OF_BOUNDS', 'released']));
    expect(await balanceOf(fan)).toBe(99);
    await assertBalanced();
  });

  test('is refused at zero, below it and above the payment, and changes nothing', async () => {
    const fan = await richFan();
    const { orderId } = await buyFeed(fan, 5);
    for (const amount of [0n, -1n, 501n, 10n ** 15n])
      expect([amount, await outcome(refund(orderId, amount))]).toEqual([amount, 'AMOUNT_OUT_OF_BOUNDS']);
    const send = (amount: unknown) =>
      admin.client.raw('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'A part.', amount } });
    for (const amount of [0, -1, 1.005, '1,5', 1e9, 'all', null]) expect([amount, (await send(amount)).status]).toEqual([amount, 422]);
    expect(await balanceOf(fan)).toBe(95);
  });

  test('any parts in any order, before and after the release, add up to the whole', async () => {
    const fan = await richFan(900);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 999 }),
        fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 5 }),
        fc.nat({ max: 5 }),
        async (price, parts, releasedAfter) => {
          const before = [await balanceOf(fan), ...(await earningsOf(star))];
          const { orderId } = await buyFeed(fan, price / 100);
          let left = BigInt(price);
          for (const [index, part] of parts.entries()) {
            if (index === releasedAfter) {
              app.clock.advance(8 * DAY_MS);
              await releaseDueEarnings(app.platform);
            }
            if (BigInt(part) >= left) continue;
            await refund(orderId, BigInt(part));
            left -= BigInt(part);
            expect(await balanceOf(fan)).toBe((Math.round(before[0]! * 100) - Number(left)) / 100);
          }
          await refund(orderId);
          expect(await stateOf(orderId)).toBe('refunded');
          const after = [await balanceOf(fan), ...(await earningsOf(star))];
          expect([after[0], after[1]! + after[2]!]).toEqual([before[0], before[1]! + before[2]!]);
        },
      ),
      { numRuns: 25, seed: 49 },
    );
    await assertBalanced();
  });
});

test('a part of an order of several sellers is divided by what each was paid, by largest remainder', async () => {
  const other = await createPerformer(app, { admin, monthlyPrice: 9 });
  const fan = await richFan();
  const products = [
    { productId: await createProduct(app, star, { price: 3.33 }) },
    { productId: await createProduct(app, other, { price: 3.33 }) },
    { productId: await createProduct(app, other, { type: 'physical', price: 3.33, stock: 5, postage: 1 }) },
  ];
  const { orderId } = await fan.client.call('POST /payment-wallet/purchase-products', { body: { products, deliveryAddress: ADDRESS } });
  const { reversals } = await refund(orderId, 100n);
  expect(reversals.reduce((sum, { tokens }) => sum + tokens!, 0n)).toBe(100n);
  // 333, 333, 333 and 100 of 1099 hundredths.
  expect(reversals.map(({ tokens }) => Number(tokens)).sort((a, b) => a - b)).toEqual([9, 30, 30, 31]);
  const lines = await database()
    .selectFrom('order_lines')
    .select(['id', 'delivery', 'seller_id'])
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute();
  expect(lines.map(({ delivery }) => delivery).sort()).toEqual(['created', 'delivered', 'delivered']);
  const line = lines.find(({ delivery }) => delivery === 'created')!;
  await refund(orderId, 103n, { orderLineId: line.id });
  expect(await outcome(refund(orderId, 300n, { orderLineId: line.id }))).toBe('AMOUNT_OUT_OF_BOUNDS');
  await refund(orderId, undefined, { orderLineId: line.id });
  const { stock } = await database()
    .selectFrom('products')
    .select('stock')
    .where('id', '=', products[2]!.productId)
    .executeTakeFirstOrThrow();
  expect(stock).toBe(5);
  await refund(orderId);
  expect([await balanceOf(fan), await stateOf(orderId)]).toEqual([100, 'refunded']);
  await assertBalanced();
});

describe('a part of a card payment', () => {
  const payFeed = async (price: number) => {
    const fan = await createFan(app);
    const feedId = await createFeed(star, { audience: 'buyers', price, photos: 0, text: 'For buyers.' });
    const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-feed', { body: { feedId } });
    await press(redirectUrl, 'approve');
    await app.settle();
    return { fan, feedId, orderId, redirectUrl };
  };
  const refundByAdmin = (orderId: string, amount?: number) =>
    admin.client.send('POST /admin/orders/{id}/refund', {
      params: { id: orderId },
      body: { reason: 'A part of it.', ...(amount === undefined ? {} : { amount }) },
    });

  test('is refunded by the gateway; its echoes change nothing, and a refund at the company counts as a further one', async () => {
    const { fan, feedId, orderId, redirectUrl } = await payFeed(10);
    for (const [left, refunded] of [
      [8, 2],
      [6, 4],
    ] as const) {
      expect((await refundByAdmin(orderId, 2)).data).toMatchObject({ refunded, refundable: left, state: 'paid' });
      await app.settle();
    }
    const paymentId = paymentIdOf(redirectUrl!);
    const company = async () =>
      (await database().selectFrom('sandbox_payments').select('refunded_amount').where('id', '=', paymentId).executeTakeFirstOrThrow())
        .refunded_amount;
    expect(await company()).toBe(400n);
    const outcomes = async () =>
      (await admin.client.call('GET /admin/orders/{id}', { params: { id: orderId } })).events.map(
        ({ event, outcome: what }) => `${event} ${what}`,
      );
    expect(await outcomes()).toEqual(['approved settled', 'refunded repeated', 'refunded repeated']);
    // The rest is refunded in the company's console.
    await press(redirectUrl, 'refund');
    await app.settle();
    expect([await company(), await stateOf(orderId), await mayRead(fan, feedId)]).toEqual([1000n, 'refunded', false]);
    expect(await outcomes()).toContain('refunded reversed');
    await assertBalanced();
  });

  test('leaves only the rest to a chargeback', async () => {
    const { orderId, redirectUrl } = await payFeed(10);
    const before = await earningsOf(star);
    await refundByAdmin(orderId, 4);
    await app.settle();
    await press(redirectUrl, 'chargeBack');
    await app.settle();
    expect(await stateOf(orderId)).toBe('chargedBack');
    expect((await earningsOf(star))[0]! - before[0]!).toBe(-800);
    expect((await refundByAdmin(orderId, 1)).error).toMatchObject({ error: 'ORDER_STATE' });
    await assertBalanced();
  });

  test('takes the tokens of a top-up while they are in the wallet', async () => {
    const fan = await richFan(10);
    const { id } = await database().selectFrom('orders').select('id').where('buyer_id', '=', fan.id).executeTakeFirstOrThrow();
    expect((await refundByAdmin(id, 3.33)).data).toMatchObject({ refunded: 3.33, refundable: 6.67 });
    expect(await balanceOf(fan)).toBe(6.67);
    const toppedUp = async () =>
      (await sql<{ sum: bigint }>`select ledger.topped_up_since(${fan.id}::uuid, now() - interval '1 year') as sum`.execute(database()))
        .rows[0]!.sum;
    expect(await toppedUp()).toBe(667n);
    await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 5 } });
    expect((await refundByAdmin(id, 3)).error).toMatchObject({ error: 'INSUFFICIENT_TOKENS' });
    await refundByAdmin(id, 1.67);
    await app.settle();
    expect([await balanceOf(fan), await stateOf(id)]).toEqual([0, 'paid']);
    await chargeOrderBack(database(), { orderId: id, at: app.platform.clock.now(), note: '', actorId: null });
    await assertBalanced();
  });
});
