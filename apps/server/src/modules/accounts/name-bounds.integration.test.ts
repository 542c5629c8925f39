import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../platform/testing/database.ts';
import { createConversation, openMessages } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { statementsDuring } from '../../testing/sent-statements.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { writeAccountSearch } from './account-search.store.ts';

// Two letters begin the names of very many accounts: a search stops at its bound, however many they are.

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const NAMESAKES = 6000;

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
let talk: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  await openMessages(star);
  fan = await createFan(app);
  await fan.client.call('PUT /users', { body: { name: 'Amara Lane' } });
  talk = await createConversation(fan, star);
  const { rows } = await sql<{ id: string }>`
    insert into accounts (role, username, username_skeleton, email, password_hash, name)
    select 'fan', 'namesake' || n, 'namesake' || n, 'namesake' || n || '@example.org', '-', 'Amara ' || n
    from generate_series(1, ${NAMESAKES}::int) n returning id`.execute(app.platform.database);
  await app.platform.database.transaction().execute((trx) =>
    writeAccountSearch(
      trx,
      rows.map(({ id }) => id),
    ),
  );
  const owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
  await owner.query('vacuum analyze account_search, accounts');
  await owner.end();
});
afterAll(() => app.close());

/** The rows of stored names that the statements of some work look at, the one of them that looks at most. */
const rowsReadBy = async (work: () => Promise<unknown>): Promise<number> => {
  const owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
  const read: number[] = [];
  for (const { sql: text, parameters } of await statementsDuring(app.platform.database, work)) {
    if (!/\baccount_search\b/u.test(text)) continue;
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (analyze, format json) ${text}`, [...parameters]);
    const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'account_search');
    read.push(nodes.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0));
  }
  await owner.end();
  return Math.max(...read);
};

test('a search of conversations looks at two thousand names and those of the newest conversations', async () => {
  const find = () => star.client.call('GET /conversations/search', { query: { q: 'am' } });
  expect((await find()).data.map(({ _id }) => _id)).toEqual([talk]);
  const read = await rowsReadBy(find);
  expect(read).toBeGreaterThan(2000);
  expect(read).toBeLessThan(2100);
});

test('a search of a list looks at five hundred names, then at those of its page', async () => {
  const find = () => admin.client.call('GET /admin/reviews', { query: { q: 'am' } });
  await find();
  const read = await rowsReadBy(find);
  expect(read).toBeGreaterThan(500);
  expect(read).toBeLessThan(600);
});
