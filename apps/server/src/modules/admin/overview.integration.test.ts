import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDays } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const overview = () => admin.client.call('GET /admin/overview');
const countChecks = async () => (await admin.client.call('GET /admin/ledger/checks')).total;

test('the ledger’s state is that of the last check: looking makes the first, and no other', async () => {
  const [first, second] = await Promise.all([overview(), overview()]);
  expect(first.ledger).toEqual(second.ledger);
  expect(first.ledger).toMatchObject({ balanced: true, checkedAt: app.clock.now().toISOString() });
  const seen = await admin.client.call('GET /admin/ledger/verify');
  expect(seen).toMatchObject({ ok: true, checkedAt: first.ledger.checkedAt });
  expect(seen.checks.length).toBeGreaterThan(10);
  app.clock.advance(5000);
  expect((await admin.client.call('GET /admin/ledger/verify')).checkedAt).toBe(seen.checkedAt);
  expect(await countChecks()).toBe(1);

  await app.platform.database
    .insertInto('ledger_checks')
    .values({ ok: false, checks: '[]', took_ms: 1, created_at: app.clock.now() })
    .execute();
  expect((await overview()).ledger).toMatchObject({ balanced: false, checkedAt: app.clock.now().toISOString() });
  await admin.client.call('POST /admin/ledger/checks');
  expect((await overview()).ledger).toMatchObject({ balanced: true, checkedAt: app.clock.now().toISOString() });
  expect(await countChecks()).toBe(3);
});

test('the disk is shown as low below twice the reserve, and as well otherwise', async () => {
  const { freeBytes } = await app.platform.diskSpace.look();
  const stateWith = async (reserveMb: number) => {
    const node = await createTestApp({
      database: app.testDatabase,
      dataDirectory: app.dataDirectory,
      environment: { MIN_FREE_DISK_MB: String(reserveMb), ROLES: 'web' },
    });
    try {
      return (await node.client(admin.client.token).call('GET /admin/overview')).disk.state;
    } finally {
      await node.close();
    }
  };
  expect([(await overview()).disk.state, await stateWith(Math.ceil((freeBytes / 1e6) * 0.75))]).toEqual(['ok', 'low']);
});

test('figures are counted at the first look; from a minute on, a look has them counted for the next', async () => {
  await app.platform.database.deleteFrom('site_figures').execute();
  const before = await overview();
  expect(before).toMatchObject({ figuresAt: app.clock.now().toISOString(), turnover: { sevenDays: 0, commissionSevenDays: 0 } });
  const star = await createPerformer(app, { admin });
  const fan = await createFan(app);
  await topUp(app, fan, 20);
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 10 } });
  await app.settle();
  const atOnce = await overview();
  expect([atOnce.accounts.fans, atOnce.figuresAt]).toEqual([before.accounts.fans, before.figuresAt]);

  app.clock.advance(61_000);
  expect((await overview()).figuresAt).toBe(before.figuresAt);
  await app.settle();
  const later = await overview();
  expect(later).toMatchObject({
    figuresAt: app.clock.now().toISOString(),
    turnover: { sevenDays: 10, commissionSevenDays: 2 },
    accounts: { fans: before.accounts.fans + 1, performers: before.accounts.performers + 1, suspended: 0 },
  });
  expect(later.ledger.transactions).toBeGreaterThan(before.ledger.transactions);

  // After hours without a look they are not shown any more.
  await createFan(app);
  app.clock.advance(2 * 3_600_000);
  expect((await overview()).accounts.fans).toBe(later.accounts.fans + 1);
});

test('sales by day are the same before and after the days are closed; refunds are told apart', async () => {
  const star = await createPerformer(app, { admin });
  const fan = await createFan(app);
  await topUp(app, fan, 50);
  const tip = (amount: number) =>
    fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount } });
  const counted = async () => {
    await app.platform.database.deleteFrom('site_figures').execute();
    return (await overview()).sales;
  };
  app.clock.advance(40 * DAY_MS);
  expect(await counted()).toMatchObject({ total: 0, refunded: 0 });
  await tip(7);
  app.clock.advance(2 * DAY_MS);
  const { orderId } = await tip(5);
  await tip(4);
  await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked.' } });
  const open = await counted();
  expect(open).toMatchObject({ total: 16, refunded: 5 });
  expect(open.byDay).toHaveLength(30);
  expect(open.byDay.at(-1)).toEqual({ day: app.clock.now().toISOString().slice(0, 10), tips: 9, subscriptions: 0, content: 0, live: 0 });
  expect([open.byDay.at(-2)!.tips, open.byDay.at(-3)!.tips]).toEqual([0, 7]);

  app.clock.advance(2 * DAY_MS);
  // Waits for the transactions of other tests on this PostgreSQL.
  await expect.poll(() => closeDays(app.platform), { timeout: 20_000 }).toBe(true);
  const { rows } = await sql<{ days: number }>`select count(*)::int as days from ledger.earning_days`.execute(app.platform.database);
  expect(rows[0]!.days).toBeGreaterThan(0);
  const closed = await counted();
  expect(closed).toMatchObject({ total: 16, refunded: 5 });
  expect([closed.byDay.at(-3)!.tips, closed.byDay.at(-5)!.tips]).toEqual([9, 7]);
});

test('queues are of now', async () => {
  const { applications } = await overview();
  await createPerformer(app, { approved: false });
  expect((await overview()).applications.waiting).toBe(applications.waiting + 1);
});
