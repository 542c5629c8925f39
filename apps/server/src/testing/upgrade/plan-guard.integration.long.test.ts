import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from '../../platform/testing/database.ts';
import { type Person, createFan, createPerformer } from '../factories.ts';
import { type SentStatement, statementsDuring } from '../sent-statements.ts';
import { type TestApp, createTestApp } from '../test-app.ts';

const PERFORMERS = 50;
const ITEMS_EACH = 100;
const OTHER_FANS = 2000;
/** Of them, those who follow everybody. */
const FOLLOWERS = 20;

let app: TestApp;
let owner: pg.Pool;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
  star = await createPerformer(app);
  fan = await createFan(app);
  await app.settle();
  // Their statements aren't those of a read.
  await app.platform.jobs.stop();
  // Thousands of rows with statistics: with fewer, reading a whole table is the best plan.
  const statements = [
    `insert into accounts (id, role, username, username_skeleton, email, password_hash, name)
      select gen_random_uuid(), 'performer', 'p' || n, 'p' || n, 'p' || n || '@example.org', '-', 'P' || n from generate_series(1, ${PERFORMERS}) n
      union all select gen_random_uuid(), 'fan', 'a' || n, 'a' || n, 'a' || n || '@example.org', '-', 'A' || n from generate_series(1, ${OTHER_FANS}) n`,
    `insert into performers (account_id, state, first_name, last_name, country, gender)
      select id, 'approved', 'a', 'b', 'PT', 'female' from accounts where role = 'performer' on conflict do nothing`,
    `insert into items (id, kind, performer_id, title, audience, state, published_at)
      select gen_random_uuid(), 'feed', p.account_id, 'Title ' || n, (array['everyone', 'subscribers', 'followers'])[n % 3 + 1], 'active', now() - n * interval '7 min'
      from performers p cross join generate_series(1, ${ITEMS_EACH}) n`,
    'insert into feeds (id) select id from items',
    `insert into item_contents (item_id, media_type, title, text)
      select id, 'text', title, 'Some words about music and dance in the evening ' || md5(id::text) from items`,
    'insert into item_counters (item_id, like_count) select id, 3 from items',
    `insert into reactions (account_id, action, object_type, object_id)
      select a.id, 'follow', 'performer', p.account_id from accounts a cross join performers p
      where a.role = 'fan' and (a.username in (${Array.from({ length: FOLLOWERS }, (_, n) => `'a${n + 1}'`).join()}) or a.id = '${fan.id}')`,
    // Others like little, as the statistics then suggest of everybody; the fan likes and saved every item.
    `insert into reactions (account_id, action, object_type, object_id)
      select a.id, 'like', 'feed', i.id from accounts a cross join (select id from items limit 3) i where a.role = 'fan'`,
    `insert into reactions (account_id, action, object_type, object_id)
      select '${fan.id}', action, 'feed', i.id from items i, unnest(array['like', 'bookmark']) action on conflict do nothing`,
    `insert into timelines (account_id, published_at, item_id, performer_id)
      select a.id, i.published_at, i.id, i.performer_id from accounts a cross join items i
      where a.role = 'fan' and i.published_at > now() - interval '3 hours'
        and exists (select from reactions r where r.account_id = a.id and r.action = 'follow')`,
  ];
  for (const statement of statements) await owner.query(statement);
  // While anybody's snapshot is open, such as autovacuum's, no page becomes visible to all, and indexes alone don't suffice.
  await vi.waitFor(
    async () => {
      await owner.query('vacuum analyze');
      const { rowCount } = await owner.query(
        `select from pg_class where relname in ('items', 'timelines', 'item_contents', 'item_counters') and relallvisible < relpages`,
      );
      if (rowCount) throw new Error('some pages are not visible to all');
    },
    { timeout: 30_000 },
  );
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

/** The statements on published items that the application sends during `work`. */
const sentDuring = async (work: () => Promise<unknown>): Promise<SentStatement[]> =>
  (await statementsDuring(app.platform.database, work)).filter(({ sql }) => /\b(items|timelines|item_contents)\b/.test(sql));

