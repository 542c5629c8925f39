import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { renewDueSubscriptions } from '../subscriptions/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9, yearlyPrice: 90 });
});
afterAll(() => app.close());

const database = () => app.platform.database;
const idOf = (redirectUrl: string): string => redirectUrl.split('/').at(-1)!;
const press = (paymentId: string, action: 'approve' | 'renew') =>
  app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action } });
/** A fan with tokens who pays a period from the wallet. @returns the fan and the subscription's id */
const fromWallet = async (tokens: number, { renews = true, type = 'monthly' as 'monthly' | 'yearly' } = {}) => {
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, type, renews } });
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  return { fan, id: await subscriptionOf(fan), orderId };
};
const byCard = async () => {
  const fan = await createFan(app);
  const { redirectUrl } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
  await press(idOf(redirectUrl), 'approve');
  return { fan, id: await subscriptionOf(fan), paymentId: idOf(redirectUrl) };
};
const subscriptionOf = async (fan: Person): Promise<string> =>
  (await database().selectFrom('subscriptions').select('id').where('fan_id', '=', fan.id).executeTakeFirstOrThrow()).id;
const rowOf = (id: string) => database().selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const read = (id: string) => admin.client.call('GET /admin/subscriptions/{id}', { params: { id } });
const cancel = (id: string, reason = 'The card was reported.') =>
  admin.client.send('POST /admin/subscriptions/{id}/cancel', { params: { id }, body: { reason } });
const mailsOf = async (fan: Person, subject: RegExp): Promise<number> => {
  await app.settle();
  return (await app.mailsTo(fan.email)).filter((mail) => subject.test(mail.replace(/=\r?\n/g, ''))).length;
};

test('are found by fan, performer, state, type and method of renewal', async () => {
  const wallet = await fromWallet(100);
  const still = await fromWallet(100, { renews: false, type: 'yearly' });
  const card = await byCard();
  const find = async (query: Record<string, unknown>) =>
    (await admin.client.call('GET /admin/subscriptions', { query: { accountId: star.id, ...query } })).data.map(({ _id }) => _id);
  expect(await find({})).toEqual([card.id, still.id, wallet.id]);
  expect(await find({ sort: 'asc', limit: 2 })).toEqual([wallet.id, still.id]);
  expect([await find({ renewsBy: 'wallet' }), await find({ renewsBy: 'card' }), await find({ renewsBy: 'nothing' })]).toEqual([
    [wallet.id],
    [card.id],
    [still.id],
  ]);
  expect(await find({ type: 'yearly' })).toEqual([still.id]);
  expect(await find({ q: `@${wallet.fan.username}` })).toEqual([wallet.id]);
  expect((await find({ q: star.username.slice(0, 8) })).length).toBe(3);
  expect([await find({ q: card.id }), await find({ q: (await rowOf(card.id)).gateway_subscription_id! })]).toEqual([[card.id], [card.id]]);
  expect([await find({ q: '%' }), await find({ state: 'ended' }), await find({ accountId: admin.id })]).toEqual([[], [], []]);
  const [row] = (await admin.client.call('GET /admin/subscriptions', { query: { q: wallet.id } })).data;
  expect(row).toMatchObject({
    fan: { _id: wallet.fan.id },
    performer: { _id: star.id },
    type: 'monthly',
    state: 'active',
    renewsBy: 'wallet',
    price: 9,
    money: 9,
  });
  expect(row!.renewsAt).toBe(row!.paidUntil);
});

test('a subscription shows every period with its order and transaction; its states follow the clock', async () => {
  const { fan, id, orderId } = await fromWallet(20);
  const { paidUntil } = await read(id);
  app.clock.advance(new Date(paidUntil).getTime() + HOUR_MS - app.platform.clock.now().getTime());
  await renewDueSubscriptions(app.platform);
  const renewed = await read(id);
  expect(renewed.periods.map(({ kind, type, state, method, tokens }) => [kind, type, state, method, tokens])).toEqual([
    ['renewal', 'monthly', 'paid', 'wallet', 9],
    ['subscription', 'monthly', 'paid', 'wallet', 9],
  ]);
  expect(renewed.periods[1]!._id).toBe(orderId);
  const transaction = await admin.client.call('GET /admin/ledger/transactions/{id}', {
    params: { id: renewed.periods[0]!.transactionId! },
  });
  expect(transaction).toMatchObject({ kind: 'subscriptionRenewal', orderId: renewed.periods[0]!._id, buyer: { _id: fan.id } });
  // Two tokens are left: the next one fails.
  app.clock.advance(new Date(renewed.paidUntil).getTime() + HOUR_MS - app.platform.clock.now().getTime());
  await renewDueSubscriptions(app.platform);
  const late = await read(id);
  expect([late.state, late.failures, late.paidUntil]).toEqual(['grace', 1, renewed.paidUntil]);
  expect(new Date(late.expiresAt).getTime()).toBe(new Date(renewed.paidUntil).getTime() + 3 * DAY_MS);
  expect(late.renewsAt).not.toBeNull();
  app.clock.advance(4 * DAY_MS);
  await renewDueSubscriptions(app.platform);
  expect(await read(id)).toMatchObject({ state: 'ended', renewsBy: null, renewsAt: null });
});

test('the renewal is ended once, with a reason in the audit log and a mail; access lasts until the paid date', async () => {
  const { fan, id } = await fromWallet(50);
  const before = await rowOf(id);
  const answers = await Promise.all([1, 2, 3].map(() => cancel(id)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)!.error.error).toBe('SUBSCRIPTION_STATE');
  expect(await rowOf(id)).toMatchObject({ state: 'cancelled', next_attempt_at: null, expires_at: before.expires_at });
  const shown = await read(id);
  expect(shown).toMatchObject({ state: 'cancelled', renewsBy: null, renewsAt: null });
  expect(shown.history).toMatchObject([
    { action: 'subscriptions.cancelled', actor: { _id: admin.id }, detail: { reason: 'The card was reported.', fanId: fan.id } },
  ]);
  expect(await mailsOf(fan, /we cancelled the renewal of your subscription/)).toBe(1);
  app.clock.advance(before.expires_at.getTime() + HOUR_MS - app.platform.clock.now().getTime());
  await renewDueSubscriptions(app.platform);
  expect((await fan.client.call('GET /users/me')).balance).toBe(41);
  expect((await read(id)).state).toBe('ended');
  expect((await verifyLedger(database())).ok).toBe(true);
});

test('ending a card renewal informs the gateway; during grace access ends at once; without a renewal it is refused', async () => {
  const card = await byCard();
  expect((await cancel(card.id)).status).toBe(200);
  await app.settle();
  const payment = await app.client().call('GET /gateways/sandbox/payments/{id}', { params: { id: card.paymentId } });
  expect(payment.recurring).toMatchObject({ state: 'cancelled' });

  const poor = await fromWallet(9);
  const { paid_until: paidUntil } = await rowOf(poor.id);
  app.clock.advance(paidUntil.getTime() + HOUR_MS - app.platform.clock.now().getTime());
  await renewDueSubscriptions(app.platform);
  expect((await read(poor.id)).state).toBe('grace');
  expect((await cancel(poor.id)).data).toMatchObject({ state: 'ended' });

  const still = await fromWallet(9, { renews: false });
  expect((await cancel(still.id)).error.error).toBe('SUBSCRIPTION_STATE');
  expect((await rowOf(still.id)).state).toBe('active');
});
