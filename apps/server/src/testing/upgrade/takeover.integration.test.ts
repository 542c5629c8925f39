import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MigrationError, findPendingMigrations, migrate } from '../../platform/database/migrate.ts';
import { readSchema } from '../../platform/database/schema/read-schema.ts';
import { type TestDatabase, createTestDatabase, openPool } from '../../platform/testing/database.ts';
import { type RecordedSite, createRecordedDatabase, readRecordedSite, withBaselineAlone } from './recorded-site.ts';

let site: RecordedSite;
let recorded: TestDatabase;
let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  site = await readRecordedSite();
  recorded = await createRecordedDatabase(site);
});
afterAll(() => recorded.drop());
beforeEach(async () => {
  database = await createTestDatabase({ template: recorded.name });
  pool = openPool({ connectionString: database.ownerUrl, max: 2 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const appliedNames = async (): Promise<string[]> =>
  (await pool.query<{ name: string }>('select name from schema_migrations order by name')).rows.map(({ name }) => name);

/** The rows of all tables, by table, as texts. */
const readRows = async (): Promise<Record<string, string[]>> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'ledger', 'graphile_worker') and c.relname <> 'schema_functions' order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables)
    found[name] = (await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)).rows.map(({ row }) => row);
  return found;
};

const REFUSAL = /^The database is not at the last version before 0\.1\.0\. Start that version once/;

test('takes a database of the last version before the baseline over, with its schema and every row as they were', async () => {
  const { schema_migrations: names, ...rows } = await readRows();
  const schema = await readSchema(database.ownerUrl);
  expect(names).toHaveLength(78);
  expect(Object.values(rows).flat().length).toBeGreaterThan(2000);
  await withBaselineAlone((folders) => migrate(database.ownerUrl, folders));
  const { schema_migrations: after, ...kept } = await readRows();
  expect(kept).toEqual(rows);
  expect(after).toHaveLength(1);
  expect(await appliedNames()).toEqual(['0088-baseline.sql']);
  expect(await readSchema(database.ownerUrl)).toEqual(schema);
  await migrate(database.ownerUrl);
  expect(await findPendingMigrations(pool)).toEqual([]);
});

test('takes a database over once when many nodes start at the same time', async () => {
  await Promise.all([1, 2, 3, 4].map(() => migrate(database.ownerUrl)));
  expect((await appliedNames()).filter((name) => name <= '0089')).toEqual(['0088-baseline.sql']);
});

test('changes nothing when it is killed halfway; started again, it takes the database over', async () => {
  const names = await appliedNames();
  const blocker = await pool.connect();
  try {
    // Holds the takeover between its two statements.
    await blocker.query(`create function hold() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(1); return new; end $$`);
    await blocker.query('create trigger hold before insert on schema_migrations for each row execute function hold()');
    await blocker.query('select pg_advisory_lock(1)');
    const first = migrate(database.ownerUrl).then(
      () => undefined,
      (error: unknown) => error,
    );
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          `select pg_terminate_backend(pid) as killed from pg_stat_activity
           where datname = current_database() and application_name = 'stagedoor-migrate' and wait_event_type = 'Lock'
             and query like 'insert into schema_migrations%'`,
        );
        return rows;
      })
      .toEqual([{ killed: true }]);
    expect(await first).toBeInstanceOf(Error);
    expect(await appliedNames()).toEqual(names);
    await blocker.query('drop function hold() cascade');
  } finally {
    await blocker.query('select pg_advisory_unlock_all()');
    blocker.release();
  }
  await migrate(database.ownerUrl);
  expect((await appliedNames())[0]).toBe('0088-baseline.sql');
});

test.each([
  ['an older database', `delete from schema_migrations where name = (select max(name) from schema_migrations)`],
  ['a database that lacks a migration', `delete from schema_migrations where name like '0040-%'`],
  ['a database with another migration', `insert into schema_migrations (name, checksum) values ('0042-other.sql', 'x')`],
  ['a database with a changed migration', `update schema_migrations set checksum = md5(checksum) where name like '0001-%'`],
  ['a database with the baseline beside them', `insert into schema_migrations (name, checksum) values ('0088-baseline.sql', 'x')`],
])('refuses %s, and changes nothing', async (_, statement) => {
  await pool.query(statement);
  const before = await readRows();
  const refusal = await migrate(database.ownerUrl).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(MigrationError);
  expect((refusal as Error).message).toMatch(REFUSAL);
  await expect(findPendingMigrations(pool)).rejects.toThrow(REFUSAL);
  expect(await readRows()).toEqual(before);
});
