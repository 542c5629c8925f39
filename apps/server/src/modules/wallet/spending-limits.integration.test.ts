import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { pollOpenPayments } from '../payments/index.ts';
import { renewDueSubscriptions } from '../subscriptions/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
// The first of a month at noon: no test runs into the next day or month by itself. Each test takes months, and a session lasts a year at most.
beforeEach(async () => {
  const now = app.clock.now();
  app.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12) - now.getTime());
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9 });
});

const fanWith = async (tokens: number): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  // Day and month of the top-up are over: only what follows counts.
  app.clock.advance(35 * DAY_MS);
  const now = app.clock.now();
  app.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12) - now.getTime());
  return fan;
};
const limits = ({ client }: Person) => client.call('GET /spending-limits');
const set = ({ client }: Person, body: Record<string, number | null>) => client.call('PUT /spending-limits', { body });
const tip = ({ client }: Person, amount: number, headers: Record<string, string> = {}) =>
  client.send('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount }, headers });
const tipByCard = ({ client }: Person, amount: number) => client.send('POST /payment/send-tip', { body: { performerId: star.id, amount } });
const press = (redirectUrl: string, action: 'approve' | 'decline' | 'cancel') =>
  app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action } });
const codes = (answers: readonly { status: number; error?: { error?: string } }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) counts[error?.error ?? status] = (counts[error?.error ?? status] ?? 0) + 1;
  return counts;
};
const assertBalanced = async (): Promise<void> =>
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);

