import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, createDatabase, createPool } from './database/database.ts';
import { type Page, allOf, by, limitOf, readPage, sorted } from './lists.ts';
import { type TestDatabase, createTestDatabase, openPool } from './testing/database.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(createPool({ url: testDatabase.ownerUrl, max: 1 }));
});
afterEach(async () => {
  await database.destroy();
  await testDatabase.drop();
});

const NUMBERS = sql`from generate_series(1, 100) n`;
const read = (page: Page) => readPage(database, page, sql<{ n: number }>`select n ${NUMBERS} order by ${sql`n`} ${limitOf(page)}`, NUMBERS);

test('usual first pages are prepared once; pages of any other size or place never', async () => {
  for (const page of [
    { limit: 20, offset: 0 },
    { limit: 20, offset: 0 },
    { limit: 20, offset: 20 },
    { limit: 20, offset: 40 },
    { limit: 37, offset: 0 },
  ])
    expect((await read(page)).rows[0]).toEqual({ n: page.offset + 1 });
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like 'select n from generate_series%'`.execute(database);
  expect(rows.map(({ statement }) => /limit.*/.exec(statement)?.[0])).toEqual(['limit 20']);
});

test('a page reads its rows from the index, under the generic plans that connections have', async () => {
  const owner = openPool({ connectionString: testDatabase.ownerUrl, max: 1 });
  await owner.query(`insert into setting_changes (key) select 'siteName' from generate_series(1, 20000)`);
  await owner.query('analyze setting_changes');
  await owner.end();
  const order = sorted({ createdAt: by.id(sql`c.id`) }, { sortBy: 'createdAt', sort: 'desc' }, sql`c.id`);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select c.id, c.key from setting_changes c left join accounts a on a.id = c.changed_by
    where ${allOf(sql`c.key = ${'siteName'}`)} order by ${order.order} ${limitOf({ limit: 20, offset: 40 })}`.execute(database);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan Backward using setting_changes_pkey');
  expect(plan).not.toContain('Sort');
});
