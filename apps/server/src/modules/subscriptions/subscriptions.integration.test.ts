import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { remindOfRenewals, renewDueSubscriptions } from './index.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const richFan = async (tokens: number): Promise<Person> => {
  const fan = await createFan(app);
  if (tokens > 0) await topUp(app, fan, tokens);
  return fan;
};
const star = (monthlyPrice: number): Promise<Person> => createPerformer(app, { admin, monthlyPrice });
const subscribe = async (fan: Person, performer: Person, renews: boolean, type: 'monthly' | 'yearly' = 'monthly') => {
  const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id, type, renews } });
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
};
const subscriptionOf = async (fan: Person) => (await fan.client.call('GET /subscriptions/search')).data[0]!;
const balanceOf = async (person: Person): Promise<number> => (await person.client.call('GET /users/me')).balance;
/** Moves the clock to an hour after an instant. */
const movePast = (instant: string): void => app.clock.advance(new Date(instant).getTime() + 3_600_000 - app.platform.clock.now().getTime());
const assertBalanced = async (): Promise<void> =>
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);
/** Number of mails to a fan with this subject. */
const mailsOf = async (fan: Person, subject: RegExp): Promise<number> => {
  await app.settle();
  return (await app.mailsTo(fan.email)).filter((mail) => subject.test(mail.replace(/=\r?\n/g, ''))).length;
};

test('a subscription renews from the wallet only if chosen, once for each period, with several nodes too', async () => {
  const performer = await star(9);
  const [chosen, other] = [await richFan(50), await richFan(50)];
  await subscribe(chosen, performer, true);
  await subscribe(other, performer, false);
  const first = await subscriptionOf(chosen);
  expect(first).toMatchObject({ renewsBy: 'wallet', price: 9, isTrial: false, renewsAt: first.expiresAt });
  expect(await subscriptionOf(other)).toMatchObject({ renewsBy: null, renewsAt: null });
  movePast(first.expiresAt);
  await Promise.all([renewDueSubscriptions(app.platform), renewDueSubscriptions(app.platform), renewDueSubscriptions(app.platform)]);
  expect([await balanceOf(chosen), await balanceOf(other)]).toEqual([32, 41]);
  const renewed = await subscriptionOf(chosen);
  expect(renewed.state).toBe('active');
  // The next period begins where the last one ended.
  expect(new Date(renewed.expiresAt).getTime() - new Date(first.expiresAt).getTime()).toBeGreaterThanOrEqual(28 * DAY_MS);
  expect(await subscriptionOf(other)).toMatchObject({ state: 'expired' });
  const orders = await app.platform.database
    .selectFrom('orders')
    .select(['kind', 'state', 'tokens_amount', 'commission_rate'])
    .where('buyer_id', '=', chosen.id)
    .where('kind', '=', 'renewal')
    .execute();
  expect(orders).toEqual([{ kind: 'renewal', state: 'paid', tokens_amount: 900n, commission_rate: 2000 }]);
  await assertBalanced();
});

test('an insufficient wallet has days of grace with retries; then access ends', async () => {
  const performer = await star(10);
  const feed = await createFeed(performer, { audience: 'subscribers', photos: 0, text: 'For subscribers.' });
  const [saved, lost] = [await richFan(10), await richFan(10)];
  await subscribe(saved, performer, true);
  await subscribe(lost, performer, true);
  const { expiresAt } = await subscriptionOf(saved);
  movePast(expiresAt);
  await renewDueSubscriptions(app.platform);
  const overdue = await subscriptionOf(saved);
  expect(overdue).toMatchObject({ state: 'active', isOverdue: true });
  expect(new Date(overdue.expiresAt).getTime()).toBe(new Date(expiresAt).getTime() + 3 * DAY_MS);
  const mayRead = async (fan: Person) => (await fan.client.call('GET /feeds/{id}', { params: { id: feed } })).access.allowed;
  expect(await mayRead(saved)).toBe(true);
  expect(await mailsOf(saved, /We try again each day/)).toBe(1);
  // No further attempt today.
  expect(await renewDueSubscriptions(app.platform)).toBe(0);
  await topUp(app, saved, 10);
  app.clock.advance(DAY_MS);
  await renewDueSubscriptions(app.platform);
  expect(await subscriptionOf(saved)).toMatchObject({ state: 'active', isOverdue: false });
  expect(await balanceOf(saved)).toBe(0);
  for (let day = 0; day < 3; day += 1) {
    app.clock.advance(DAY_MS);
    await renewDueSubscriptions(app.platform);
  }
  expect(await subscriptionOf(lost)).toMatchObject({ state: 'expired', renewsAt: null });
  expect([await mayRead(saved), await mayRead(lost)]).toEqual([true, false]);
  await assertBalanced();
});

