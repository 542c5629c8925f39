import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type Applied, countAsBaseline, takeOver } from './baseline.ts';
import { createPool } from './database.ts';
import { applyFunctions, createFunctionsTable, outdateFunctions } from './functions.ts';
import { MigrationError, type SqlFile, readSqlFiles, runSqlFiles } from './sql-files.ts';

export { MigrationError };

/** Folders of SQL: migrations are applied once, functions whenever they changed. */
export interface SqlFolders {
  migrations: string;
  functions: string;
}

const SERVER_DIRECTORY = new URL('../../../', import.meta.url);
const FOLDERS: SqlFolders = {
  migrations: fileURLToPath(new URL('migrations/', SERVER_DIRECTORY)),
  functions: fileURLToPath(new URL('functions/', SERVER_DIRECTORY)),
};

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;

/** Serializes migrations of a database across nodes that start at once. */
const MIGRATION_LOCK = 7_305_914;

const readMigrations = async (directory: string): Promise<SqlFile[]> => {
  const files = await readSqlFiles(directory);
  const numbers = new Set<string>();
  for (const { name } of files) {
    const number = FILE_NAME.exec(name)?.[1];
    if (!number) throw new MigrationError(`The migration "${name}" is not named like 0001-what-it-does.sql.`);
    if (numbers.has(number)) throw new MigrationError(`Two migrations have the number ${number}.`);
    numbers.add(number);
  }
  return files;
};

/** A hash of all migrations and functions: names artifacts derived from them, such as the tests' template database. */
export const schemaHash = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const folder of [FOLDERS.migrations, FOLDERS.functions])
    for (const { name, checksum } of await readSqlFiles(folder)) hash.update(`${name} ${checksum}\n`);
  return hash.digest('hex');
};

/**
 * The migrations still to apply.
 * @throws MigrationError when the applied ones are not an unchanged prefix of the available ones.
 */
const pendingOf = (migrations: readonly SqlFile[], applied: Applied): SqlFile[] => {
  const known = new Set(migrations.map(({ name }) => name));
  for (const name of applied.keys()) {
    if (!known.has(name))
      throw new MigrationError(`The database has the migration "${name}", which this version does not know: it was used by a newer one.`);
  }
  const last = [...applied.keys()].sort().at(-1) ?? '';
  for (const { name, checksum } of migrations) {
    const before = applied.get(name);
    if (before !== undefined && before !== checksum) {
      throw new MigrationError(`The migration "${name}" was changed after it was applied; put it back and write the change as a new one.`);
    }
    if (before === undefined && name < last)
      throw new MigrationError(`The migration "${name}" comes before "${last}", which is applied already; give it the next number.`);
  }
  return migrations.filter(({ name }) => !applied.has(name));
};

const readApplied = async (database: Pick<pg.Pool, 'query'>): Promise<Applied> => {
  const { rows } = await database.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
};

/** Names of the migrations that are not yet applied; empty when the database is ready. Needs only the application's privileges. */
export const findPendingMigrations = async (database: Pick<pg.Pool, 'query'>, directory = FOLDERS.migrations): Promise<string[]> => {
  const migrations = await readMigrations(directory);
  const { applied } = countAsBaseline(migrations, await readApplied(database));
  return pendingOf(migrations, applied).map(({ name }) => name);
};

/** Lets the application enqueue jobs (`graphile_worker.add_job`) in its own transactions: row security closes the queue's tables to all but their owner. */
const GRANT_QUEUE_ACCESS = `
do $$
declare
  name text;
begin
  if to_regrole('stagedoor_app') is null then
    return;
  end if;
  grant usage on schema graphile_worker to stagedoor_app;
  grant select, insert, update, delete on all tables in schema graphile_worker to stagedoor_app;
  grant usage, select on all sequences in schema graphile_worker to stagedoor_app;
  for name in
    select c.relname from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'stagedoor_app')
  loop
    execute format('create policy stagedoor_app on graphile_worker.%I for all to stagedoor_app using (true) with check (true)', name);
  end loop;
end $$`;

const silent = new Logger(() => () => {});

/**
 * Migrates the job queue's tables, with a pool of our own: the queue's library stops listening to the errors of the pool that it makes before
 * that pool's connections are closed, so a database that goes away in that moment would end the process.
 */
const migrateJobQueue = async (ownerUrl: string): Promise<void> => {
  const pool = createPool({ url: ownerUrl, max: 1, asOwner: true });
  try {
    await runMigrations({ pgPool: pool, logger: silent });
  } finally {
    await pool.end();
  }
};

/**
 * Migrates a database: the job queue's tables, then each pending migration in order, each in its own transaction, then the functions, if a
 * migration was applied or one of their files changed. Forward only. Safe to call concurrently from many nodes: they wait for each other.
 * A database of the last version before the baseline is taken over: its migrations count as the baseline.
 *
 * @param ownerUrl URL of the owner: the application's privileges are not enough.
 * @returns the names of the migrations that were applied.
 * @throws MigrationError for a file that fails, was changed after it was applied, is misnumbered, or is not here.
 */
export const migrate = async (ownerUrl: string, folders: SqlFolders = FOLDERS): Promise<string[]> => {
  const migrations = await readMigrations(folders.migrations);
  const functions = await readSqlFiles(folders.functions);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'stagedoor-migrate', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
    await createFunctionsTable(client);
    const takenOver = countAsBaseline(migrations, await readApplied(client));
    const pending = pendingOf(migrations, takenOver.applied);
    await migrateJobQueue(ownerUrl);
    await takeOver(client, takenOver);
    for (const migration of pending) {
      await runSqlFiles(client, 'migration', [migration], async ({ name, checksum }) => {
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
        await outdateFunctions(client);
      });
    }
    await applyFunctions(client, functions);
    await client.query(GRANT_QUEUE_ACCESS);
    await client.query(`do $$ begin
      if to_regrole('stagedoor_app') is not null then
        grant select on schema_migrations to stagedoor_app;
        revoke all on schema_functions from stagedoor_app;
      end if;
    end $$`);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
};
