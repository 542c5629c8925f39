import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxAction } from '../gateways/sandbox.ts';
import { verifyLedger } from '../ledger/index.ts';
import { createInitialPackages } from '../modules/wallet/index.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from './factories.ts';
import { giftFixtures } from './gift-fixtures.ts';
import { MONEY_CALLS, paysFromWallet, takesCoupon } from './money-endpoints.ts';
import { OUTCOMES, LATE_CARD_PAYMENT } from './money-outcomes.ts';
import { type MoneyState, moneyState } from './money-state.ts';
import { payoutFixtures, payoutReads } from './payout-fixtures.ts';
import { saleFixtures } from './sale-fixtures.ts';
import { ADDRESS, createCoupon, createItem, createProduct } from './shop.ts';
import { type Request, type CallFixture, fixtureOf, withBody } from './call-fixture.ts';
import { growth } from './changed-rows.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { createOpenTopUp, paymentIdOf, unkeyedFixtures } from './unkeyed-fixtures.ts';

// Every money call, sent several times concurrently with different keys: the expected outcomes are in money-outcomes.ts. The same with
// one key is tested for all keyed calls in platform/http/idempotency.integration.test.ts.

const AT_ONCE = 6;

let app: TestApp;
let admin: Person;
let star: Person;
let rich: Person;
/** The buyer of the fixtures' calls; tests replace it. */
let payer: Person;

beforeAll(async () => {
  app = await createTestApp();
  await createInitialPackages(app.platform);
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  rich = await createFan(app);
  await topUp(app, rich, 900);
  payer = rich;
  // A first sale opens the ledger accounts.
  await rich.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 1 } });
});
afterAll(() => app.close());
afterEach(async () => {
  payer = rich;
  const broken = (await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok);
  if (broken.length > 0) throw new Error(broken.map(({ name, detail }) => `${name}: ${detail}`).join('; '));
});

const press = (id: string, action: SandboxAction) =>
  app.client().raw('POST /gateways/sandbox/payments/{id}', { params: { id }, body: { action } });
const openTopUp = () => createOpenTopUp(payer);
const makeCoupon = async (usesMaximum: number): Promise<string> => createCoupon(admin, { percent: 50, usesMaximum });

type Tried = Omit<CallFixture, 'change'> & Partial<Pick<CallFixture, 'change'>>;

const fixtures = (): Record<string, Tried> => ({
  ...saleFixtures({ app: () => app, admin: () => admin, fan: () => payer, star: () => star }),
  ...giftFixtures(() => ({ admin, star, fan: payer })),
  ...payoutFixtures(() => ({ app, admin, star })),
  ...payoutReads(() => star),
  ...unkeyedFixtures({ app: () => app, admin: () => admin, payer: () => payer, star: () => star }),
});

const fromWallet = MONEY_CALLS.filter(([, endpoint]) => paysFromWallet(endpoint));

test('every money call is tested here', () => {
  const known = fixtures();
  expect(MONEY_CALLS.map(([key]) => key).sort()).toEqual(Object.keys(OUTCOMES).sort());
  for (const [key] of MONEY_CALLS) expect([key, known[key] !== undefined]).toEqual([key, true]);
});

const times = (count: number, what: Partial<MoneyState>): Record<string, number> =>
  Object.fromEntries(Object.entries(what).map(([name, number]) => [name, number * count]));
const sum = (...parts: Record<string, number>[]): Record<string, number> => {
  const total: Record<string, number> = {};
  for (const part of parts) for (const [name, number] of Object.entries(part)) total[name] = (total[name] ?? 0) + number;
  return Object.fromEntries(Object.entries(total).filter(([, number]) => number !== 0));
};

