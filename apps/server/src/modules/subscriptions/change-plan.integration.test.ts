import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeOrderBack, refundOrder, verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { sendLogIn } from '../../testing/log-in.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { renewDueSubscriptions } from './index.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let admin: Person;
/** 9 tokens a month, 90 a year. */
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9, yearlyPrice: 90 });
});
afterAll(() => app.close());

const database = () => app.platform.database;
/** A fan with 200 tokens who subscribes from the wallet. */
const subscriber = async (performer = star, type: 'monthly' | 'yearly' = 'monthly', renews = true): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, 200);
  const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id, type, renews } });
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  return fan;
};
const rowOf = (fan: Person) => database().selectFrom('subscriptions').selectAll().where('fan_id', '=', fan.id).executeTakeFirstOrThrow();
const shownTo = async (fan: Person) => (await fan.client.call('GET /subscriptions/search')).data[0]!;
const balanceOf = async (person: Person): Promise<number> => (await person.client.call('GET /users/me')).balance;
const quote = async (fan: Person, type: 'monthly' | 'yearly') =>
  fan.client.call('GET /subscriptions/{id}/plan', { params: { id: (await rowOf(fan)).id }, query: { type } });
interface Change {
  type: 'monthly' | 'yearly';
  price: number;
  due: number;
}
const change = async (fan: Person, body: Change, key: string = randomUUID()) =>
  fan.client.send('PUT /subscriptions/{id}/plan', {
    params: { id: (await rowOf(fan)).performer_id },
    body,
    headers: { 'idempotency-key': key },
  });
const toYearly = async (fan: Person): Promise<Change> => {
  const { to, due } = await quote(fan, 'yearly');
  return { type: 'yearly', price: to.price, due };
};
const ordersOf = (fan: Person, state: 'paid' | 'refunded' = 'paid') =>
  database()
    .selectFrom('orders')
    .select(['id', 'kind', 'tokens_amount', 'commission_rate'])
    .where('buyer_id', '=', fan.id)
    .where('seller_id', 'is not', null)
    .where('state', '=', state)
    .orderBy('created_at')
    .execute();
const assertBalanced = async (): Promise<void> => expect((await verifyLedger(database())).checks.filter(({ ok }) => !ok)).toEqual([]);
const codeOf = ({ status, error }: { status: number; error: { error: string } }): string => (status === 200 ? 'done' : error.error);

test('monthly to yearly: the unused days are credited, the difference is paid once, and the year begins now', async () => {
  const fan = await subscriber();
  const before = await rowOf(fan);
  app.clock.advance(10 * DAY_MS + 3_600_000);
  const offered = await quote(fan, 'yearly');
  const { periodDays } = offered;
  const credit = Math.floor((900 * (periodDays - 10)) / periodDays) / 100;
  expect(offered).toMatchObject({
    from: { type: 'monthly', price: 9 },
    to: { type: 'yearly', price: 90 },
    isImmediate: true,
    unusedDays: periodDays - 10,
    credit,
    due: Math.round((90 - credit) * 100) / 100,
    renews: true,
  });
  const body = await toYearly(fan);
  const key = randomUUID();
  // The same key five times, and three other ones: one payment.
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => change(fan, body, key)),
    ...Array.from({ length: 3 }, () => change(fan, body)),
  ]);
  const codes = answers.map(codeOf);
  expect(codes.filter((code) => !['done', 'PLAN_STATE'].includes(code))).toEqual([]);
  expect(new Set(codes.slice(0, 5)).size === 1 || codes.slice(5).includes('done')).toBe(true);
  expect(codes).toContain('done');
  const paid = await ordersOf(fan);
  expect(paid).toMatchObject([
    { kind: 'subscription', tokens_amount: 900n },
    { kind: 'subscription', tokens_amount: BigInt(Math.round(body.due * 100)) },
  ]);
  expect(await balanceOf(fan)).toBe(Math.round((191 - body.due) * 100) / 100);
  const after = await rowOf(fan);
  expect(after).toMatchObject({
    id: before.id,
    type: 'yearly',
    state: 'active',
    renews_by: 'wallet',
    price_amount: 9000n,
    order_id: paid[1]!.id,
    credit_order_id: paid[0]!.id,
    credit_amount: BigInt(Math.round(credit * 100)),
    credited_until: before.paid_until,
    next_attempt_at: after.paid_until,
  });
  expect(Math.round((after.paid_until.getTime() - app.platform.clock.now().getTime()) / DAY_MS)).toBeGreaterThanOrEqual(365);
  expect(await shownTo(fan)).toMatchObject({ type: 'yearly', price: 90, changesTo: 'monthly', nextPlan: null });
  // A receipt for the fan, and no second "subscribed to you" for the performer.
  await app.settle();
  // Of the top-up, the month, the difference.
  const receipts = (await app.mailsTo(fan.email)).filter((mail) => /Your receipt/.test(mail.replace(/=\r?\n/g, '')));
  expect(receipts.length).toBe(3);
  const { data: told } = await star.client.call('GET /notifications', { query: { limit: 50 } });
  expect(told.filter(({ kind, actor }) => kind === 'subscription' && actor?._id === fan.id).length).toBe(1);
  await assertBalanced();
});

