import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, createDatabase, createPool } from './database/database.ts';
import { type Page, limitOf, readPage } from './lists.ts';
import { type TestDatabase, createTestDatabase } from './testing/database.ts';

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
const read = (page: Page) => readPage(database, page, sql<{ n: number }>`select n ${NUMBERS} order by n ${limitOf(page)}`, NUMBERS);

test('common first pages are prepared once; other pages are never prepared', async () => {
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

test('generic plans are made for the rows of the page, not for a tenth of the table', async () => {
  const page = sql`select n from generate_series(1, 100000) n where n > ${0} order by n desc ${limitOf({ limit: 20, offset: 40 })}`;
  const { sql: text, parameters } = page.compile(database);
  await sql.raw(`prepare page as ${text}`).execute(database);
  const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain execute page (${parameters.join(', ')})`).execute(database);
  expect(rows[0]!['QUERY PLAN']).toMatch(/^Limit .* rows=20 /);
});