/** Sends calls concurrently, each with its own key, and returns the counts of responses and the changes. */
const race = async (calls: readonly (() => Promise<{ status: number; data: unknown; error?: { error?: string } }>)[]) => {
  await app.settle();
  const before = await moneyState(app);
  const answers = await Promise.all(calls.map((call) => call()));
  await app.settle();
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) {
    const name = status < 300 ? 'ok' : (error?.error ?? String(status));
    counts[name] = (counts[name] ?? 0) + 1;
  }
  const change = growth({ ...before }, { ...(await moneyState(app)) });
  // Sums of hundredths, as numbers with a point.
  return { answers, counts, change: sum(Object.fromEntries(Object.entries(change).map(([name, by]) => [name, Number(by.toFixed(2))]))) };
};
const send = (who: Person, key: string, request: Request) => () =>
  who.client.raw(key, { ...request, headers: { 'idempotency-key': randomUUID() } });
const several = async (count: number, make: () => Promise<Request> | Request): Promise<Request[]> => {
  const requests: Request[] = [];
  for (let i = 0; i < count; i += 1) requests.push(await make());
  return requests;
};
const repeated = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** Pays orders by card, all concurrently. */
const approveAll = (answers: readonly { data: unknown }[]) =>
  race(
    answers.map(
      ({ data }) =>
        () =>
          press(paymentIdOf((data as { redirectUrl: string }).redirectUrl), 'approve'),
    ),
  );

/** A fan with this wallet balance. */
const fanWith = async (tokens: number): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, 20);
  if (tokens < 20)
    await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 20 - tokens } });
  return fan;
};

test.each(MONEY_CALLS)('%s, several times for the same target', async (key) => {
  const { once, same, card } = fixtureOf(OUTCOMES, key);
  const { who, make } = fixtureOf(fixtures(), key);
  const request = await make();
  const { answers, counts, change } = await race(repeated(AT_ONCE, send(who(), key, request)));
  expect(counts).toEqual(same === 'every' || same === 'one' ? { ok: AT_ONCE } : { ok: 1, [same]: AT_ONCE - 1 });
  expect(change).toEqual(sum(times(same === 'every' ? AT_ONCE : 1, once)));
  if (!card) return;
  const paid = await approveAll(answers);
  const done = card.settled === 'every' ? AT_ONCE : 1;
  expect(paid.counts).toEqual({ ok: AT_ONCE });
  expect(paid.change).toEqual(sum(times(done, card.once), times(AT_ONCE - done, LATE_CARD_PAYMENT)));
});

test.each(fromWallet)('%s from a wallet that covers three', async (key) => {
  const { once } = fixtureOf(OUTCOMES, key);
  payer = await fanWith(3 * -once.wallets!);
  const { who, make } = fixtureOf(fixtures(), key);
  const requests = await several(AT_ONCE, make);
  const { counts, change } = await race(requests.map((request) => send(who(), key, request)));
  expect(counts).toEqual({ ok: 3, INSUFFICIENT_TOKENS: AT_ONCE - 3 });
  expect(change).toEqual(sum(times(3, once)));
  expect((await payer.client.call('GET /users/me')).balance).toBe(0);
});

test.each(fromWallet)('%s with one key for two inputs: only one is paid', async (key) => {
  const { who, make, change: other } = fixtureOf(fixtures(), key);
  const first = await make();
  const second = await other!(first);
  const headers = { 'idempotency-key': randomUUID() };
  const { answers, counts, change } = await race(
    [first, second].flatMap((request) => repeated(AT_ONCE / 2, () => who().client.raw(key, { ...request, headers }))),
  );
  expect(counts).toEqual({ ok: AT_ONCE / 2, IDEMPOTENCY_KEY_REUSED: AT_ONCE / 2 });
  expect(change).toMatchObject({ transactions: 1, paid: 1 });
  const receipts = answers.flatMap(({ data }) => (data ? [(data as { transactionId: string }).transactionId] : []));
  expect(new Set(receipts).size).toBe(1);
});

