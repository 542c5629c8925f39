import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pollOpenPayments, refundPaidOrder } from '../modules/payments/index.ts';
import { heldIn } from '../testing/card-orders.ts';
import {
  type Fields,
  DAY_MS,
  PRIVATE,
  app,
  balanceOf,
  ccbillSale,
  database,
  dayIn,
  declareSite,
  healthOf,
  newSale,
  order,
  orderOf,
  outcomesOf,
  owner,
  pay,
  postback,
  refusedOf,
  subscriptionOf,
  verotelSale,
  webhook,
} from './testing/bad-input-site.ts';
import { type Reply, openReplyServer } from './testing/reply-server.ts';
import { createVerotelGateway } from './verotel/verotel.ts';

// Companies that repeat themselves, answer late or wrongly, or have another time: each fact counts once, and nothing is lost.

declareSite();

describe('a callback that is replayed after a year', () => {
  // Sessions end within the year.
  let before: Date;
  beforeEach(() => void (before = app.clock.now()));
  afterEach(() => app.clock.set(before));

  test.each(['verotel', 'ccbill'] as const)('pays nothing twice at %s', async (gateway) => {
    const paid = await order(gateway);
    await pay(gateway, paid);
    app.clock.advance(365 * DAY_MS);
    expect(await pay(gateway, paid)).toEqual([200, 'OK']);
    expect([await heldIn(app, 'wallet', paid.fan.id), await outcomesOf(paid.orderId)]).toEqual([2000, ['approved settled']]);
    expect(await database().selectFrom('gateway_refunds').select('id').where('order_id', '=', paid.orderId).execute()).toEqual([]);
  });

  /** A subscription at Verotel that was paid for the next 30 days. */
  const running = async () => {
    const open = await order('verotel', 'subscription');
    await postback(verotelSale(open, { event: 'initial', subscriptionType: 'recurring', nextChargeOn: dayIn(30) }));
    const known = { type: 'subscription', shopID: '12345', saleID: open.sale, referenceID: open.page.get('referenceID')! };
    const rebill = () => {
      const transactionID = newSale();
      return postback({ ...known, event: 'rebill', transactionID, amount: '9.00', currency: 'USD', nextChargeOn: dayIn(30) });
    };
    return { ...open, known: { ...known, subscriptionType: 'recurring' }, rebill };
  };

  test.each(['cancel', 'extend', 'uncancel', 'expiry'])('%s takes no access that was paid since', async (event) => {
    const { fan, known, rebill } = await running();
    const old: Fields = {
      ...known,
      event,
      ...(event === 'extend' || event === 'uncancel' ? { nextChargeOn: dayIn(31) } : { expiresOn: dayIn(31) }),
    };
    app.clock.advance(365 * DAY_MS);
    expect(await rebill()).toEqual([200, 'OK']);
    const renewed = await subscriptionOf(fan);
    expect(await postback(old)).toEqual([200, 'OK']);
    expect(await subscriptionOf(fan)).toEqual(renewed);
    expect((await outcomesOf(renewed.order_id!)).at(-1)).toMatch(/ stale$/);
  });

  test('a cancellation at CCBill doesn’t end what its buyer resumed since', async () => {
    const open = await order('ccbill', 'subscription');
    await webhook('NewSaleSuccess', ccbillSale(open, { billedRecurringPrice: '9.00', rebills: '99', nextRenewalDate: dayIn(30) }));
    const cancelled = { subscriptionId: open.sale, timestamp: '2030-01-01 10:00:00' };
    await webhook('Cancellation', cancelled);
    expect((await subscriptionOf(open.fan)).state).toBe('cancelled');
    await webhook('UserReactivation', { subscriptionId: open.sale, timestamp: '2030-01-02 10:00:00', nextRenewalDate: dayIn(30) });
    expect((await subscriptionOf(open.fan)).state).toBe('active');
    expect(await webhook('Cancellation', cancelled)).toEqual([200, 'OK']);
    expect((await subscriptionOf(open.fan)).state).toBe('active');
  });
});

