import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from '../platform/testing/database.ts';
import { growWorld } from './grown-world.ts';
import { type ListCast, makeLists } from './list-fixtures.ts';
import { LISTS } from './list-specs.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// No read grows with history: every list call, and other reads that once did, touch as many pages of the database on a site of 120,000 items
// as on one of 12,000.

const SMALL = 12_000;
const LARGE = 120_000;

let app: TestApp;
let owner: pg.Pool;
let cast: ListCast;
beforeAll(async () => {
  app = await createTestApp();
  owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
  cast = await makeLists(app, new Map());
}, 60_000);
afterAll(async () => {
  await owner.end();
  await app.close();
});

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

const sentDuring = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const executor = Object.getPrototypeOf(app.platform.database.getExecutor()) as { executeQuery(query: Statement): Promise<unknown> };
  const spy = vi.spyOn(executor, 'executeQuery');
  await work();
  const statements = spy.mock.calls.map(([query]) => query);
  spy.mockRestore();
  // Jobs run meanwhile.
  return statements.filter(({ sql }) => /^\s*(?:select|with)\b/i.test(sql) && !sql.includes('ledger.seal('));
};

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

const buffersOf = async ({ sql, parameters }: Statement): Promise<number> => {
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
  const plan = rows[0]!['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
};

interface Read {
  name: string;
  send: () => Promise<unknown>;
}

const reads = (): Read[] => {
  const { admin, star, fan } = cast;
  const lists = Object.entries(LISTS).flatMap(([key, spec]) =>
    (spec.variants ?? [{}]).map((variant) => ({
      name: `${key} ${JSON.stringify(variant)}`,
      send: () =>
        cast[spec.who].client.raw(key, { params: spec.params?.(cast) ?? {}, query: { ...spec.query?.(cast, variant), ...variant } }),
    })),
  );
  const ask = (name: string, send: () => Promise<unknown>): Read => ({ name, send });
  return [
    ...lists,
    ask('a performer’s posts', () => fan.client.call('GET /feeds', { query: { performerId: star.id } })),
    ask('a search for a word in every second post', () => fan.client.call('GET /feeds', { query: { q: 'ordinary' } })),
    ask('the totals of that search', () => fan.client.call('GET /search/total', { query: { q: 'ordinary' } })),
    ask('a profile', () => fan.client.call('GET /performers/{id}', { params: { id: star.id } })),
    ask('the home feed', () => fan.client.call('GET /feeds/home-feeds', { query: {} })),
    ask('suggestions', () => fan.client.call('GET /performers/suggestions', { query: {} })),
    ask('earnings of thirty days', () => star.client.call('GET /earning/stats', { query: {} })),
    ask('the admin’s overview', () => admin.client.call('GET /admin/overview')),
  ];
};

const measure = async (): Promise<Map<string, number>> => {
  const measured = new Map<string, number>();
  for (const { name, send } of reads()) {
    let buffers = 0;
    // The second time, what is kept for some seconds or counted in the background is there.
    await send();
    for (const statement of await sentDuring(send)) buffers += await buffersOf(statement);
    measured.set(name, buffers);
  }
  return measured;
};

/**
 * Reads that look at more rows on a larger site, but not at more than a thousand, and how many pages that may be: their totals are counted
 * up to there, one lookup after the other.
 */
const COUNTED_UP_TO: Record<string, number> = {
  'GET /reactions/feeds/bookmark {}': 8000,
  'GET /performer-assets/galleries/purchased {}': 12_000,
  'GET /performer-assets/galleries/search {}': 500,
  'GET /performer-assets/galleries/search {"access":"sale"}': 3000,
  'GET /reactions/search {}': 8000,
  'GET /reactions/search {"action":"like"}': 8000,
};

/** Indexes have a level more. */
const GROWTH = 1.5;
const SPARE = 100;

test('no read touches more of the database on a site ten times as large', async () => {
  const query = (text: string) => owner.query(text);
  // As it is where more items have the word than are sorted.
  await query(`insert into item_words (kind, word, item_count) values ('feed', 'ordinary', 1000000), ('gallery', 'ordinary', 1000000)`);
  await growWorld(query, cast, 0, SMALL);
  const small = await measure();
  await growWorld(query, cast, SMALL, LARGE);
  const large = await measure();
  const grown = [...large].filter(([name, buffers]) => buffers > (COUNTED_UP_TO[name] ?? small.get(name)! * GROWTH + SPARE));
  expect(grown.map(([name, buffers]) => `${name}: ${small.get(name)} → ${buffers}`)).toEqual([]);
}, 300_000);

test('of more than a thousand rows a list says so, and the pages beyond are there', async () => {
  const page = (offset: number) => cast.star.client.call('GET /performer/feeds', { query: { offset, limit: 20 } });
  const [first, later] = [await page(0), await page(1200)];
  expect([first.total, first.isCapped, first.data.length]).toEqual([1000, true, 20]);
  expect([later.total, later.isCapped, later.data.length]).toEqual([1000, true, 20]);
  const few = await cast.star.client.call('GET /performer/feeds/draft/search', { query: {} });
  expect([few.isCapped, few.total < 1000]).toEqual([undefined, true]);
});
