import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres, stopLeftOverPostgres } from '../database/embedded.ts';
import { migrate, migrationsHash } from '../database/migrate.ts';
import { isAlive } from '../database/postgres-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the tests' PostgreSQL as its owner, database `postgres`. */
    testPostgresUrl: string;
    /** A migrated, empty database that tests copy. */
    testTemplate: string;
    /** Begins the name of each database of this run. */
    testDatabasePrefix: string;
  }
}

const DIRECTORY = /^stagedoor-test-(\d+)-/;

const SHARED_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 * 2 ** 30;

/** In memory where there is room: copying a database is making 500 files (15 ms there, up to 450 ms on disk). */
const workFolder = async (): Promise<string> => {
  const space = await statfs(SHARED_MEMORY).catch(() => undefined);
  return space && space.bavail * space.bsize >= ENOUGH_BYTES ? SHARED_MEMORY : tmpdir();
};

/** Runs that were killed leave a server and a folder behind. */
const clearLeftOvers = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const pid = Number(DIRECTORY.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const directory = join(folder, name);
    await stopLeftOverPostgres(directory).catch(() => {});
    await rm(directory, { recursive: true, force: true }).catch(() => {});
  }
};

const databaseUrl = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

const query = async (url: string, ...statements: string[]): Promise<pg.QueryResult> => {
  const client = new pg.Client({ connectionString: url, application_name: 'stagedoor-test-setup' });
  await client.connect();
  try {
    let result: pg.QueryResult | undefined;
    for (const statement of statements) result = await client.query(statement);
    return result!;
  } finally {
    await client.end();
  }
};

/** Named by the migrations: a run against a server that stays (TEST_DATABASE_URL) makes it once and finds it again. */
const ensureTemplate = async (url: string): Promise<string> => {
  const name = `stagedoor_template_${(await migrationsHash()).slice(0, 16)}`;
  const { rows } = await query(url, `select datistemplate from pg_database where datname = '${name}'`);
  if (rows[0]?.datistemplate) return name;
  await query(url, `drop database if exists ${name}`, `create database ${name}`);
  await migrate(databaseUrl(url, name));
  // A copy is refused while somebody is connected.
  await query(url, `alter database ${name} with is_template true allow_connections false`);
  return name;
};

/**
 * One PostgreSQL for a whole run: an embedded one in a folder of its own, or the one at TEST_DATABASE_URL (as a superuser, never one that matters).
 * Vitest calls this once before the tests; what it returns, once after them.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  let embedded: EmbeddedPostgres | undefined;
  let directory: string | undefined;
  let url = process.env.TEST_DATABASE_URL;
  if (!url) {
    const folder = await workFolder();
    await clearLeftOvers(folder);
    directory = await mkdtemp(join(folder, `stagedoor-test-${process.pid}-`));
    const log = { info: () => {}, warn: console.warn, error: console.error };
    embedded = await startEmbeddedPostgres({ dataDirectory: directory, log, durable: false });
    url = databaseUrl(embedded.ownerUrl, 'postgres');
  }
  const prefix = `stagedoor_test_${process.pid}_`;
  project.provide('testPostgresUrl', url);
  project.provide('testTemplate', await ensureTemplate(url));
  project.provide('testDatabasePrefix', prefix);
  return async () => {
    if (!embedded) {
      const { rows } = await query(url, `select datname from pg_database where starts_with(datname, '${prefix}')`);
      for (const { datname } of rows) await query(url, `drop database ${datname} with (force)`);
      return;
    }
    await embedded.stop();
    await rm(directory!, { recursive: true, force: true });
  };
};
