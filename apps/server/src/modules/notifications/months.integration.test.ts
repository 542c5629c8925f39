import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { rollMonths } from './months.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a month is made once, however many ask for it at the same time', async () => {
  const { database } = app.platform;
  for (let years = 20; years < 30; years += 1) {
    const month = new Date(Date.UTC(app.clock.now().getUTCFullYear() + years, 0, 5));
    // On connections that have looked for it before.
    await Promise.all(Array.from({ length: 8 }, () => sql`select to_regclass('notifications_2000_01'), pg_sleep(0.01)`.execute(database)));
    await Promise.all(Array.from({ length: 8 }, () => sql`select add_notification_month(${month}::timestamptz)`.execute(database)));
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_inherits
    where inhparent = 'notifications'::regclass and inhrelid::regclass::text >= ${`notifications_${app.clock.now().getUTCFullYear() + 20}`}`.execute(
    database,
  );
  expect(rows[0]!.count).toBe(10);
});

test('months are made ahead, and dropped once they are too old to be seen', async () => {
  const { database } = app.platform;
  const months = async () =>
    (
      await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'notifications'::regclass order by 1`.execute(database)
    ).rows.map(({ name }) => name);
  await rollMonths(app.platform);
  const now = app.clock.now();
  const nameOf = (ahead: number): string =>
    `notifications_${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 7).replace('-', '_')}`;
  expect(await months()).toEqual(expect.arrayContaining([nameOf(0), nameOf(1), nameOf(2)]));
  for (const ago of [13, 14])
    await sql`select add_notification_month(${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 5))}::timestamptz)`.execute(
      database,
    );
  await rollMonths(app.platform);
  const left = await months();
  expect([left.includes(nameOf(-13)), left.includes(nameOf(-14))]).toEqual([true, false]);
});