test('a raised price applies only after agreement; a lower one at once', async () => {
  const performer = await star(8);
  const [silent, agreed] = [await richFan(60), await richFan(60)];
  await subscribe(silent, performer, true);
  await subscribe(agreed, performer, true);
  await performer.client.call('PUT /performers', { body: { monthlyPrice: 12 } });
  expect(await subscriptionOf(agreed)).toMatchObject({ price: 8, raisedTo: 12 });
  const agree = (price: number) => agreed.client.send('PUT /subscriptions/{id}', { params: { id: performer.id }, body: { price } });
  expect((await agree(11)).error.error).toBe('PRICE_CHANGED');
  expect((await agree(12)).data).toMatchObject({ price: 12, raisedTo: null });
  // A profile shows each subscriber their own price.
  const shownTo = async (fan: Person) => (await fan.client.call('GET /performers/{id}', { params: { id: performer.id } })).mySubscription;
  expect([await shownTo(silent), await shownTo(agreed)]).toMatchObject([
    { price: 8, money: 8, renews: true, isOverdue: false },
    { price: 12, money: 12 },
  ]);
  movePast((await subscriptionOf(silent)).expiresAt);
  await renewDueSubscriptions(app.platform);
  expect([await balanceOf(silent), await balanceOf(agreed)]).toEqual([44, 40]);
  await performer.client.call('PUT /performers', { body: { monthlyPrice: 5 } });
  expect(await shownTo(silent)).toMatchObject({ price: 5 });
  movePast((await subscriptionOf(silent)).expiresAt);
  await renewDueSubscriptions(app.platform);
  expect([await balanceOf(silent), await balanceOf(agreed)]).toEqual([39, 35]);
  await assertBalanced();
});

test('a cancelled subscription lasts for the paid period, and can be resumed before; a blocked fan is not renewed', async () => {
  const performer = await star(6);
  const [back, gone] = [await richFan(30), await richFan(30)];
  await subscribe(back, performer, true);
  await subscribe(gone, performer, true);
  const { _id } = await subscriptionOf(back);
  expect(await back.client.call('POST /subscriptions/cancel/{id}', { params: { id: _id } })).toMatchObject({
    state: 'cancelled',
    renewsAt: null,
  });
  expect(await back.client.call('PUT /subscriptions/{id}', { params: { id: _id }, body: { renews: true } })).toMatchObject({
    state: 'active',
    renewsBy: 'wallet',
  });
  expect((await gone.client.send('PUT /subscriptions/{id}', { params: { id: _id }, body: { renews: true } })).status).toBe(404);
  await performer.client.call('POST /performer/block/users', { body: { userId: gone.id } });
  await app.settle();
  movePast((await subscriptionOf(back)).expiresAt);
  await renewDueSubscriptions(app.platform);
  expect([await balanceOf(back), await balanceOf(gone)]).toEqual([18, 24]);
});

