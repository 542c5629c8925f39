import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase, openPool } from '../testing/database.ts';
import { MigrationError, type SqlFolders, findPendingMigrations, migrate } from './migrate.ts';

let database: TestDatabase;
let directory: string;
let folders: SqlFolders;
let pool: pg.Pool;

const write = (name: string, sql: string): Promise<void> => writeFile(join(directory, name), sql);

beforeEach(async () => {
  database = await createTestDatabase();
  pool = openPool({ connectionString: database.ownerUrl, max: 2 });
  await pool.query('drop table schema_migrations, schema_functions');
  directory = await mkdtemp(join(tmpdir(), 'stagedoor-migrations-'));
  folders = { migrations: directory, functions: join(directory, 'functions') };
  await mkdir(folders.functions);
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

describe('migrations', () => {
  test('are applied in order, once', async () => {
    await write('0002-fill.sql', "insert into curtain values ('red')");
    await write('0001-make.sql', 'create table curtain (colour text)');
    expect(await migrate(database.ownerUrl, folders)).toEqual(['0001-make.sql', '0002-fill.sql']);
    expect(await migrate(database.ownerUrl, folders)).toEqual([]);
    await write('0003-more.sql', "insert into curtain values ('blue'); insert into curtain values ('green')");
    expect(await findPendingMigrations(pool, directory)).toEqual(['0003-more.sql']);
    expect(await migrate(database.ownerUrl, folders)).toEqual(['0003-more.sql']);
    expect(await findPendingMigrations(pool, directory)).toEqual([]);
    expect((await pool.query('select colour from curtain')).rows).toHaveLength(3);
  });

  test('are applied once when many nodes start at the same time', async () => {
    await write('0001-make.sql', 'create table curtain (colour text)');
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.ownerUrl, folders)));
    expect(applied.flat()).toEqual(['0001-make.sql']);
  });

  test('are applied completely or not at all, and the error names file and line', async () => {
    await write('0001-make.sql', 'create table curtain (colour text);\n\nselect nonsense;\n');
    await expect(migrate(database.ownerUrl, folders)).rejects.toThrow(
      /^The migration "0001-make.sql" failed, line 3: column "nonsense" does not exist/,
    );
    expect((await pool.query("select to_regclass('curtain') as found")).rows).toEqual([{ found: null }]);
    await write('0001-make.sql', 'create table curtain (colour text)');
    expect(await migrate(database.ownerUrl, folders)).toEqual(['0001-make.sql']);
  });

  test('are refused when an applied one was changed, a number is late or duplicate, or the database is newer', async () => {
    await write('0002-make.sql', 'create table curtain (colour text)');
    await migrate(database.ownerUrl, folders);
    await write('0002-make.sql', 'create table curtain (colour text, height integer)');
    await expect(migrate(database.ownerUrl, folders)).rejects.toThrow(/"0002-make.sql" was changed after it was applied/);
    await write('0002-make.sql', 'create table curtain (colour text)');
    await write('0001-late.sql', 'select 1');
    await expect(migrate(database.ownerUrl, folders)).rejects.toThrow(/"0001-late.sql" comes before "0002-make.sql"/);
    await rm(join(directory, '0001-late.sql'));
    await write('0002-twice.sql', 'select 1');
    await expect(migrate(database.ownerUrl, folders)).rejects.toThrow(/Two migrations have the number 0002/);
    await rm(join(directory, '0002-twice.sql'));
    await rm(join(directory, '0002-make.sql'));
    await expect(migrate(database.ownerUrl, folders)).rejects.toThrow(MigrationError);
    await expect(migrate(database.ownerUrl, folders)).rejects.toThrow(/it was used by a newer one/);
  });

  test('leave a database where the application can write jobs but not the schema', async () => {
    const application = openPool({ connectionString: database.ownerUrl, options: '-c role=stagedoor_app', max: 1 });
    try {
      const { rows } = await application.query(
        `select (graphile_worker.add_job('demo', '{"n":1}'::json, job_key := 'one')).key as key, current_user as who`,
      );
      expect(rows).toEqual([{ key: 'one', who: 'stagedoor_app' }]);
      await expect(application.query('create table intruder ()')).rejects.toMatchObject({ code: '42501' });
    } finally {
      await application.end();
    }
  });
});

describe('functions', () => {
  const writeFunction = (name: string, colour: string, extra = ''): Promise<void> =>
    writeFile(
      join(folders.functions, name),
      `create or replace function curtain_colour() returns text language sql as $$ select '${colour}' $$;\n${extra}`,
    );
  const colour = async () => (await pool.query<{ colour: string }>('select curtain_colour() as colour')).rows[0]!.colour;
  const appliedAt = async () =>
    (await pool.query<{ at: Date }>('select max(applied_at) as at from schema_functions')).rows[0]!.at.getTime();

  test('are replaced when a file changed or a migration was applied, and only then', async () => {
    await write('0001-make.sql', "create function curtain_colour() returns text language sql as $$ select 'red' $$");
    await writeFunction('curtain.sql', 'blue');
    await migrate(database.ownerUrl, folders);
    expect(await colour()).toBe('blue');
    const first = await appliedAt();
    expect(await migrate(database.ownerUrl, folders)).toEqual([]);
    expect(await appliedAt()).toBe(first);

    await writeFunction('curtain.sql', 'green');
    expect(await migrate(database.ownerUrl, folders)).toEqual([]);
    expect(await colour()).toBe('green');
    expect(await appliedAt()).toBeGreaterThan(first);

    await write('0002-back.sql', "create or replace function curtain_colour() returns text language sql as $$ select 'red' $$");
    await migrate(database.ownerUrl, folders);
    expect(await colour()).toBe('green');
  });

  test('are all replaced or none, and the error names file and line', async () => {
    await write('0001-make.sql', 'create table curtain (colour text)');
    await writeFunction('curtain.sql', 'blue');
    await migrate(database.ownerUrl, folders);
    await writeFunction('curtain.sql', 'green');
    await writeFile(join(folders.functions, 'rail.sql'), 'select 1;\nselect nonsense;');
    await expect(migrate(database.ownerUrl, folders)).rejects.toThrow(
      /^The file of functions "rail.sql" failed, line 2: column "nonsense" does not exist/,
    );
    expect(await colour()).toBe('blue');
    await rm(join(folders.functions, 'rail.sql'));
    await migrate(database.ownerUrl, folders);
    expect(await colour()).toBe('green');
  });
});
