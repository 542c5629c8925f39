import { randomUUID } from 'node:crypto';
import type { OfferLink } from '@stagedoor/contract/offer-links';
import { MAX_OFFER_LINKS } from '@stagedoor/contract/offer-links.values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundOrder, verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { expireWalletOrders, pollOpenPayments } from '../payments/complete-payment.ts';
import { renewDueSubscriptions } from '../subscriptions/index.ts';

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
const richFan = async (): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, 100);
  return fan;
};
interface Terms {
  kind?: 'trial' | 'discount';
  plan?: 'monthly' | 'yearly';
  onlyNew?: boolean;
  usesMaximum?: number | null;
  endsAt?: string | null;
}
const linkOf = (performer: Person, { kind = 'discount', ...terms }: Terms = {}): Promise<OfferLink> =>
  performer.client.call('POST /performer/offer-links', {
    body: kind === 'trial' ? { kind, days: 7, name: 'Newsletter', ...terms } : { kind, percent: 50, name: 'Newsletter', ...terms },
  });
const view = (who: Pick<Person, 'client'>, code: string, performer = star) =>
  who.client.send('GET /performers/{id}/offers/{code}', { params: { id: performer.id, code } });
const order = (fan: Person, offer: string, more: { renews?: boolean; key?: string; performer?: Person } = {}) =>
  fan.client.send('POST /payment/subscribe-performer', {
    body: { performerId: (more.performer ?? star).id, offer, renews: more.renews ?? true },
    headers: { 'idempotency-key': more.key ?? randomUUID() },
  });
const pay = (fan: Person, orderId: string, key: string = randomUUID()) =>
  fan.client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId }, headers: { 'idempotency-key': key } });
const begin = (fan: Person, offer: string, key: string = randomUUID()) =>
  fan.client.send('POST /subscriptions/free-subscribe', {
    body: { performerId: star.id, offer, renews: true },
    headers: { 'idempotency-key': key },
  });
const change = (id: string, state: 'open' | 'paused' | 'closed') =>
  star.client.send('PUT /performer/offer-links/{id}', { params: { id }, body: { state } });
const press = (redirectUrl: string, action: 'approve' | 'decline' | 'renew') =>
  app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action } });

const subscriptionOf = (fan: Person) => database().selectFrom('subscriptions').selectAll().where('fan_id', '=', fan.id).executeTakeFirst();
const usesOf = (link: { _id: string }) =>
  database()
    .selectFrom('offer_link_uses')
    .select(['fan_id', 'state', 'order_id'])
    .where('offer_link_id', '=', link._id)
    .orderBy('created_at')
    .execute();
const shown = async (link: { _id: string }) => {
  const { data } = await star.client.call('GET /performer/offer-links', { query: { limit: 100 } });
  return data.find(({ _id }) => _id === link._id)!;
};
const salesOf = async (fan: Person) =>
  await database()
    .selectFrom('ledger.transactions')
    .select(['kind', 'tokens_amount', 'gross_amount', 'commission_amount', 'net_amount'])
    .where('buyer_id', '=', fan.id)
    .where('seller_id', 'is not', null)
    .orderBy('created_at')
    .execute();
const balanceOf = async (person: Person): Promise<number> => (await person.client.call('GET /users/me')).balance;
const assertBalanced = async (): Promise<void> => expect((await verifyLedger(database())).checks.filter(({ ok }) => !ok)).toEqual([]);
const codeOf = ({ status, error }: { status: number; error: { error: string } }): string => (status < 300 ? 'done' : error.error);
const movePast = (instant: Date): void => app.clock.advance(instant.getTime() + 3_600_000 - app.platform.clock.now().getTime());