describe('a limit', () => {
  test('of a day holds among sixteen payments at once, and the same key is answered again', async () => {
    const fan = await fanWith(100);
    await set(fan, { daily: 10 });
    const key = { 'idempotency-key': randomUUID() };
    const first = await tip(fan, 2, key);
    expect(first.status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 16 }, () => tip(fan, 2)));
    expect(codes(answers)).toEqual({ 200: 4, SPENDING_LIMIT: 12 });
    const { daily } = await limits(fan);
    expect(daily).toMatchObject({ limit: 10, spent: 10, reserved: 0, left: 0, next: null });
    expect(answers.find(({ status }) => status === 409)!.error).toMatchObject({
      details: { limit: 'daily', amount: 10, left: 0, until: expect.stringContaining(daily.until.slice(0, 10)) },
    });
    // Beyond the limit by now, but paid before.
    expect((await tip(fan, 2, key)).data).toEqual(first.data);
    expect((await fan.client.call('GET /users/me')).balance).toBe(90);
    app.clock.advance(DAY_MS);
    expect((await tip(fan, 2)).status).toBe(200);
    await assertBalanced();
  });

  test('of a month counts tokens and cards together; a card order takes its room until it is closed', async () => {
    const fan = await fanWith(100);
    await set(fan, { monthly: 20 });
    expect((await tip(fan, 5)).status).toBe(200);
    const order = await tipByCard(fan, 10);
    expect(order.status).toBe(201);
    expect((await limits(fan)).monthly).toMatchObject({ spent: 5, reserved: 10, left: 5 });
    expect(codes([await tip(fan, 6), await tipByCard(fan, 6)])).toEqual({ SPENDING_LIMIT: 2 });
    await press(order.data.redirectUrl, 'decline');
    expect((await limits(fan)).monthly).toMatchObject({ spent: 5, reserved: 0, left: 15 });
    const paid = await tipByCard(fan, 10);
    await set(fan, { monthly: 12 });
    await press(paid.data.redirectUrl, 'approve');
    // What was ordered within the limit is paid, although the limit is lower by now.
    expect((await limits(fan)).monthly).toMatchObject({ limit: 12, spent: 15, reserved: 0, left: 0 });
    await assertBalanced();
  });

  test('of a month holds among card orders at once; an expired one gives its room back', async () => {
    const fan = await fanWith(100);
    await set(fan, { monthly: 8 });
    const answers = await Promise.all(Array.from({ length: 16 }, () => tipByCard(fan, 2)));
    expect(codes(answers)).toEqual({ 201: 4, SPENDING_LIMIT: 12 });
    expect((await tip(fan, 1)).error.error).toBe('SPENDING_LIMIT');
    app.clock.advance(25 * HOUR_MS);
    await pollOpenPayments(app.platform, app.sandbox!);
    expect((await limits(fan)).monthly).toMatchObject({ reserved: 0, left: 8 });
    expect((await tip(fan, 8)).status).toBe(200);
  });

  test('gets its room back by a refund, in the period of the sale', async () => {
    const fan = await fanWith(100);
    await set(fan, { monthly: 10 });
    const feed = await createFeed(star, { audience: 'buyers', price: 10, photos: 0, text: 'The encore.' });
    const { orderId } = await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: feed } });
    expect((await limits(fan)).monthly.left).toBe(0);
    await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'By mistake.' } });
    expect((await limits(fan)).monthly).toMatchObject({ spent: 0, left: 10 });
    expect((await tip(fan, 10)).status).toBe(200);
    await assertBalanced();
  });

  test('bounds what is paid for tokens by itself', async () => {
    const fan = await fanWith(100);
    await set(fan, { daily: 30, monthly: 40 });
    const order = (amount: number) => fan.client.send('POST /payment/purchase-wallet/custom-amount', { body: { amount } });
    expect((await order(31)).error).toMatchObject({ error: 'SPENDING_LIMIT', details: { limit: 'daily', left: 30 } });
    const made = await order(30);
    await press(made.data.redirectUrl, 'approve');
    expect((await limits(fan)).daily).toMatchObject({ spent: 0, left: 30, topUpLeft: 0 });
    // The tokens count when they are spent.
    expect((await tip(fan, 30)).status).toBe(200);
    app.clock.advance(DAY_MS);
    expect((await order(11)).error).toMatchObject({ error: 'SPENDING_LIMIT', details: { limit: 'monthly', left: 10 } });
    expect((await order(10)).status).toBe(201);
  });

  test.each(['daily', 'monthly', 'show'])('%s alone doesn’t bound the others', async (kind) => {
    const fan = await fanWith(100);
    await set(fan, { [kind]: 50 });
    expect((await fan.client.send('POST /payment/purchase-wallet/custom-amount', { body: { amount: 40 } })).status).toBe(201);
    expect((await tip(fan, 45)).status).toBe(200);
    expect((await tip(fan, 10)).error?.error).toBe(kind === 'show' ? undefined : 'SPENDING_LIMIT');
  });

  test('raised or removed holds a day later, and is withdrawn by the present amount', async () => {
    const fan = await fanWith(100);
    await set(fan, { daily: 5 });
    const raised = await set(fan, { daily: 50 });
    const at = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
    expect(raised.daily).toMatchObject({ limit: 5, next: { limit: 50, at } });
    expect((await tip(fan, 6)).error).toMatchObject({
      error: 'SPENDING_LIMIT',
      message: 'This would go over your spending limit per day. Nothing was charged.',
    });
    expect((await set(fan, { daily: 5 })).daily.next).toBeNull();
    expect((await set(fan, { daily: null })).daily.next).toEqual({ limit: null, at });
    app.clock.advance(DAY_MS);
    expect((await limits(fan)).daily).toMatchObject({ limit: null, left: null, next: null });
    expect((await tip(fan, 60)).status).toBe(200);
  });

  test('lets a subscription end with the days of grace when its renewal from the wallet goes beyond it', async () => {
    const fan = await fanWith(100);
    const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, renews: true } });
    await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    await set(fan, { monthly: 5 });
    const own = async () => (await fan.client.call('GET /subscriptions/search')).data[0]!;
    const { expiresAt } = await own();
    app.clock.advance(new Date(expiresAt).getTime() + HOUR_MS - app.clock.now().getTime());
    await renewDueSubscriptions(app.platform);
    expect((await fan.client.call('GET /users/me')).balance).toBe(91);
    expect(new Date((await own()).expiresAt).getTime()).toBe(new Date(expiresAt).getTime() + 3 * DAY_MS);
  });
});

describe('a pause', () => {
  test('refuses everything that costs until it is over, and only gets longer', async () => {
    const fan = await fanWith(100);
    const open = await tipByCard(fan, 3);
    const pause = (days: 1 | 7 | 30) => fan.client.call('POST /spending-limits/cool-off', { body: { days } });
    const week = (await pause(7)).coolOffUntil;
    expect(week).toBe(new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString());
    expect((await pause(1)).coolOffUntil).toBe(week);
    const refused = [
      await tip(fan, 1),
      await tipByCard(fan, 1),
      await fan.client.send('POST /payment/purchase-wallet/custom-amount', { body: { amount: 20 } }),
    ];
    expect(codes(refused)).toEqual({ COOL_OFF: 3 });
    expect(refused[0]!.error).toMatchObject({ details: { until: expect.any(String) } });
    // Ordered before, paid during it: the money goes back.
    await press(open.data.redirectUrl, 'approve');
    expect(
      await app.platform.database.selectFrom('gateway_refunds').select('amount').where('order_id', '=', open.data.orderId).execute(),
    ).toEqual([{ amount: 300n }]);
    app.clock.advance(7 * DAY_MS);
    expect((await limits(fan)).coolOffUntil).toBeNull();
    expect((await tip(fan, 1)).status).toBe(200);
    await assertBalanced();
  });
});
