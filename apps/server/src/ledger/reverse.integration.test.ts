import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createFan, createFeed, createPerformer, topUp } from '../testing/factories.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { type ReversalRequest, chargeOrderBack, refundOrder, releaseDueEarnings } from './index.ts';
import { verifyLedger } from './verify.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  star = await createPerformer(app, { monthlyPrice: 9 });
});
afterAll(() => app.close());

const database = () => app.platform.database;
const request = (orderId: string): ReversalRequest => ({ orderId, at: app.platform.clock.now(), note: 'Asked for.', actorId: null });
const refund = (orderId: string) => refundOrder(database(), request(orderId));
const chargeBack = (orderId: string) => chargeOrderBack(database(), request(orderId));
const assertBalanced = async (): Promise<void> => expect((await verifyLedger(database())).checks.filter(({ ok }) => !ok)).toEqual([]);
const balanceOf = async (person: Person): Promise<number> => (await person.client.call('GET /users/me')).balance;
const sumOf = async (kind: string, owner: string): Promise<number> => {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(e.amount), 0)::bigint as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
    where a.kind = ${kind} and a.owner_id = ${owner}::uuid`.execute(database());
  return Number(rows[0]!.sum);
};
const earnings = async (owner: string) => [await sumOf('earningsPending', owner), await sumOf('earningsAvailable', owner)];
const stateOf = async (orderId: string) =>
  (await database().selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state;
const outcome = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
const approve = (redirectUrl: string) =>
  app
    .client()
    .call('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action: 'approve' } });
/** A fan with tokens of one top-up, and its order. */
const fanWith = async (tokens: number): Promise<{ fan: Person; topUpId: string }> => {
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  const { id } = await database().selectFrom('orders').select('id').where('buyer_id', '=', fan.id).executeTakeFirstOrThrow();
  return { fan, topUpId: id };
};
const buy = async (fan: Person, price = 5): Promise<{ orderId: string; feedId: string }> => {
  const feedId = await createFeed(star, { audience: 'buyers', price, photos: 0, text: 'For buyers.' });
  const { orderId } = await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  return { orderId, feedId };
};
const isAllowed = async (fan: Person, id: string) => (await fan.client.call('GET /feeds/{id}', { params: { id } })).access.allowed;

describe('a refund', () => {
  test('of a purchase from the wallet returns the tokens, and takes back pending earnings and access', async () => {
    const before = await earnings(star.id);
    const { fan } = await fanWith(20);
    const { orderId, feedId } = await buy(fan);
    expect([await balanceOf(fan), await isAllowed(fan, feedId)]).toEqual([15, true]);
    const reversed = await refund(orderId);
    expect(reversed).toMatchObject({
      state: 'refunded',
      method: 'wallet',
      receivable: 0n,
      reversals: [{ tokens: 500n, wasPending: true, revoked: 1 }],
    });
    expect([await balanceOf(fan), await isAllowed(fan, feedId), await earnings(star.id)]).toEqual([20, false, before]);
    expect(await outcome(refund(orderId))).toBe('ORDER_STATE');
    // It can be bought again.
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
    expect([await balanceOf(fan), await isAllowed(fan, feedId)]).toEqual([15, true]);
    await assertBalanced();
  });

  test('after the release takes back available earnings', async () => {
    const poor = await createPerformer(app);
    const { fan } = await fanWith(20);
    const { orderId } = await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', {
      params: { id: poor.id },
      body: { amount: 10 },
    });
    app.clock.advance(8 * DAY_MS);
    await releaseDueEarnings(app.platform);
    expect(await earnings(poor.id)).toEqual([0, 800]);
    expect((await refund(orderId)).reversals).toMatchObject([{ wasPending: false, net: 800n }]);
    expect(await earnings(poor.id)).toEqual([0, 0]);
    await assertBalanced();
  });

  test('of a subscription ends it', async () => {
    const { fan } = await fanWith(20);
    const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, type: 'monthly' } });
    await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    await refund(orderId);
    const { data } = await fan.client.call('GET /subscriptions/search');
    expect([data[0]!.state, await balanceOf(fan)]).toEqual(['expired', 20]);
    await assertBalanced();
  });

  test('of a top-up requires all its tokens', async () => {
    const { fan, topUpId } = await fanWith(20);
    await buy(fan, 1);
    expect([await outcome(refund(topUpId)), await balanceOf(fan), await stateOf(topUpId)]).toEqual(['INSUFFICIENT_TOKENS', 19, 'paid']);
    await expect(refund(topUpId)).rejects.toMatchObject({ details: { balance: 19, needed: 20 } });
    const other = await fanWith(7);
    expect((await refund(other.topUpId)).reversals).toMatchObject([{ tokens: 700n, gross: 700n, balance: 0n }]);
    expect([await balanceOf(other.fan), await stateOf(other.topUpId)]).toEqual([0, 'refunded']);
    await assertBalanced();
  });
});

describe('a chargeback', () => {
  test('of a purchase by card takes back earnings and access, and the buyer owes nothing', async () => {
    const before = await earnings(star.id);
    const fan = await createFan(app);
    const feedId = await createFeed(star, { audience: 'buyers', price: 4, photos: 0, text: 'For buyers.' });
    const order = await fan.client.call('POST /payment/purchase-feed', { body: { feedId } });
    await approve(order.redirectUrl);
    expect(await isAllowed(fan, feedId)).toBe(true);
    expect(await chargeBack(order.orderId)).toMatchObject({ state: 'chargedBack', receivable: 0n });
    expect([await isAllowed(fan, feedId), await earnings(star.id)]).toEqual([false, before]);
    await assertBalanced();
  });

  test('of a top-up takes the wallet, then unreleased purchases, newest first; the rest is owed', async () => {
    const before = await earnings(star.id);
    const { fan, topUpId } = await fanWith(30);
    const first = await buy(fan, 6);
    const second = await buy(fan, 4);
    app.clock.advance(8 * DAY_MS);
    await releaseDueEarnings(app.platform);
    const third = await buy(fan, 5);
    const fourth = await buy(fan, 3);
    expect(await balanceOf(fan)).toBe(12);
    // 12 are left, 3 and 5 are unreleased: 10 are owed.
    const reversed = await chargeBack(topUpId);
    expect(reversed).toMatchObject({ state: 'chargedBack', receivable: 1000n });
    expect(reversed.reversals.map(({ orderId }) => orderId)).toEqual([topUpId, fourth.orderId, third.orderId]);
    expect(await Promise.all([first, second, third, fourth].map(({ orderId }) => stateOf(orderId)))).toEqual([
      'paid',
      'paid',
      'chargedBack',
      'chargedBack',
    ]);
    expect([await balanceOf(fan), await sumOf('receivable', fan.id)]).toEqual([0, -1000]);
    // Released earnings stay with the performer.
    expect(await earnings(star.id)).toEqual([0, before[0]! + before[1]! + 800]);
    await assertBalanced();
  });

  test('of a top-up reverses no more purchases than necessary', async () => {
    const { fan, topUpId } = await fanWith(10);
    const first = await buy(fan, 2);
    const second = await buy(fan, 3);
    await topUp(app, fan, 6);
    expect(await chargeBack(topUpId)).toMatchObject({ receivable: 0n });
    // 11 in the wallet were enough.
    expect([await balanceOf(fan), await stateOf(first.orderId), await stateOf(second.orderId)]).toEqual([1, 'paid', 'paid']);
    await assertBalanced();
  });
});

describe('concurrently', () => {
  const AT_ONCE = 8;
  const times = <T>(run: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => run(index)));

  test('refunds of one order: only one is made', async () => {
    const { fan } = await fanWith(20);
    const { orderId } = await buy(fan);
    const outcomes = await times(() => outcome(refund(orderId)));
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: AT_ONCE - 1 }, () => 'ORDER_STATE'), 'done'].toSorted());
    expect(await balanceOf(fan)).toBe(20);
    await assertBalanced();
  });

  test('a refund and a chargeback of one order: only one is made', async () => {
    const { fan, topUpId } = await fanWith(20);
    const outcomes = await times((index) => outcome(index % 2 ? refund(topUpId) : chargeBack(topUpId)));
    expect(outcomes.filter((word) => word === 'done')).toHaveLength(1);
    expect([await balanceOf(fan), await sumOf('receivable', fan.id)]).toEqual([0, 0]);
    await assertBalanced();
  });

  test('refunds during their release: nothing is taken twice or left behind', async () => {
    const seller = await createPerformer(app);
    const { fan } = await fanWith(100);
    const tips = await times(() =>
      fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: seller.id }, body: { amount: 5 } }),
    );
    app.clock.advance(8 * DAY_MS);
    const [outcomes] = await Promise.all([
      Promise.all(tips.map(({ orderId }) => outcome(refund(orderId)))),
      releaseDueEarnings(app.platform),
      releaseDueEarnings(app.platform),
    ]);
    expect(outcomes).toEqual(tips.map(() => 'done'));
    expect([await earnings(seller.id), await balanceOf(fan)]).toEqual([[0, 0], 100]);
    await assertBalanced();
  });

  test('a chargeback of a top-up, refunds of its purchases, and new purchases: the ledger balances', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { fan, topUpId } = await fanWith(40);
      const bought = [await buy(fan, 4), await buy(fan, 6)];
      const feeds = await times(() => createFeed(star, { audience: 'buyers', price: 5, photos: 0, text: 'For buyers.' }));
      const [charged, refunds, purchases] = await Promise.all([
        outcome(chargeBack(topUpId)),
        Promise.all(bought.map(({ orderId }) => outcome(refund(orderId)))),
        Promise.all(feeds.map((feedId) => fan.client.send('POST /payment-wallet/purchase-feed', { body: { feedId } }))),
      ]);
      expect(charged).toBe('done');
      for (const word of refunds) expect(['done', 'ORDER_STATE']).toContain(word);
      for (const { status } of purchases) expect([200, 402]).toContain(status);
      // All sales were unreleased: wallet, remaining purchases and debt sum to zero.
      const [owed, left] = [await sumOf('receivable', fan.id), await sumOf('wallet', fan.id)];
      const { rows } = await sql<{ spent: bigint }>`
        select coalesce(sum(tokens_amount), 0)::bigint as spent from orders where buyer_id = ${fan.id}::uuid and kind = 'feed' and state = 'paid'`.execute(
        database(),
      );
      expect(left + Number(rows[0]!.spent) + owed).toBe(0);
      await assertBalanced();
    }
  });
});