test('a discount is for the first period: paid less, with the commission of what is paid, and renewed at the regular price', async () => {
  const link = await linkOf(star, { usesMaximum: 3 });
  expect(link.code).toMatch(/^[2-9a-z]{12}$/);
  const fan = await richFan();
  const offered = await view(fan, link.code);
  expect(offered.data).toMatchObject({
    kind: 'discount',
    plan: 'monthly',
    percent: 50,
    first: { price: 4.5, money: 4.5 },
    ordinary: { price: 9, money: 9 },
  });
  const key = randomUUID();
  const [first, again] = [await order(fan, link.code, { key }), await order(fan, link.code, { key })];
  expect([first.data, again.data]).toEqual([first.data, first.data]);
  expect(first.data).toMatchObject({ price: 4.5, money: 4.5 });
  expect(await shown(link)).toMatchObject({ subscribers: 0, reserved: 1, usesLeft: 2, state: 'open' });
  const payKey = randomUUID();
  const answers = await Promise.all([payKey, payKey, payKey].map((one) => pay(fan, first.data.orderId, one)));
  expect(new Set(answers.map(({ data }) => data.transactionId)).size).toBe(1);
  expect(answers[0]!.data).toMatchObject({ amount: 4.5, balance: 95.5 });
  expect(await shown(link)).toMatchObject({ subscribers: 1, reserved: 0, usesLeft: 2 });
  expect(await usesOf(link)).toEqual([{ fan_id: fan.id, state: 'used', order_id: first.data.orderId }]);
  const begun = (await subscriptionOf(fan))!;
  expect(begun).toMatchObject({ type: 'monthly', price_amount: 900n, renews_by: 'wallet', is_trial: false });
  expect(
    await database()
      .selectFrom('orders')
      .select(['tokens_amount', 'discount_amount', 'offer_link_id'])
      .where('id', '=', first.data.orderId)
      .executeTakeFirst(),
  ).toEqual({ tokens_amount: 450n, discount_amount: 450n, offer_link_id: link._id });

  movePast(begun.paid_until);
  await renewDueSubscriptions(app.platform);
  expect(await balanceOf(fan)).toBe(86.5);
  const sales = await salesOf(fan);
  expect(sales.map(({ kind, gross_amount }) => [kind, gross_amount])).toEqual([
    ['subscriptionStart', 450n],
    ['subscriptionRenewal', 900n],
  ]);
  expect(sales.every((sale) => sale.commission_amount! + sale.net_amount! === sale.gross_amount)).toBe(true);

  // Used once: not by the same fan again, whatever became of the subscription.
  expect(codeOf(await view(fan, link.code))).toBe('ALREADY_SUBSCRIBED');
  await refundOrder(database(), { orderId: first.data.orderId, at: app.platform.clock.now(), note: '', actorId: admin.id });
  await fan.client.call('PUT /subscriptions/{id}', { params: { id: star.id }, body: { renews: false } });
  movePast((await subscriptionOf(fan))!.expires_at);
  expect([codeOf(await view(fan, link.code)), codeOf(await order(fan, link.code))]).toEqual(['OFFER_USED', 'OFFER_USED']);
  expect(await shown(link)).toMatchObject({ subscribers: 1, usesLeft: 2 });
  await assertBalanced();
});

test('by card the first payment is discounted and the gateway renews at the regular price', async () => {
  const link = await linkOf(star, { plan: 'yearly', usesMaximum: 1 });
  const [fan, late] = [await createFan(app), await createFan(app)];
  const { data } = await order(fan, link.code);
  const paymentId = data.redirectUrl.split('/').at(-1)!;
  expect(await app.client().call('GET /gateways/sandbox/payments/{id}', { params: { id: paymentId } })).toMatchObject({
    amount: 45,
    recurring: { amount: 90, period: 'year' },
  });
  expect(codeOf(await order(late, link.code))).toBe('OFFER_USED_UP');
  // Closed or not: what is reserved is paid as it was ordered.
  expect(codeOf(await change(link._id, 'closed'))).toBe('done');
  await press(data.redirectUrl, 'approve');
  expect(await subscriptionOf(fan)).toMatchObject({ type: 'yearly', price_amount: 9000n, renews_by: 'card' });
  await press(data.redirectUrl, 'renew');
  expect((await salesOf(fan)).map(({ kind, gross_amount }) => [kind, gross_amount])).toEqual([
    ['subscriptionStart', 4500n],
    ['subscriptionRenewal', 9000n],
  ]);
  expect([codeOf(await view(late, link.code)), codeOf(await change(link._id, 'open'))]).toEqual(['OFFER_ENDED', 'OFFER_STATE']);
  await assertBalanced();
});