describe('a company that is asked for the end of a payment', () => {
  /** A payment whose callback was lost, and a company that answers as a test says. */
  const lost = async (reply: (sale: string) => Reply | 'silence' | 'hang up') => {
    const open = await order('verotel');
    const server = await openReplyServer(() => reply(open.sale));
    const company = createVerotelGateway({
      settings: {
        ...app.gatewaySettings,
        values: (() => ({ ...app.gatewaySettings.values('verotel'), baseAddress: server.url })) as typeof app.gatewaySettings.values,
      },
      publicUrl: app.url,
      currency: () => 'USD',
      log: app.platform.log,
      timeoutMs: 200,
    });
    app.clock.advance(2 * 60_000);
    const poll = () => pollOpenPayments(app.platform, company);
    return { open, poll, close: server.close, asked: server.asked };
  };
  const found = (sale: string): Reply => ({
    body: `response: FOUND\nsaleResult: APPROVED\nsaleID: ${sale}\ntype: purchase\npriceAmount: 20.00\npriceCurrency: USD\n`,
  });

  test.each<[string, Reply | 'silence' | 'hang up']>([
    ['doesn’t answer', 'silence'],
    ['hangs up', 'hang up'],
    ['answers with a web page', { body: `<!doctype html><html><body>${PRIVATE[1]}</body></html>` }],
    ['answers with an error', { status: 500, body: PRIVATE[1]! }],
  ])('and %s leaves the order open, listed for the owner, and the callback pays it', async (_how, reply) => {
    const { open, poll, close, asked } = await lost(() => reply);
    try {
      await poll();
      expect(asked.length).toBeGreaterThan(0);
      expect((await orderOf(open.orderId)).state).toBe('created');
      app.clock.advance(10 * 60_000);
      const { data } = await owner.client.call('GET /admin/gateways/unanswered', { query: { limit: 100, gateway: 'verotel' } });
      expect(data.map(({ _id }) => _id)).toContain(open.orderId);
      expect([await pay('verotel', open), await balanceOf(open.fan)]).toEqual([[200, 'OK'], 20]);
    } finally {
      await close();
    }
  });

  test('and answers twice, beside its callback, is paid once', async () => {
    const { open, poll, close } = await lost(found);
    try {
      await Promise.all([poll(), poll(), pay('verotel', open), pay('verotel', open)]);
      expect([(await orderOf(open.orderId)).state, await balanceOf(open.fan)]).toEqual(['paid', 20]);
      expect((await outcomesOf(open.orderId)).filter((outcome) => outcome === 'approved settled')).toHaveLength(1);
      expect(await database().selectFrom('gateway_refunds').select('id').where('order_id', '=', open.orderId).execute()).toEqual([]);
    } finally {
      await close();
    }
  });
});

test.each(['verotel', 'ccbill'] as const)('a refund at %s of more than is left is refused and shown to the owner', async (gateway) => {
  const paid = await order(gateway);
  await pay(gateway, paid);
  await refundPaidOrder(app.platform, { orderId: paid.orderId, amount: 1500n, reason: 'Asked for', actorId: owner.id }, undefined);
  const before = await refusedOf(gateway);
  const answer =
    gateway === 'verotel'
      ? await postback({
          type: 'purchase',
          shopID: '12345',
          saleID: paid.sale,
          event: 'credit',
          transactionID: newSale(),
          amount: '6.00',
          currency: 'USD',
        })
      : await webhook('Refund', { subscriptionId: paid.sale, transactionId: `${paid.sale}01`, amount: '6.00', currencyCode: '840' });
  expect(answer).toEqual(gateway === 'verotel' ? [500, 'REFUSED'] : [200, 'REFUSED']);
  expect([(await orderOf(paid.orderId)).state, await balanceOf(paid.fan), await refusedOf(gateway)]).toEqual(['paid', 5, before + 1]);
});

test('a subscription that is cancelled here and at its company at once ends once, with its paid period', async () => {
  const open = await order('ccbill', 'subscription');
  await webhook('NewSaleSuccess', ccbillSale(open, { billedRecurringPrice: '9.00', rebills: '99', nextRenewalDate: dayIn(30) }));
  const { id, paid_until: paidUntil } = await subscriptionOf(open.fan);
  const told = { subscriptionId: open.sale, timestamp: '2030-02-01 10:00:00' };
  const answers = await Promise.all([
    open.fan.client.send('POST /subscriptions/cancel/{id}', { params: { id } }),
    webhook('Cancellation', told),
    webhook('Cancellation', told),
    webhook('Cancellation', { ...told, timestamp: '2030-02-01 10:00:01' }),
  ]);
  expect(answers.slice(1)).toEqual([
    [200, 'OK'],
    [200, 'OK'],
    [200, 'OK'],
  ]);
  expect(answers[0]).toMatchObject({ status: 200 });
  expect(await subscriptionOf(open.fan)).toMatchObject({ state: 'cancelled', paid_until: paidUntil, expires_at: paidUntil });
  const ended = await sql<{ count: number }>`select count(*)::int as count from outbox
    where event = 'subscriptions.cancelled' and payload ->> 'fanId' = ${open.fan.id}`.execute(database());
  expect(ended.rows[0]!.count).toBe(1);
});

test.each([1, -1])('a company’s clock that is %s hours ahead changes no payment, and the owner sees it', async (hours) => {
  const open = await order('ccbill');
  app.clock.advance(60_000);
  // Phoenix writes its time seven hours behind UTC, without naming its zone.
  const local = new Date(app.clock.now().getTime() + (hours - 7) * 3_600_000).toISOString();
  const timestamp = `${local.slice(0, 10)} ${local.slice(11, 19)}`;
  expect(await webhook('NewSaleSuccess', ccbillSale(open, { timestamp }))).toEqual([200, 'OK']);
  expect([(await orderOf(open.orderId)).state, await balanceOf(open.fan)]).toEqual(['paid', 20]);
  expect(Math.round((await healthOf('ccbill')).clockAhead! / 3600)).toBe(hours);
});
