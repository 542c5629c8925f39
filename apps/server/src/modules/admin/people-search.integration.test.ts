import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../platform/testing/database.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let owner: pg.Pool;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
  const other = await createFan(app);
  for (const buyer of [fan, other]) {
    await topUp(app, buyer, 50);
    for (const price of [1, 2]) {
      const feedId = await createFeed(star, { audience: 'buyers', price, photos: 0, text: 'For buyers.' });
      await buyer.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
    }
    const { orderId } = await buyer.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
    await buyer.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  }
  app.clock.advance(8 * 86_400_000);
  await app.platform.jobs.enqueue(app.platform.database, 'ledger:release', {});
  await app.settle();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const LISTS = ['GET /admin/orders', 'GET /admin/subscriptions', 'GET /admin/ledger/transactions'] as const;

const idsOf = async (list: (typeof LISTS)[number], query: Record<string, unknown>): Promise<string[]> => {
  const { data, total } = (await admin.client.call(list, { query: query as never })) as { data: { _id: string }[]; total: number };
  expect(total).toBe(data.length);
  return data.map(({ _id }) => _id);
};

test.each(LISTS)('%s finds the same of a person whose name few begin with as of one whose name many do', async (list) => {
  const people = [fan, star];
  const before = await Promise.all(people.map(({ username }) => idsOf(list, { q: username, limit: 100 })));
  expect(new Set(before[0]).size).toBe(before[0]!.length);
  expect(before[0]!.length).toBeGreaterThan(0);
  expect(before[1]!.length).toBeGreaterThan(before[0]!.length - 1);
  const client = await owner.connect();
  try {
    await client.query(
      `insert into accounts (id, role, username, username_skeleton, email, password_hash, name)
       select uuidv7(), 'fan', u || 'x' || n, u || 'x' || n, u || 'x' || n || '@example.org', '-', 'Namesake'
       from unnest($1::text[]) u, generate_series(1, 110) n`,
      [people.map(({ username }) => username)],
    );
    expect(await Promise.all(people.map(({ username }) => idsOf(list, { q: username, limit: 100 })))).toEqual(before);
  } finally {
    await client.query("delete from accounts where name = 'Namesake'");
    client.release();
  }
});

test('transactions of a buyer and of a seller are found with the releases of what was sold', async () => {
  for (const { username } of [fan, star]) {
    const { data } = await admin.client.call('GET /admin/ledger/transactions', { query: { q: username, limit: 100 } });
    expect(data.filter(({ kind }) => kind === 'earningsRelease')).toHaveLength(username === fan.username ? 3 : 6);
  }
});

test('transactions are found by the kind of a ledger account and its owner, as their entries have them', async () => {
  for (const query of [
    { account: 'wallet' },
    { account: 'commission' },
    { account: 'receivable' },
    { ownerId: star.id },
    { ownerId: fan.id },
  ]) {
    const { rows } = await owner.query<{ id: string }>(
      `select t.id from ledger.transactions t where exists (select from ledger.entries e join ledger.accounts a on a.id = e.account_id
         where e.transaction_id = t.id and a.kind = coalesce($1, a.kind) and a.owner_id = coalesce($2, a.owner_id))
       order by t.created_at desc, t.id desc`,
      [query.account, query.ownerId],
    );
    expect(await idsOf('GET /admin/ledger/transactions', { ...query, limit: 100 })).toEqual(rows.map(({ id }) => id));
  }
});