test('twenty fans race for the last use: one gets it, by discount and by free days', async () => {
  const fans = await Promise.all(Array.from({ length: 20 }, () => createFan(app)));
  const discount = await linkOf(star, { usesMaximum: 1 });
  const ordered = await Promise.all(fans.map((fan) => order(fan, discount.code)));
  expect(ordered.map(codeOf).toSorted((a, b) => a.localeCompare(b))).toEqual(['done', ...Array<string>(19).fill('OFFER_USED_UP')]);
  const orders = await database().selectFrom('orders').select('id').where('offer_link_id', '=', discount._id).execute();
  expect([orders.length, (await usesOf(discount)).map(({ state }) => state)]).toEqual([1, ['reserved']]);

  const trial = await linkOf(star, { kind: 'trial', usesMaximum: 1 });
  const begun = await Promise.all(fans.map((fan) => begin(fan, trial.code)));
  expect(begun.map(codeOf).toSorted((a, b) => a.localeCompare(b))).toEqual(['done', ...Array<string>(19).fill('OFFER_USED_UP')]);
  const [use] = await usesOf(trial);
  expect(await usesOf(trial)).toEqual([{ fan_id: use!.fan_id, state: 'used', order_id: null }]);
  const rows = await database()
    .selectFrom('subscriptions')
    .select(['fan_id', 'is_trial'])
    .where(
      'fan_id',
      'in',
      fans.map(({ id }) => id),
    )
    .execute();
  expect(rows).toEqual([{ fan_id: use!.fan_id, is_trial: true }]);
  await assertBalanced();
});

test('one fan who presses often uses a link once; two links for new subscribers are not both used', async () => {
  const fan = await richFan();
  const [trial, other] = [await linkOf(star, { kind: 'trial' }), await linkOf(star, { kind: 'trial' })];
  const key = randomUUID();
  const answers = await Promise.all([
    ...[key, key, key].map((one) => begin(fan, trial.code, one)),
    ...[1, 2, 3].map(() => begin(fan, other.code)),
  ]);
  expect((await usesOf(trial)).length + (await usesOf(other)).length).toBe(1);
  expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(0);
  for (const answer of answers) expect(['done', 'OFFER_USED', 'OFFER_NOT_NEW', 'ALREADY_SUBSCRIBED']).toContain(codeOf(answer));

  // A reserved discount isn't added to free days: it was for new subscribers.
  const both = await richFan();
  const discount = await linkOf(star);
  const reserved = await order(both, discount.code);
  expect(codeOf(await begin(both, trial.code))).toBe('done');
  expect(codeOf(await pay(both, reserved.data.orderId))).toBe('OFFER_NOT_NEW');
  expect([await balanceOf(both), (await subscriptionOf(both))!.is_trial]).toEqual([100, true]);
  // By card it is refunded.
  await press(reserved.data.redirectUrl, 'approve');
  await app.settle();
  expect(await database().selectFrom('orders').select('state').where('id', '=', reserved.data.orderId).executeTakeFirst()).toEqual({
    state: 'cancelled',
  });
  expect([await usesOf(discount), (await shown(discount)).reserved]).toEqual([[], 0]);
  await assertBalanced();
});