test('a trial is given once; afterwards it renews only if chosen', async () => {
  const performer = await star(7);
  const fan = await richFan(20);
  const free = (who: Person, renews = false) =>
    who.client.send('POST /subscriptions/free-subscribe', { body: { performerId: performer.id, renews } });
  expect((await free(fan)).error.error).toBe('NOT_FOR_SALE');
  await performer.client.call('PUT /performers', { body: { trialDays: 5 } });
  const answers = await Promise.all(Array.from({ length: 6 }, () => free(fan, true)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
  expect(await subscriptionOf(fan)).toMatchObject({ isTrial: true, price: 7, renewsBy: 'wallet' });
  app.clock.advance(5 * DAY_MS + 3_600_000);
  await renewDueSubscriptions(app.platform);
  expect(await subscriptionOf(fan)).toMatchObject({ isTrial: false, state: 'active' });
  expect(await balanceOf(fan)).toBe(13);

  const other = await richFan(20);
  expect((await free(other)).status).toBe(201);
  // Paid before the trial is over.
  await subscribe(other, performer, false);
  expect(await subscriptionOf(other)).toMatchObject({ isTrial: false, price: 7, renewsBy: null });
  expect(await balanceOf(other)).toBe(13);
  movePast((await subscriptionOf(other)).expiresAt);
  expect((await free(other)).error.error).toBe('NOT_FOR_SALE');
  await assertBalanced();
});

test('a free subscription renews by itself until it has a price', async () => {
  const performer = await star(0);
  const fan = await createFan(app);
  await fan.client.call('POST /subscriptions/free-subscribe', { body: { performerId: performer.id } });
  movePast((await subscriptionOf(fan)).expiresAt);
  await renewDueSubscriptions(app.platform);
  expect((await subscriptionOf(fan)).state).toBe('active');
  await performer.client.call('PUT /performers', { body: { monthlyPrice: 4 } });
  movePast((await subscriptionOf(fan)).expiresAt);
  await renewDueSubscriptions(app.platform);
  expect((await subscriptionOf(fan)).state).toBe('expired');
});

test('a cancelled free subscription is resumed, while subscribing anew is refused until it ends', async () => {
  const performer = await star(0);
  const fan = await createFan(app);
  const subscribeFree = () => fan.client.send('POST /subscriptions/free-subscribe', { body: { performerId: performer.id } });
  const shown = async () => (await fan.client.call('GET /performers/{id}', { params: { id: performer.id } })).mySubscription;
  await subscribeFree();
  const { _id, expiresAt } = await subscriptionOf(fan);
  expect(await shown()).toMatchObject({ renews: true, isTrial: false });
  await fan.client.call('POST /subscriptions/cancel/{id}', { params: { id: _id } });
  expect([await shown(), (await subscribeFree()).error.error]).toMatchObject([
    { state: 'cancelled', renews: false, price: 0 },
    'ALREADY_SUBSCRIBED',
  ]);
  await fan.client.call('PUT /subscriptions/{id}', { params: { id: _id }, body: { renews: true } });
  expect(await subscriptionOf(fan)).toMatchObject({ type: 'free', state: 'active', renewsBy: null, renewsAt: expiresAt });
  movePast(expiresAt);
  await renewDueSubscriptions(app.platform);
  expect([(await subscriptionOf(fan)).state, await balanceOf(fan)]).toEqual(['active', 0]);
});

test('a performer sees what each subscriber has spent, tips and refunds included; a fan doesn’t', async () => {
  const performer = await star(9);
  const fan = await richFan(50);
  await subscribe(fan, performer, false);
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount: 2.5 } });
  const spent = async () =>
    (await performer.client.call('GET /performer/subscriptions/search')).data.map((row) => [row.fan._id, row.spent]);
  expect(await spent()).toEqual([[fan.id, 11.5]]);
  expect((await subscriptionOf(fan)).spent).toBe(null);
  const feedId = await createFeed(performer, { audience: 'buyers', price: 4 });
  const { priceVersion } = await fan.client.call('GET /feeds/{id}', { params: { id: feedId } });
  const { orderId } = await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId, priceVersion } });
  expect(await spent()).toEqual([[fan.id, 15.5]]);
  await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'By mistake' } });
  expect(await spent()).toEqual([[fan.id, 11.5]]);
});