/** Six calls for different items, with a coupon that may be used twice. */
const raceWithCoupon = async (key: string) => {
  const { who, make } = fixtureOf(fixtures(), key);
  const couponCode = await makeCoupon(2);
  const requests = await several(AT_ONCE, async () => withBody({ couponCode })(await make()));
  return race(requests.map((request) => send(who(), key, request)));
};

test.each(fromWallet.filter(([, endpoint]) => takesCoupon(endpoint)))('%s with a coupon for two uses', async (key) => {
  const { once } = fixtureOf(OUTCOMES, key);
  const { counts, change } = await raceWithCoupon(key);
  expect(counts).toEqual({ ok: 2, COUPON_INVALID: AT_ONCE - 2 });
  expect(change).toEqual(sum(times(2, { ...once, wallets: once.wallets! / 2, couponUses: 1 })));
});

test.each(MONEY_CALLS.filter(([key, endpoint]) => OUTCOMES[key]?.card && takesCoupon(endpoint)))(
  '%s with a coupon for two uses',
  async (key) => {
    const { once, card } = fixtureOf(OUTCOMES, key);
    const { answers, counts, change } = await raceWithCoupon(key);
    // A coupon is used when it is paid.
    expect([counts, change]).toEqual([{ ok: AT_ONCE }, times(AT_ONCE, once)]);
    const paid = await approveAll(answers);
    const settled = { ...card!.once, clearing: card!.once.clearing! / 2, couponUses: 1 };
    expect([paid.counts, paid.change]).toEqual([{ ok: AT_ONCE }, sum(times(2, settled), times(AT_ONCE - 2, LATE_CARD_PAYMENT))]);
  },
);

