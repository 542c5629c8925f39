import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDays } from '../ledger/index.ts';
import { itemAddresses } from '../modules/items/index.ts';
import { profileAddresses } from '../modules/performers/index.ts';
import { openPool } from '../platform/testing/database.ts';
import { fillSearch } from './fill-search.ts';
import { growWorld } from './grown-world.ts';
import { type ListCast, makeLists } from './list-fixtures.ts';
import { LISTS } from './list-specs.ts';
import { type SentStatement, statementsDuring } from './sent-statements.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// No read grows with history: every list call, and other reads that once did, touch as many pages of the database on a site of 120,000 items
// as on one of 12,000.

const SMALL = 12_000;
const LARGE = 120_000;

/** Of the first message: see `growWorld`. */
const FIRST_WORD = createHash('md5').update('0').digest('hex');

let app: TestApp;
let owner: pg.Pool;
let cast: ListCast;
beforeAll(async () => {
  app = await createTestApp();
  // Planned as the application's statements are (platform/database/database.ts).
  const options = '-c plan_cache_mode=force_generic_plan -c join_collapse_limit=5';
  owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1, options });
  cast = await makeLists(app, new Map());
  await app.settle();
  // Their statements aren't those of a read.
  await app.platform.jobs.stop();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const sentDuring = async (work: () => Promise<unknown>): Promise<SentStatement[]> =>
  (await statementsDuring(app.platform.database, work)).filter(({ sql }) => /^\s*(?:select|with)\b/i.test(sql) && !sql.includes('outbox'));

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

const literalOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => (one === null ? 'null' : JSON.stringify(one))).join(',')}}`);
  return pg.escapeLiteral(String(value));
};

/** By the plan of a prepared statement, which is made without knowing the parameters. */
const buffersOf = async ({ sql, parameters }: SentStatement): Promise<number> => {
  await owner.query(`prepare measured as ${sql}`);
  const values = parameters.length > 0 ? `(${parameters.map(literalOf).join(', ')})` : '';
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) execute measured${values}`,
  );
  await owner.query('deallocate measured');
  const plan = rows[0]!['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
};

interface Read {
  name: string;
  send: () => Promise<unknown>;
}

/** A cursor behind all conversations that aren't pinned: whoever walks there from the top touches each. */
const OLDEST_CONVERSATION = Buffer.from(
  JSON.stringify([
    'lastMessageAt',
    'desc',
    ['0001-01-01T00:00:00.000000Z', '2001-01-01T00:00:00.000000Z'],
    '0190a000-0000-7000-8000-000000000001',
  ]),
).toString('base64url');

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
    ask('the totals of everything', () => fan.client.call('GET /search/total', { query: {} })),
    ask('the totals of what is for sale', () => fan.client.call('GET /search/total', { query: { access: 'sale' } })),
    ask('categories', () => fan.client.call('GET /categories/search', { query: {} })),
    ask('unread conversations', () => star.client.call('GET /conversations', { query: { filter: 'unread' } })),
    ask('the end of the conversations, by a cursor', () =>
      star.client.call('GET /conversations', { query: { after: OLDEST_CONVERSATION } }),
    ),
    ...Object.entries({
      'a word of every message': 'hello',
      'a word of one message': FIRST_WORD,
      'a word of none': 'nowhere',
      'a name': 'grown 11',
      'a name of most': 'grown',
      'a name of nobody': 'nobody',
      'one letter': 'g',
    }).map(([name, q]) => ask(`conversations by ${name}`, () => star.client.call('GET /conversations/search', { query: { q } }))),
    ask('a profile', () => fan.client.call('GET /performers/{id}', { params: { id: star.id } })),
    ask('the home feed', () => fan.client.call('GET /feeds/home-feeds', { query: {} })),
    ask('suggestions', () => fan.client.call('GET /performers/suggestions', { query: {} })),
    ask('earnings of thirty days', () => star.client.call('GET /earning/stats', { query: {} })),
    ask('a search of the audit log that finds little', () => admin.client.call('GET /admin/audit', { query: { q: fan.username } })),
    ask('the audit log of a kind and a day', () =>
      admin.client.call('GET /admin/audit', { query: { kind: 'money', from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' } }),
    ),
    ...[itemAddresses(app.platform, 'feed'), profileAddresses(app.platform)].flatMap((source) => [
      ask(`a part of the sitemap with ${source.name}`, () => source.read(undefined, 1000)),
      ask(`where a part of the sitemap with ${source.name} ends`, () => source.cursorAfter(undefined, 1000)),
    ]),
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
 * What a page may touch besides: joins made one row after the other, a total that is counted up to a thousand, a plan that differs with the
 * samples of ANALYZE. A walk over what there is of items, orders or accounts touches ten times as much.
 */
const SPARE = 6000;
const GROWTH = 1.5;

const BY_ONE_ACCOUNT = 'an account has 3,000 of them here; the plan is made for one with few, and joins them all';

/** Reads that touch more on a larger site, up to how many pages here, and why. */
const EXCEPTIONS: Record<string, { pages: number; reason: string }> = {
  'GET /reactions/feeds/bookmark {}': { pages: 100_000, reason: BY_ONE_ACCOUNT },
  'GET /library/{shelf} {}': { pages: 100_000, reason: BY_ONE_ACCOUNT },
  'GET /reactions/search {}': { pages: 100_000, reason: BY_ONE_ACCOUNT },
  'GET /reactions/search {"action":"like"}': { pages: 100_000, reason: BY_ONE_ACCOUNT },
  'conversations by a word of every message': {
    pages: 20_000,
    reason: 'of a thousand conversations the five newest messages are looked at, each with its stored words',
  },
  'GET /performer-assets/galleries/purchased {}': { pages: 50_000, reason: 'each of a thousand that are counted is joined with its item' },
};

/** Sums the ledger's days, as the job does night by night. */
const closeLedger = async (): Promise<void> => {
  await owner.query('select ledger.reopen_days()');
  await expect.poll(() => closeDays(app.platform), { timeout: 60_000 }).toBe(true);
  await owner.query('vacuum analyze ledger.fan_totals');
  await markAllVisible();
};

/**
 * Until index-only scans need no row of a table: an automatic ANALYZE that runs meanwhile keeps VACUUM from marking younger rows as visible to
 * all, and each of them would count as a page.
 */
const markAllVisible = async (): Promise<void> => {
  const notVisible = async () => {
    await owner.query('vacuum');
    const { rows } = await owner.query<{ relname: string }>(
      `select relname from pg_class where relkind = 'r' and relpages > 100 and relallvisible < relpages * 0.9 order by relname`,
    );
    return rows.map(({ relname }) => relname);
  };
  await expect.poll(notVisible, { timeout: 120_000, interval: 500 }).toEqual([]);
};

test('no read touches more of the database on a site ten times as large', async () => {
  const query = (text: string) => owner.query(text);
  // As it is where more items have the word than are sorted.
  await query(`insert into search_frequencies (prefix, word, is_beginning, item_count)
    values ('af', 'ordinary', false, 1000000), ('ag', 'ordinary', false, 1000000)`);
  await growWorld(query, cast, 0, SMALL);
  await fillSearch(app);
  await closeLedger();
  const small = await measure();
  await growWorld(query, cast, SMALL, LARGE);
  await fillSearch(app);
  await closeLedger();
  const large = await measure();
  expect(Object.keys(EXCEPTIONS).filter((name) => !large.has(name))).toEqual([]);
  const grown = [...large].filter(([name, buffers]) => buffers > (EXCEPTIONS[name]?.pages ?? small.get(name)! * GROWTH + SPARE));
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
