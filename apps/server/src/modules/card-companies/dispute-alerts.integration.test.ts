import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, unique } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { alertDisputes } from './alert-disputes.ts';

let app: TestApp;
let other: TestApp;
let owner: Person;
let spanish: Person;
let aide: Person;
let former: Person;
beforeAll(async () => {
  app = await createTestApp({ now: new Date('2026-11-10T12:00:00Z') });
  other = await createTestApp({ database: app.testDatabase, dataDirectory: app.dataDirectory, now: app.clock.now() });
  owner = await createAdmin(app);
  [spanish, aide, former] = [await createAdmin(app), await createAdmin(app), await createAdmin(app)];
  const accounts = () => app.platform.database.updateTable('accounts');
  await accounts().set({ locale: 'es' }).where('id', '=', spanish.id).execute();
  await accounts().set({ admin_role: 'finance' }).where('id', '=', aide.id).execute();
  await accounts().set({ status: 'suspended' }).where('id', '=', former.id).execute();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** Stores reports of a company: payments, and payments that banks took back. */
const report = async (gateway: 'ccbill' | 'verotel', outcome: 'settled' | 'reversed', count: number) => {
  const event = outcome === 'settled' ? 'approved' : 'chargedBack';
  const rows = Array.from({ length: count }, () => ({
    gateway,
    event,
    outcome,
    event_key: unique(event),
    payload: '{}',
    received_at: app.clock.now(),
  }));
  await app.platform.database.insertInto('gateway_events').values(rows).execute();
};
/** The job of both nodes at once. */
const alertOnBoth = async () => {
  await Promise.all([alertDisputes(app.platform), alertDisputes(other.platform)]);
  await app.settle();
};
const told = (person: Person) =>
  app.platform.database
    .selectFrom('notifications')
    .select('payload')
    .where('account_id', '=', person.id)
    .where('kind', '=', 'disputeShare')
    .orderBy('created_at')
    .execute();
const mails = async ({ email }: Person, words: string) =>
  (await app.mailsTo(email)).filter((mail) => mail.replaceAll(/=\r?\n/g, '').includes(words));
const events = async () =>
  (await app.platform.database.selectFrom('outbox').select('payload').where('event', '=', 'gateways.disputesRose').execute()).length;
const alerts = () => app.platform.database.selectFrom('gateway_dispute_alerts').select(['gateway', 'month', 'disputes']).execute();

test('a share of disputes below the limit, or of few payments, alerts nobody', async () => {
  await report('verotel', 'settled', 1000);
  await report('verotel', 'reversed', 6);
  await report('ccbill', 'settled', 90);
  await report('ccbill', 'reversed', 9);
  await alertOnBoth();
  expect([await told(owner), await alerts()]).toEqual([[], []]);
});

test('a share that passes the limit is told to each owner once by both nodes, in their language', async () => {
  await report('verotel', 'reversed', 3);
  await alertOnBoth();
  const payload = { gateway: 'verotel', month: '2026-11', payments: 1000, disputes: 9 };
  expect([await told(owner), await told(spanish), await told(aide), await told(former)]).toEqual([[{ payload }], [{ payload }], [], []]);
  expect(await events()).toBe(1);
  expect(await mails(owner, 'In November 2026, banks took back 0.9% of card payments through Verotel.')).toHaveLength(1);
  expect(await mails(spanish, 'los bancos retiraron el 0,9')).toHaveLength(1);
  expect(await mails(aide, 'Verotel')).toEqual([]);
  const { data } = await owner.client.call('GET /notifications');
  expect(data[0]).toMatchObject({ kind: 'disputeShare', path: '/admin/settings/gateways?view=disputes' });
});

test('a share that falls and passes the limit again in the same month is not told again', async () => {
  await report('verotel', 'settled', 2000);
  await alertOnBoth();
  const { disputes } = await owner.client.call('GET /admin/gateways/disputes');
  expect(disputes.find(({ gateway }) => gateway === 'verotel')).toMatchObject({ ratio: 0.3, isAlert: false });
  await report('verotel', 'reversed', 30);
  app.clock.advance(86_400_000);
  await alertOnBoth();
  expect([await events(), (await told(owner)).length, await mails(owner, 'Verotel')]).toEqual([1, 1, [expect.any(String)]]);
});

test('another company and the next month are told, also for disputes after the last run of a month', async () => {
  await report('ccbill', 'settled', 10);
  // The last run of November was before these; the first of December counts them.
  app.clock.advance(new Date('2026-12-01T00:30:00Z').getTime() - app.clock.now().getTime());
  await app.platform.jobs.enqueue(app.platform.database, 'cardCompanies:alertDisputes', {});
  await app.settle();
  await report('verotel', 'settled', 200);
  await report('verotel', 'reversed', 2);
  await alertOnBoth();
  expect(await alerts()).toEqual([
    { gateway: 'verotel', month: '2026-11', disputes: 9 },
    { gateway: 'ccbill', month: '2026-11', disputes: 9 },
    { gateway: 'verotel', month: '2026-12', disputes: 2 },
  ]);
  expect(await told(owner)).toHaveLength(3);
});

test('only owners find the kind among their choices', async () => {
  const kinds = async ({ client }: Person) => (await client.call('GET /notifications/choices')).choices.map(({ kind }) => kind);
  expect(await kinds(owner)).toContain('disputeShare');
  expect(await kinds(aide)).not.toContain('disputeShare');
});