test('the last day of a cheap month is worth no credit, and nothing is kept to give back', async () => {
  const cheap = await createPerformer(app, { admin, monthlyPrice: 0.1, yearlyPrice: 90 });
  const fan = await subscriber(cheap);
  const { paid_until: paidUntil } = await rowOf(fan);
  app.clock.advance(paidUntil.getTime() - app.clock.now().getTime() - 60_000);
  const offered = await quote(fan, 'yearly');
  expect(offered).toMatchObject({ credit: 0, due: 90 });
  expect(codeOf(await change(fan, await toYearly(fan)))).toBe('done');
  expect(await rowOf(fan)).toMatchObject({ credit_order_id: null, credit_amount: null, credited_price_amount: null, credited_until: null });
});

test('what is not as quoted is refused, and nothing happens', async () => {
  const performer = await createPerformer(app, { admin, monthlyPrice: 9, yearlyPrice: 90 });
  const fan = await subscriber(performer);
  const body = await toYearly(fan);
  expect(codeOf(await change(fan, { ...body, due: body.due - 1 }))).toBe('PRICE_CHANGED');
  // Days are credited: the quote holds until the next one is used.
  app.clock.advance(2 * DAY_MS);
  expect(codeOf(await change(fan, body))).toBe('PRICE_CHANGED');
  const later = await toYearly(fan);
  expect(later.due).toBeGreaterThan(body.due);
  await performer.client.call('PUT /performers', { body: { yearlyPrice: 95 } });
  expect(codeOf(await change(fan, later))).toBe('PRICE_CHANGED');
  // The fan's own limits, and the wallet.
  await fan.client.call('PUT /spending-limits', { body: { daily: 20, monthly: null, show: null } });
  expect(codeOf(await change(fan, await toYearly(fan)))).toBe('SPENDING_LIMIT');
  const poor = await createFan(app);
  await topUp(app, poor, 10);
  const { orderId } = await poor.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id, renews: false } });
  await poor.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  expect(codeOf(await change(poor, await toYearly(poor)))).toBe('INSUFFICIENT_TOKENS');
  await performer.client.call('PUT /performers', { body: { yearlyPrice: null } });
  expect(
    (await fan.client.send('GET /subscriptions/{id}/plan', { params: { id: performer.id }, query: { type: 'yearly' } })).error.error,
  ).toBe('NOT_FOR_SALE');
  expect([(await rowOf(fan)).type, (await ordersOf(fan)).length, (await ordersOf(poor)).length]).toEqual(['monthly', 1, 1]);
  const stranger = await createFan(app);
  const { id } = await rowOf(fan);
  expect((await stranger.client.send('GET /subscriptions/{id}/plan', { params: { id }, query: { type: 'yearly' } })).status).toBe(404);
  await assertBalanced();
});

