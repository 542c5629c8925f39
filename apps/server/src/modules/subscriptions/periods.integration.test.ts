import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SandboxAction } from '../../gateways/sandbox.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { paymentIdOf } from '../../testing/unkeyed-fixtures.ts';
import { renewDueSubscriptions } from './index.ts';

let app: TestApp;
let admin: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const setZone = (timeZone: string) => admin.client.call('PUT /admin/settings', { body: { values: { timeZone } } });
/** Sets the clock and the site's time zone. Sessions of another year have ended: everybody is new. */
const begin = async (at: string, timeZone: string): Promise<void> => {
  app.clock.set(new Date(at));
  admin = await createAdmin(app);
  fan = await createFan(app);
  await topUp(app, fan, 300);
  await setZone(timeZone);
};
const star = async (trialDays = 0): Promise<Person> => {
  const performer = await createPerformer(app, { admin, monthlyPrice: 2, yearlyPrice: 12 });
  if (trialDays > 0) await performer.client.call('PUT /performers', { body: { trialDays } });
  return performer;
};
const order = async (performer: Person, type: 'monthly' | 'yearly', renews = true) =>
  fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id, type, renews } });
const subscribe = async (performer: Person, type: 'monthly' | 'yearly' = 'monthly'): Promise<void> => {
  const { orderId } = await order(performer, type);
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
};
const rowOf = (performer: Person) =>
  app.platform.database
    .selectFrom('subscriptions')
    .selectAll()
    .where('fan_id', '=', fan.id)
    .where('performer_id', '=', performer.id)
    .executeTakeFirstOrThrow();
/** Renews through so many periods and returns their ends, in the site's time zone. */
const renewThrough = async (performer: Person, count: number, timeZone: string): Promise<string[]> => {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const ends: string[] = [];
  for (;;) {
    const { paid_until: end } = await rowOf(performer);
    ends.push(local.format(end));
    if (ends.length === count) return ends;
    app.clock.set(new Date(end.getTime() + 60_000));
    await renewDueSubscriptions(app.platform);
  }
};
const press = (id: string, action: SandboxAction) =>
  app.client().raw('POST /gateways/sandbox/payments/{id}', { params: { id }, body: { action } });

/** Instants at which it is 31 January 2027, 22:30, in a time zone. */
const STARTS = {
  UTC: '2027-01-31T22:30:00Z',
  'America/New_York': '2027-02-01T03:30:00Z',
  'Asia/Kolkata': '2027-01-31T17:00:00Z',
  'Australia/Lord_Howe': '2027-01-31T11:30:00Z',
  'Pacific/Auckland': '2027-01-31T09:30:00Z',
};

test('a subscription renewed from the wallet keeps its day and time for two years, in five time zones', async () => {
  for (const [timeZone, start] of Object.entries(STARTS)) {
    await begin(start, timeZone);
    const performer = await star();
    await subscribe(performer);
    const ends = await renewThrough(performer, 24, timeZone);
    const expected = Array.from({ length: 24 }, (_, index) => {
      const last = new Date(Date.UTC(2027, index + 2, 0)).toISOString().slice(0, 10);
      return `${last} 22:30`;
    });
    expect([timeZone, ends]).toEqual([timeZone, expected]);
  }
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);
}, 120_000);

test('by card, access ends when the company charges again', async () => {
  await begin('2027-01-31T17:00:00Z', 'Asia/Kolkata');
  const performer = await star();
  const paymentId = paymentIdOf((await order(performer, 'monthly')).redirectUrl!);
  await press(paymentId, 'approve');
  await app.settle();
  const company = async () =>
    (
      await app.platform.database
        .selectFrom('sandbox_subscriptions')
        .selectAll()
        .where('payment_id', '=', paymentId)
        .executeTakeFirstOrThrow()
    ).renews_at;
  expect((await rowOf(performer)).paid_until).toEqual(await company());
  // The company has another day for the next charge: its word counts.
  const told = new Date('2027-03-14T09:00:00Z');
  await app.platform.database.updateTable('sandbox_subscriptions').set({ renews_at: told }).where('payment_id', '=', paymentId).execute();
  await press(paymentId, 'renew');
  await app.settle();
  const { paid_until: end, expires_at: access } = await rowOf(performer);
  expect([end, access]).toEqual([await company(), await company()]);
  expect(end).toEqual(new Date('2027-04-14T09:00:00Z'));
});

test('a yearly plan keeps 29 February; a change of plan and the end of free days set a new anchor', async () => {
  await begin('2032-02-29T11:00:00Z', 'Europe/Madrid');
  const [yearly, changed, tried] = [await star(), await star(), await star(5)];
  await subscribe(yearly, 'yearly');
  await subscribe(changed);
  await fan.client.call('POST /subscriptions/free-subscribe', { body: { performerId: tried.id, renews: true } });
  app.clock.set(new Date('2032-03-10T15:00:00Z'));
  await renewDueSubscriptions(app.platform);
  expect((await rowOf(tried)).paid_until).toEqual(new Date('2032-04-05T10:00:00Z'));
  const quote = await fan.client.call('GET /subscriptions/{id}/plan', { params: { id: changed.id }, query: { type: 'yearly' } });
  await fan.client.call('PUT /subscriptions/{id}/plan', {
    params: { id: changed.id },
    body: { type: 'yearly', price: quote.to.price, due: quote.due },
  });
  expect((await rowOf(changed)).paid_until).toEqual(new Date('2033-03-10T15:00:00Z'));
  expect(await renewThrough(yearly, 5, 'Europe/Madrid')).toEqual([
    '2033-02-28 12:00',
    '2034-02-28 12:00',
    '2035-02-28 12:00',
    '2036-02-29 12:00',
    '2037-02-28 12:00',
  ]);
});

test('a time zone that doesn’t exist is refused for the site and for an account; an account’s own dates its mails', async () => {
  await begin('2039-07-01T03:00:00Z', 'America/New_York');
  for (const timeZone of ['Europe/Nowhere', '+05:30', '', 'EST5EDT;', 7]) {
    const site = await admin.client.raw('PUT /admin/settings', { body: { values: { timeZone } } });
    const own = await fan.client.raw('PUT /users', { body: { timeZone } });
    expect([timeZone, site.status, own.status]).toEqual([timeZone, 422, 422]);
  }
  expect((await fan.client.call('GET /settings/public'))['timeZone']).toBe('America/New_York');
  // 30 June in New York, 1 July in Madrid.
  const [first, second] = [await star(), await star()];
  const datesOf = async () => {
    await app.settle();
    return (await app.mailsTo(fan.email)).flatMap((mail) => /(?:June|July) \d+, 2040/.exec(mail.replace(/=\r?\n/g, ''))?.[0] ?? []);
  };
  const change = async (performer: Person) => {
    await subscribe(performer, 'yearly');
    const { to, due } = await fan.client.call('GET /subscriptions/{id}/plan', { params: { id: performer.id }, query: { type: 'monthly' } });
    return fan.client.call('PUT /subscriptions/{id}/plan', {
      params: { id: performer.id },
      body: { type: 'monthly', price: to.price, due },
    });
  };
  await change(first);
  expect(await datesOf()).toEqual(['June 30, 2040']);
  expect((await fan.client.call('PUT /users', { body: { timeZone: 'Europe/Madrid' } })).timeZone).toBe('Europe/Madrid');
  await change(second);
  expect(await datesOf()).toEqual(['June 30, 2040', 'July 1, 2040']);
  expect((await fan.client.call('PUT /users', { body: { timeZone: null } })).timeZone).toBeNull();
});