interface PlanNode {
  'Node Type': string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Relation Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const READ_BY_INDEX = ['items', 'timelines', 'item_contents', 'item_counters'];

/** Tables that are scanned from end to end, and the number of buffers read. */
const explain = async ({ sql, parameters }: SentStatement): Promise<{ scanned: string[]; buffers: number }> => {
  const scannedIn = (plan: PlanNode) =>
    nodesOf(plan).flatMap(({ 'Node Type': type, 'Relation Name': table = '' }) =>
      type === 'Seq Scan' && READ_BY_INDEX.includes(table) ? [table] : [],
    );
  const planOf = (result: pg.QueryResult) => (result.rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan;
  const measured = planOf(await owner.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters]));
  // After some executions a prepared statement keeps a plan made without its parameters.
  const generic = planOf(await owner.query(`explain (generic_plan, format json) ${sql}`));
  return {
    scanned: [...scannedIn(measured), ...scannedIn(generic)],
    buffers: (measured['Shared Hit Blocks'] ?? 0) + (measured['Shared Read Blocks'] ?? 0),
  };
};

const PAGE = 12;
/** A page reads one row more, to know whether there is a next page. */
const ROWS = PAGE + 1;
/** A lookup by a key in a table of this size: two or three levels of the index, and the row. */
const LOOKUP = 4;

/** The count of a list ends at 1,000 rows: these entries of an index, among others of its pages. */
const CAPPED_COUNT = 64;

/**
 * Bounds by what a page needs, in lookups for each row. They are above what is read today by less than one lookup for each
 * row, and far below what a scan touches: the items alone have some hundred pages, timelines several hundred.
 */
test.each([
  {
    what: 'a page of the home feed',
    read: () => fan.client.call('GET /feeds/home-feeds', { query: { limit: PAGE } }),
    // The row of the timeline and its item, performer, account, follow, counters and contents; performers repeat.
    bound: ROWS * 6 * LOOKUP + CAPPED_COUNT,
  },
  {
    what: 'a page of a profile',
    read: () => fan.client.call('GET /feeds', { query: { performerId: star.id, limit: PAGE } }),
    // The item, counters and contents, and whether it is liked or bookmarked; the performer is one.
    bound: ROWS * 5 * LOOKUP,
  },
  {
    what: 'one post',
    read: async () => {
      const { rows } = await owner.query<{ id: string }>(`select id from items where audience = 'everyone' and performer_id = $1 limit 1`, [
        star.id,
      ]);
      await fan.client.call('GET /feeds/{id}', { params: { id: rows[0]!.id } });
    },
    // The item, performer, account, counters, and what the viewer has of them.
    bound: 6 * LOOKUP,
  },
])('$what is read by indexes, and touches few pages', async ({ read, bound }) => {
  const statements = await sentDuring(read);
  expect(statements.length).toBeGreaterThan(0);
  let buffers = 0;
  for (const statement of statements) {
    const plan = await explain(statement);
    buffers += plan.buffers;
    expect({ sql: statement.sql, scanned: plan.scanned }).toEqual({ sql: statement.sql, scanned: [] });
  }
  expect(buffers).toBeLessThanOrEqual(bound);
  // The measured statements did real work.
  expect(buffers).toBeGreaterThan(2 * LOOKUP);
});

test('of a fan with thousands of likes, a page reads only those of its items', async () => {
  const page = 24;
  const statements = await sentDuring(() => fan.client.call('GET /feeds', { query: { limit: page } }));
  await owner.query('set plan_cache_mode = force_generic_plan');
  let lookups = 0;
  for (const { sql, parameters } of statements) {
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (analyze, format json) ${sql}`, [...parameters]);
    for (const node of nodesOf(rows[0]!['QUERY PLAN'][0].Plan).filter((one) => one['Relation Name'] === 'reactions')) {
      lookups += 1;
      expect(node['Actual Rows']! * node['Actual Loops']!).toBeLessThanOrEqual(page + 1);
    }
  }
  await owner.query('reset plan_cache_mode');
  // Whether it is liked, whether it is saved.
  expect(lookups).toBeGreaterThanOrEqual(2);
});