test('of a change and a renewal of the same period, one is paid', async () => {
  for (let round = 0; round < 4; round += 1) {
    const fan = await subscriber();
    const body = await toYearly(fan);
    const { id } = await rowOf(fan);
    await database().updateTable('subscriptions').set({ next_attempt_at: app.platform.clock.now() }).where('id', '=', id).execute();
    const [changed] = await Promise.all([change(fan, body), renewDueSubscriptions(app.platform)]);
    const kinds = (await ordersOf(fan)).map(({ kind }) => kind);
    expect(kinds).toEqual(changed.status === 200 ? ['subscription', 'subscription'] : ['subscription', 'renewal']);
    expect(['done', 'PRICE_CHANGED', 'PLAN_STATE']).toContain(codeOf(changed));
    expect(await balanceOf(fan)).toBe(changed.status === 200 ? Math.round((191 - body.due) * 100) / 100 : 182);
  }
  await assertBalanced();
});

test('refunds after a change: of the credited month, the year gets shorter; of the difference, the paid month remains', async () => {
  const refund = (orderId: string) => refundOrder(database(), { orderId, at: app.platform.clock.now(), note: 'Asked for.', actorId: null });
  const [shortened, back, charged] = [await subscriber(), await subscriber(), await subscriber()];
  for (const fan of [shortened, back, charged]) {
    const body = await toYearly(fan);
    expect([body.due, codeOf(await change(fan, body))]).toEqual([81, 'done']);
  }
  // The year of 90 was paid with 81 and 9 of the month; without these, nine tenths of it are paid.
  const year = await rowOf(shortened);
  const [month, difference] = await ordersOf(shortened);
  await refund(month!.id);
  const left = await rowOf(shortened);
  const length = year.paid_until.getTime() - year.period_started_at!.getTime();
  expect(left).toMatchObject({
    type: 'yearly',
    state: 'cancelled',
    next_attempt_at: null,
    credit_order_id: null,
    order_id: difference!.id,
  });
  expect(Math.abs(left.expires_at.getTime() - year.period_started_at!.getTime() - 0.9 * length)).toBeLessThan(1000);
  expect(await balanceOf(shortened)).toBe(119);
  await refund(difference!.id);
  expect((await rowOf(shortened)).expires_at <= app.platform.clock.now()).toBe(true);
  expect(await balanceOf(shortened)).toBe(200);

  const [paidMonth, paidDifference] = await ordersOf(back);
  const monthEnd = (await rowOf(back)).credited_until;
  await refund(paidDifference!.id);
  expect(await rowOf(back)).toMatchObject({
    type: 'monthly',
    state: 'cancelled',
    price_amount: 900n,
    order_id: paidMonth!.id,
    expires_at: monthEnd,
    paid_until: monthEnd,
    credit_order_id: null,
  });
  expect(await balanceOf(back)).toBe(191);
  await refund(paidMonth!.id);
  expect([(await rowOf(back)).expires_at <= app.platform.clock.now(), await balanceOf(back)]).toEqual([true, 200]);

  // A chargeback of the top-up takes the wallet, then what was bought with it.
  const top = await database()
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', charged.id)
    .where('kind', '=', 'topUp')
    .executeTakeFirstOrThrow();
  const reversed = await chargeOrderBack(database(), { orderId: top.id, at: app.platform.clock.now(), note: 'Disputed.', actorId: null });
  expect(reversed.receivable).toBe(0n);
  expect((await rowOf(charged)).expires_at <= app.platform.clock.now()).toBe(true);
  await assertBalanced();
});