describe('different calls concurrently', () => {
  const subscribedByCard = async () => {
    const performer = await createPerformer(app, { admin, monthlyPrice: 2 });
    const { orderId, redirectUrl } = await rich.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id } });
    await press(paymentIdOf(redirectUrl), 'approve');
    return { orderId, performer, paymentId: paymentIdOf(redirectUrl) };
  };
  const orders = (key: 'subscribe-performer' | 'purchase-video', body: Record<string, unknown>) =>
    several(AT_ONCE, async () => {
      const { data } = await rich.client.raw(`POST /payment/${key}`, { body });
      return { params: { id: (data as { orderId: string }).orderId } };
    });
  const payWallet = (request: Request) => send(rich, 'POST /wallet-transactions/pay-wallet/{id}', request);

  test('the last two of a stock, from the wallet and by card', async () => {
    const cart = async () => ({
      body: {
        products: [{ productId: await createProduct(app, star, { type: 'physical', price: 2, stock: 2 }) }],
        deliveryAddress: ADDRESS,
      },
    });
    const wallet = await race(repeated(AT_ONCE, send(rich, 'POST /payment-wallet/purchase-products', await cart())));
    expect(wallet.counts).toEqual({ ok: 2, OUT_OF_STOCK: AT_ONCE - 2 });
    expect(wallet.change).toEqual({ transactions: 2, paid: 2, wallets: -4, stock: -2 });
    const ordered = await race(repeated(AT_ONCE, send(rich, 'POST /payment/purchase-products', await cart())));
    const card = await approveAll(ordered.answers);
    const settled = { created: -1, paid: 1, transactions: 1, clearing: 2, stock: -1 };
    expect(card.change).toEqual(sum(times(2, settled), times(AT_ONCE - 2, LATE_CARD_PAYMENT)));
  });

  test('orders of one subscription or one item, paid from the wallet: only one is paid', async () => {
    const performer = await createPerformer(app, { admin, monthlyPrice: 2, yearlyPrice: 2 });
    const monthly = await orders('subscribe-performer', { performerId: performer.id });
    const yearly = await orders('subscribe-performer', { performerId: performer.id, type: 'yearly' });
    const subscribed = await race([...monthly.slice(3), ...yearly.slice(3)].map(payWallet));
    expect(subscribed.counts).toEqual({ ok: 1, ALREADY_SUBSCRIBED: AT_ONCE - 1 });
    expect(subscribed.change).toEqual({ created: -1, paid: 1, transactions: 1, wallets: -2, subscriptions: 1 });
    const videos = await orders('purchase-video', { videoId: await createItem(app, star, 'video', { price: 2 }) });
    const bought = await race(videos.map(payWallet));
    expect(bought.counts).toEqual({ ok: 1, ALREADY_PURCHASED: AT_ONCE - 1 });
    expect(bought.change).toEqual({ created: -1, paid: 1, transactions: 1, wallets: -2, items: 1 });
  });

  test('one order from the wallet and by card: paid once, and a second payment is refunded', async () => {
    const body = { videoId: await createItem(app, star, 'video', { price: 2 }) };
    const { orderId, redirectUrl } = await rich.client.call('POST /payment/purchase-video', { body });
    const { counts, change } = await race([
      ...repeated(3, payWallet({ params: { id: orderId } })),
      ...repeated(3, () => press(paymentIdOf(redirectUrl), 'approve')),
    ]);
    const paid = { created: -1, paid: 1, transactions: 1, items: 1 };
    // From the wallet, and by card too unless the page was closed before the card; or by card alone.
    const isTwice = counts['ok'] === 2;
    expect([
      { ...paid, wallets: -2, ...(isTwice ? { moneyBack: 1 } : {}) },
      { ...paid, clearing: 2 },
    ]).toContainEqual(change);
    expect(isTwice && 'clearing' in change).toBe(false);
    // Later calls find the order paid, or the video bought.
    const { ok = 0, ORDER_STATE: late = 0, ALREADY_PURCHASED: there = 0, ...others } = counts;
    expect([ok + late + there, others]).toEqual([AT_ONCE, {}]);
  });

  test('different actions on the sandbox page: only one succeeds', async () => {
    const { orderId, paymentId } = await openTopUp();
    const { counts } = await race(
      (['decline', 'approve', 'cancel', 'repeat', 'decline', 'approve'] as const).map((it) => () => press(paymentId, it)),
    );
    expect(counts).toEqual({ ok: 1, ORDER_STATE: AT_ONCE - 1 });
    const { state } = await rich.client.call('GET /payment/orders/{id}', { params: { id: orderId } });
    expect(['paid', 'failed', 'cancelled']).toContain(state);
  });

  const back = { transactions: 1, paid: -1, wallets: -20, clearing: -20 };
  test.each([
    ['refund', { ok: AT_ONCE }, { ...back, refunded: 1 }],
    ['chargeBack', { ok: 1, ORDER_STATE: AT_ONCE - 1 }, { ...back, chargedBack: 1 }],
    ['resend', { ok: AT_ONCE }, {}],
  ] as const)('on a paid top-up, at the gateway: %s', async (action, counts, change) => {
    const { paymentId } = await openTopUp();
    await press(paymentId, 'approve');
    expect(await race(repeated(AT_ONCE, () => press(paymentId, action)))).toMatchObject({ counts, change });
  });

  test.each([
    ['renew', { ok: AT_ONCE }, times(AT_ONCE, { transactions: 1, paid: 1, clearing: 2 })],
    ['cancelSubscription', { ok: 1, ORDER_STATE: AT_ONCE - 1 }, { subscriptions: -1, gatewayRenews: -1, endings: 1 }],
  ] as const)('on a subscription by card, at the gateway: %s', async (action, counts, change) => {
    const { paymentId } = await subscribedByCard();
    const { counts: came, change: changed } = await race(repeated(AT_ONCE, () => press(paymentId, action)));
    expect([came, changed]).toEqual([counts, change]);
  });

  test('refunds by an admin and the gateway, and a chargeback, of one top-up: the money is returned once', async () => {
    const { orderId, paymentId } = await openTopUp();
    await press(paymentId, 'approve');
    const refund = send(admin, 'POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked for it.' } });
    const { change } = await race([
      ...repeated(2, refund),
      ...repeated(2, () => press(paymentId, 'refund')),
      ...repeated(2, () => press(paymentId, 'chargeBack')),
    ]);
    expect(change).toMatchObject({ transactions: 1, paid: -1, wallets: -20, clearing: -20 });
    expect((change['refunded'] ?? 0) + (change['chargedBack'] ?? 0)).toBe(1);
    const { refunded, state } = await app.client().call('GET /gateways/sandbox/payments/{id}', { params: { id: paymentId } });
    expect([
      [20, 'refunded'],
      [0, 'chargedBack'],
    ]).toContainEqual([refunded, state]);
  });

  test('delivery and refund of one order line: at most one delivery, earnings of one sale or none', async () => {
    const productId = await createProduct(app, star, { type: 'physical', price: 2, stock: 9 });
    const { orderId } = await rich.client.call('POST /payment-wallet/purchase-products', {
      body: { products: [{ productId }], deliveryAddress: ADDRESS },
    });
    const [line] = (await rich.client.call('GET /orders/users/details/search')).data;
    const delivered = send(star, 'PUT /orders/{id}/update', { params: { id: line!._id }, body: { delivery: 'processing' } });
    const refund = send(admin, 'POST /admin/orders/{id}/refund', {
      params: { id: orderId },
      body: { reason: 'Asked for it.', detailId: line!._id },
    });
    const { counts, change } = await race([...repeated(3, delivered), ...repeated(3, refund)]);
    expect(counts).toMatchObject({ ORDER_STATE: 2 });
    expect(change).toMatchObject({ transactions: 1, paid: -1, refunded: 1, wallets: 2 });
    expect([1, undefined]).toContain(change['deliveries']);
  });

  test('cancellation by the fan and renewal by the gateway: a late payment is refunded', async () => {
    const { performer, paymentId } = await subscribedByCard();
    const cancel = send(rich, 'POST /subscriptions/cancel/{id}', { params: { id: performer.id } });
    const { change } = await race([...repeated(3, cancel), ...repeated(3, () => press(paymentId, 'renew'))]);
    expect(change).toMatchObject({ subscriptions: -1, gatewayRenews: -1, endings: 1 });
    const renewed = change['paid'] ?? 0;
    expect([change['transactions'] ?? 0, change['clearing'] ?? 0, change['moneyBack'] ?? 0]).toEqual([
      renewed,
      2 * renewed,
      change['cancelled'] ?? 0,
    ]);
  });

  test('cancelling and resuming a subscription: it is consistently one or the other', async () => {
    const { make } = fixtures()['PUT /subscriptions/{id}']!;
    const { params } = await make();
    const { counts } = await race([
      ...repeated(3, send(rich, 'POST /subscriptions/cancel/{id}', { params: params! })),
      ...repeated(3, send(rich, 'PUT /subscriptions/{id}', { params: params!, body: { renews: true } })),
    ]);
    expect(counts).toEqual({ ok: AT_ONCE });
    const row = await app.platform.database
      .selectFrom('subscriptions')
      .select(['state', 'next_attempt_at', 'cancelled_at'])
      .where('performer_id', '=', params!['id']!)
      .executeTakeFirstOrThrow();
    expect([
      ['active', true, false],
      ['cancelled', false, true],
    ]).toContainEqual([row.state, row.next_attempt_at !== null, row.cancelled_at !== null]);
  });

  test('a trial: given once', async () => {
    const performer = await createPerformer(app, { admin, monthlyPrice: 2 });
    await app.platform.database.updateTable('performers').set({ trial_days: 7 }).where('account_id', '=', performer.id).execute();
    const { counts, change } = await race(
      repeated(AT_ONCE, send(rich, 'POST /subscriptions/free-subscribe', { body: { performerId: performer.id, renews: true } })),
    );
    expect([counts, change]).toEqual([{ ok: 1, ALREADY_SUBSCRIBED: AT_ONCE - 1 }, { subscriptions: 1 }]);
  });
});