test('a search among subscriptions matches the other side, never one’s own name', async () => {
  const performer = await star(0);
  const fan = await createFan(app);
  await fan.client.call('POST /subscriptions/free-subscribe', { body: { performerId: performer.id } });
  const found = async (q: string) => [
    (await fan.client.call('GET /subscriptions/search', { query: { q } })).total,
    (await performer.client.call('GET /performer/subscriptions/search', { query: { q } })).total,
  ];
  expect([await found(fan.username), await found(performer.username)]).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test('a mail announces a payment days before, once for each period', async () => {
  const performer = await star(9);
  const fan = await richFan(40);
  await subscribe(fan, performer, true);
  expect(await remindOfRenewals(app.platform)).toBe(0);
  const { expiresAt } = await subscriptionOf(fan);
  app.clock.advance(new Date(expiresAt).getTime() - 2 * DAY_MS - app.platform.clock.now().getTime());
  expect((await Promise.all([remindOfRenewals(app.platform), remindOfRenewals(app.platform)])).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await mailsOf(fan, /renews on/)).toBe(1);
  expect(await remindOfRenewals(app.platform)).toBe(0);
  movePast(expiresAt);
  await renewDueSubscriptions(app.platform);
  app.clock.advance(new Date((await subscriptionOf(fan)).expiresAt).getTime() - DAY_MS - app.platform.clock.now().getTime());
  await remindOfRenewals(app.platform);
  expect(await mailsOf(fan, /renews on/)).toBe(2);
});

test('what is cancelled between being found due and being renewed is not renewed: paid, short of tokens, or free', async () => {
  const [paid, free] = [await star(9), await star(0)];
  const [rich, poor, guest] = [await richFan(40), await richFan(9), await createFan(app)];
  for (const fan of [rich, poor]) await subscribe(fan, paid, true);
  await guest.client.call('POST /subscriptions/free-subscribe', { body: { performerId: free.id } });
  movePast((await subscriptionOf(guest)).expiresAt);
  const fans = [rich.id, poor.id, guest.id];
  const rows = () =>
    app.platform.database
      .selectFrom('subscriptions')
      .select(['fan_id', 'state', 'paid_until', 'expires_at', 'next_attempt_at', 'renewal_attempts'])
      .where('fan_id', 'in', fans)
      .orderBy('fan_id')
      .execute();
  const before = await rows();
  expect(before.every(({ next_attempt_at }) => next_attempt_at !== null && next_attempt_at <= app.platform.clock.now())).toBe(true);
  // The cancellations hold the rows while the renewal, which has found all three due, waits for the first.
  const { database } = app.platform;
  let renewing: Promise<number> | undefined;
  await database.transaction().execute(async (trx) => {
    const held = await sql<{
      pid: number;
    }>`select pg_backend_pid() as pid from subscriptions where fan_id = any(${fans}) for update`.execute(trx);
    renewing = renewDueSubscriptions(app.platform);
    const waiting = sql`select 1 from pg_stat_activity where ${held.rows[0]!.pid}::int = any(pg_blocking_pids(pid))`;
    await vi.waitUntil(async () => (await waiting.execute(database)).rows.length > 0, { timeout: 30_000, interval: 20 });
    await trx.updateTable('subscriptions').set({ state: 'cancelled', next_attempt_at: null }).where('fan_id', 'in', fans).execute();
  });
  await renewing;
  const after = await rows();
  expect(after).toEqual(before.map((row) => ({ ...row, state: 'cancelled', next_attempt_at: null })));
  expect([await balanceOf(rich), await balanceOf(poor)]).toEqual([31, 0]);
  await assertBalanced();
});

test('an unpaid renewal says why: too few tokens, a limit, or a pause from buying', async () => {
  const performer = await star(9);
  const [short, limited, paused] = [await richFan(9), await richFan(40), await richFan(40)];
  for (const fan of [short, limited, paused]) await subscribe(fan, performer, true);
  expect((await subscriptionOf(limited)).renewalProblem).toBeNull();
  movePast((await subscriptionOf(short)).expiresAt);
  await limited.client.call('PUT /spending-limits', { body: { daily: 5 } });
  await paused.client.call('POST /spending-limits/cool-off', { body: { days: 7 } });
  await renewDueSubscriptions(app.platform);
  const problems = async () => [await subscriptionOf(short), await subscriptionOf(limited), await subscriptionOf(paused)];
  expect(await problems()).toMatchObject([
    { isOverdue: true, renewalProblem: 'wallet' },
    { isOverdue: true, renewalProblem: 'limit' },
    { isOverdue: true, renewalProblem: 'pause' },
  ]);
  // Once it is paid, there is none.
  await topUp(app, short, 10);
  app.clock.advance(DAY_MS);
  await renewDueSubscriptions(app.platform);
  expect((await problems())[0]).toMatchObject({ isOverdue: false, renewalProblem: null });
  await assertBalanced();
});
