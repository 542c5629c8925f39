import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../platform/testing/database.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { statementsDuring } from '../../testing/sent-statements.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

let app: TestApp;
let star: Person;
let rival: Person;
beforeAll(async () => {
  app = await createTestApp();
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 0 });
  rival = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const found = async (by: Person, q?: string): Promise<string[]> =>
  (await by.client.call('GET /users/search', { query: { limit: 50, ...(q === undefined ? {} : { q }) } })).data
    .map(({ _id }) => _id)
    .toSorted();

test('a performer finds who follows, subscribed or bought, by any part of a name; all fans only if the site allows it', async () => {
  const [follower, subscriber, buyer, stranger] = await Promise.all([createFan(app), createFan(app), createFan(app), createFan(app)]);
  for (const person of [follower, stranger]) await person.client.call('PUT /users', { body: { name: 'Alex Moreno-Ruiz' } });
  await follower.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
  await subscriber.client.call('POST /subscriptions/free-subscribe', { body: { performerId: star.id } });
  const feedId = await createFeed(star, { audience: 'buyers', price: 2 });
  await topUp(app, buyer, 10);
  const { priceVersion } = await buyer.client.call('GET /feeds/{id}', { params: { id: feedId } });
  await buyer.client.call('POST /payment-wallet/purchase-feed', { body: { feedId, priceVersion } });

  expect(await found(star)).toEqual([follower.id, subscriber.id, buyer.id].toSorted());
  expect([await found(star, 'moreno'), await found(star, 'ALEX'), await found(star, 'oreno')]).toEqual([[follower.id], [follower.id], []]);
  expect(await found(star, stranger.username)).toEqual([]);
  expect(await found(rival)).toEqual([]);

  // Anybody can be blocked by username.
  await star.client.call('POST /performer/block/users', { body: { username: stranger.username, reason: '' } });
  expect((await stranger.client.send('GET /performers/{id}', { params: { id: star.username } })).status).toBe(404);

  await app.platform.settings.change({ performersFindAllFans: true }, null);
  expect(await found(rival, 'moreno')).toEqual([follower.id, stranger.id].toSorted());
});

test('of thousands of buyers a page reads few, and finds the same', async () => {
  await app.platform.settings.change({ performersFindAllFans: false }, null);
  const [popular, buyer] = [await createPerformer(app), await createFan(app)];
  await buyer.client.call('PUT /users', { body: { name: 'Zoe Quill' } });
  const owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1, options: '-c plan_cache_mode=force_generic_plan' });
  const buyers = 6000;
  const statements = [
    'set session_replication_role = replica',
    `insert into accounts (id, role, username, username_skeleton, email, password_hash, name)
     select gen_random_uuid(), 'fan', 'buyer' || n, 'buyer' || n, 'buyer' || n || '@example.org', '-', 'Buyer ' || n from generate_series(1, ${buyers}) n`,
    `insert into orders (buyer_id, seller_id, kind, method, state, tokens_amount, money_amount, currency, token_value, paid_at)
     select id, '${popular.id}', 'tip', 'wallet', 'paid', 100, 100, 'USD', 100, now() from accounts, generate_series(1, 5)
     where username like 'buyer%' or id = '${buyer.id}'`,
    'reset session_replication_role',
    'vacuum analyze',
  ];
  for (const statement of statements) await owner.query(statement);
  const read = (query: { q?: string; offset?: number }) => popular.client.call('GET /users/search', { query: { limit: 20, ...query } });
  const first = await read({});
  expect([first.total, first.isCapped, first.data.length]).toEqual([1000, true, 20]);
  expect((await read({ q: 'quill' })).data.map(({ _id }) => _id)).toEqual([buyer.id]);
  expect((await read({ q: 'buyer59' })).total).toBe(111);
  // Of a performer whom none of them bought from, nobody.
  expect(await found(rival, 'zzz')).toEqual([]);
  for (const query of [{}, { q: 'quill' }]) {
    let rows = 0;
    for (const { sql, parameters } of await statementsDuring(app.platform.database, () => read(query))) {
      if (!/\borders\b/.test(sql)) continue;
      const { rows: plan } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (analyze, format json) ${sql}`, [
        ...parameters,
      ]);
      for (const node of nodesOf(plan[0]!['QUERY PLAN'][0].Plan).filter((one) => one['Relation Name'] === 'orders'))
        rows += node['Actual Rows'] * node['Actual Loops'];
    }
    // Of 30,000 orders: each buyer once up to the number from which they are asked one by one, and those of a page.
    expect(rows).toBeLessThan(5100);
    expect(rows).toBeGreaterThan(0);
  }
  await owner.end();
});