test('yearly to monthly: at the end of the paid year, at the agreed price; undone until then', async () => {
  const performer = await createPerformer(app, { admin, monthlyPrice: 9, yearlyPrice: 90 });
  const [fan, undone] = [await subscriber(performer, 'yearly'), await subscriber(performer, 'yearly')];
  const { paid_until: end } = await rowOf(fan);
  expect(await quote(fan, 'monthly')).toMatchObject({
    isImmediate: false,
    credit: 0,
    due: 0,
    startsAt: end.toISOString(),
    to: { price: 9 },
  });
  expect(codeOf(await change(fan, { type: 'monthly', price: 8, due: 0 }))).toBe('PRICE_CHANGED');
  const key = randomUUID();
  for (let i = 0; i < 2; i += 1) expect((await change(fan, { type: 'monthly', price: 9, due: 0 }, key)).status).toBe(200);
  expect(codeOf(await change(fan, { type: 'monthly', price: 9, due: 0 }))).toBe('PLAN_STATE');
  await change(undone, { type: 'monthly', price: 9, due: 0 });
  expect(await shownTo(fan)).toMatchObject({
    type: 'yearly',
    price: 90,
    nextPlan: { type: 'monthly', price: 9, money: 9 },
    changesTo: null,
  });
  expect((await fan.client.call('GET /performers/{id}', { params: { id: performer.id } })).mySubscription).toMatchObject({ price: 9 });
  await app.settle();
  const mails = (await app.mailsTo(fan.email)).filter((mail) => /becomes monthly on/.test(mail.replace(/=\r?\n/g, '')));
  expect(mails.length).toBe(1);
  for (let i = 0; i < 2; i += 1)
    expect(await undone.client.call('DELETE /subscriptions/{id}/plan', { params: { id: performer.id } })).toMatchObject({
      nextPlan: null,
      changesTo: 'monthly',
    });
  // A raised price reaches neither without agreement.
  await performer.client.call('PUT /performers', { body: { monthlyPrice: 10 } });
  expect(await shownTo(fan)).toMatchObject({ raisedTo: 10 });
  app.clock.advance(end.getTime() + 3_600_000 - app.platform.clock.now().getTime());
  await Promise.all([renewDueSubscriptions(app.platform), renewDueSubscriptions(app.platform)]);
  expect((await ordersOf(fan)).map(({ kind, tokens_amount }) => [kind, tokens_amount])).toEqual([
    ['subscription', 9000n],
    ['renewal', 900n],
  ]);
  const monthly = await rowOf(fan);
  expect(monthly).toMatchObject({ type: 'monthly', price_amount: 900n, next_type: null, period_started_at: end });
  expect(Math.round((monthly.paid_until.getTime() - end.getTime()) / DAY_MS)).toBeLessThanOrEqual(31);
  expect(await rowOf(undone)).toMatchObject({ type: 'yearly', price_amount: 9000n });
  // Their sessions lasted a year.
  const fresh = async (person: Person) => ({ ...person, client: app.client((await sendLogIn(app, person)).data.token) });
  expect([await balanceOf(await fresh(fan)), await balanceOf(await fresh(undone))]).toEqual([101, 20]);
  await assertBalanced();
});

test('what a card pays isn’t changed; neither is what is free, ended or without a renewal', async () => {
  const byCard = await createFan(app);
  const { redirectUrl } = await byCard.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
  await app
    .client()
    .call('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action: 'approve' } });
  await app.settle();
  const refused = async (fan: Person, type: 'monthly' | 'yearly') =>
    (await fan.client.send('GET /subscriptions/{id}/plan', { params: { id: (await rowOf(fan)).id }, query: { type } })).error.error;
  expect([(await shownTo(byCard)).changesTo, await refused(byCard, 'yearly')]).toEqual(['yearly', 'PLAN_BY_CARD']);
  // Not either once it renews from the wallet: the month is still the card's.
  await byCard.client.call('POST /subscriptions/cancel/{id}', { params: { id: star.id } });
  await byCard.client.call('PUT /subscriptions/{id}', { params: { id: star.id }, body: { renews: true } });
  expect(await refused(byCard, 'yearly')).toBe('PLAN_BY_CARD');
  const single = await subscriber(star, 'yearly', false);
  expect([(await shownTo(single)).changesTo, await refused(single, 'monthly'), await refused(single, 'yearly')]).toEqual([
    null,
    'PLAN_STATE',
    'PLAN_STATE',
  ]);
  // One that doesn't renew is changed to a year that doesn't either.
  const once = await subscriber(star, 'monthly', false);
  expect(codeOf(await change(once, await toYearly(once)))).toBe('done');
  expect(await rowOf(once)).toMatchObject({ type: 'yearly', renews_by: null, next_attempt_at: null });
  const ended = await subscriber(star, 'monthly', false);
  app.clock.advance(32 * DAY_MS);
  expect([(await shownTo(ended)).changesTo, await refused(ended, 'yearly')]).toEqual([null, 'PLAN_STATE']);
});