test('a reservation goes back when its order is declined or expires, and belongs to the fan’s latest order', async () => {
  const link = await linkOf(star, { usesMaximum: 1 });
  const [fan, other] = [await richFan(), await richFan()];
  const declined = await order(fan, link.code);
  expect(codeOf(await view(other, link.code))).toBe('OFFER_USED_UP');
  expect(codeOf(await view(fan, link.code))).toBe('done');
  await press(declined.data.redirectUrl, 'decline');
  expect([await usesOf(link), codeOf(await view(other, link.code))]).toEqual([[], 'done']);

  const [older, newer] = [await order(fan, link.code), await order(fan, link.code)];
  expect(await usesOf(link)).toEqual([{ fan_id: fan.id, state: 'reserved', order_id: newer.data.orderId }]);
  await press(older.data.redirectUrl, 'decline');
  expect((await shown(link)).reserved).toBe(1);
  app.clock.advance(DAY_MS + 3_600_000);
  await pollOpenPayments(app.platform, app.sandbox!);
  expect([await usesOf(link), (await shown(link)).usesLeft]).toEqual([[], 1]);
  expect(codeOf(await pay(fan, newer.data.orderId))).toBe('ORDER_STATE');

  const taken = await order(other, link.code);
  expect(codeOf(await order(fan, link.code))).toBe('OFFER_USED_UP');
  expect(codeOf(await pay(other, taken.data.orderId))).toBe('done');
  expect([await balanceOf(other), (await shown(link)).state]).toEqual([95.5, 'usedUp']);
  // Subscribing at the regular price stays possible.
  const ordinary = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
  expect([ordinary.price, codeOf(await pay(fan, ordinary.orderId))]).toEqual([9, 'done']);
  await assertBalanced();
});

test('free days of a link: once, then renewed at the price agreed to, and not followed by the performer’s own', async () => {
  const performer = await createPerformer(app, { admin, monthlyPrice: 6, yearlyPrice: 50 });
  await performer.client.call('PUT /performers', { body: { trialDays: 3 } });
  const link = await linkOf(performer, { kind: 'trial', plan: 'yearly' });
  const fan = await richFan();
  const body = { performerId: performer.id, offer: link.code, renews: true };
  expect((await view(fan, link.code, performer)).data).toMatchObject({ days: 7, first: { price: 0 }, ordinary: { price: 50 } });
  expect(await fan.client.call('POST /subscriptions/free-subscribe', { body })).toMatchObject({ isTrial: true, type: 'yearly', price: 50 });
  const row = (await subscriptionOf(fan))!;
  expect(row.paid_until.getTime() - row.started_at.getTime()).toBe(7 * DAY_MS);
  expect(row.trial_used_at).not.toBeNull();
  expect((await fan.client.call('GET /performers/{id}', { params: { id: performer.id } })).subscription.trialDays).toBe(0);
  movePast(row.paid_until);
  await renewDueSubscriptions(app.platform);
  expect([await balanceOf(fan), (await subscriptionOf(fan))!.is_trial]).toEqual([50, false]);
  await assertBalanced();
});

test('who was subscribed gets only a link that isn’t for new subscribers; a link is refused where it isn’t meant', async () => {
  const [onlyNew, everyone, trial] = [await linkOf(star), await linkOf(star, { onlyNew: false }), await linkOf(star, { kind: 'trial' })];
  const former = await richFan();
  const { orderId } = await former.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
  await pay(former, orderId);
  movePast((await subscriptionOf(former))!.expires_at);
  expect([await view(former, onlyNew.code), await order(former, onlyNew.code), await begin(former, trial.code)].map(codeOf)).toEqual([
    'OFFER_NOT_NEW',
    'OFFER_NOT_NEW',
    'OFFER_NOT_NEW',
  ]);
  const again = await order(former, everyone.code);
  expect([again.data.price, codeOf(await pay(former, again.data.orderId))]).toEqual([4.5, 'done']);

  const [fan, blocked, other] = [await richFan(), await richFan(), await createPerformer(app, { admin, monthlyPrice: 5 })];
  await star.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
  // Free days are not bought, a discount is not free, and another's code is none.
  expect([await order(fan, trial.code), await begin(fan, onlyNew.code)].map(codeOf)).toEqual(['NOT_FOR_SALE', 'NOT_FOR_SALE']);
  expect(
    [await view(fan, onlyNew.code, other), await view(fan, 'abcdefghjkmn'), await order(fan, onlyNew.code, { performer: other })].map(
      codeOf,
    ),
  ).toEqual(['OFFER_ENDED', 'OFFER_ENDED', 'OFFER_ENDED']);
  expect([await view(star, onlyNew.code), await order(star, onlyNew.code), await begin(star, trial.code)].map(codeOf)).toEqual([
    'OWN_ITEM',
    'OWN_ITEM',
    'OWN_ITEM',
  ]);
  expect([await view(blocked, onlyNew.code), await order(blocked, onlyNew.code), await begin(blocked, trial.code)].map(codeOf)).toEqual([
    'NOT_FOUND',
    'BLOCKED_PAIR',
    'BLOCKED_PAIR',
  ]);
  expect(await usesOf(onlyNew)).toEqual([]);
  // Visitors see what it offers.
  expect((await view({ client: app.client() }, onlyNew.code)).data).toMatchObject({ first: { price: 4.5 } });
});

test('a performer pauses, opens and closes links; ended ones are refused; the number of links is limited', async () => {
  const link = await linkOf(star, { endsAt: new Date(app.platform.clock.now().getTime() + 2 * DAY_MS).toISOString() });
  const fan = await richFan();
  const tried = async () => codeOf(await view(fan, link.code));
  expect([codeOf(await change(link._id, 'paused')), await tried(), (await shown(link)).state]).toEqual(['done', 'OFFER_PAUSED', 'paused']);
  expect([codeOf(await order(fan, link.code)), codeOf(await change(link._id, 'open')), await tried()]).toEqual([
    'OFFER_PAUSED',
    'done',
    'done',
  ]);
  app.clock.advance(2 * DAY_MS + 1000);
  expect([await tried(), (await shown(link)).state]).toEqual(['OFFER_ENDED', 'ended']);
  expect([codeOf(await change(link._id, 'closed')), codeOf(await change(link._id, 'closed')), (await shown(link)).state]).toEqual([
    'done',
    'done',
    'closed',
  ]);
  const past = { kind: 'trial' as const, days: 1, name: 'Late', endsAt: app.platform.clock.now().toISOString() };
  expect(codeOf(await star.client.send('POST /performer/offer-links', { body: past }))).toBe('VALIDATION_FAILED');
  const free = await createPerformer(app, { admin, monthlyPrice: 0 });
  expect(codeOf(await free.client.send('POST /performer/offer-links', { body: { kind: 'trial', days: 1, name: 'Free' } }))).toBe(
    'NOT_FOR_SALE',
  );

  const busy = await createPerformer(app, { admin, monthlyPrice: 5 });
  await database()
    .insertInto('offer_links')
    .values(
      Array.from({ length: MAX_OFFER_LINKS - 1 }, (_, index) => ({
        performer_id: busy.id,
        code: `${busy.username}${index}`,
        name: 'One of many',
        kind: 'trial' as const,
        plan: 'monthly' as const,
        days: 1,
        only_new: true,
      })),
    )
    .execute();
  const body = { kind: 'trial' as const, days: 1, name: 'The last' };
  const made = await Promise.all([1, 2, 3].map(() => busy.client.send('POST /performer/offer-links', { body })));
  expect(made.map(codeOf).toSorted((a, b) => a.localeCompare(b))).toEqual(['done', 'OFFER_LINKS_FULL', 'OFFER_LINKS_FULL']);
});

test('a reservation of an order that no gateway takes goes back once the order expires', async () => {
  const link = await linkOf(star, { usesMaximum: 1 });
  const fan = await richFan();
  const { data } = await order(fan, link.code);
  await database().updateTable('orders').set({ gateway: null, gateway_payment_id: null }).where('id', '=', data.orderId).execute();
  await expireWalletOrders(app.platform, app.gateways);
  expect((await shown(link)).reserved).toBe(1);
  app.clock.advance(DAY_MS + 3_600_000);
  await expireWalletOrders(app.platform, app.gateways);
  expect([await usesOf(link), (await shown(link)).reserved, codeOf(await pay(fan, data.orderId))]).toEqual([[], 0, 'ORDER_STATE']);
  await assertBalanced();
});
