import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, schemaHash } from '../database/migrate.ts';
import { startScratchPostgres } from '../database/scratch-postgres.ts';

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

export const databaseUrl = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

export const query = async (url: string, ...statements: string[]): Promise<pg.QueryResult> => {
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

/** Named by the migrations and functions: a run against a server that stays (TEST_DATABASE_URL) makes it once and finds it again. */
const ensureTemplate = async (url: string): Promise<string> => {
  const name = `stagedoor_template_${(await schemaHash()).slice(0, 16)}`;
  const { rows } = await query(url, `select datistemplate from pg_database where datname = '${name}'`);
  if (rows[0]?.datistemplate) return name;
  await query(url, `drop database if exists ${name}`, `create database ${name}`);
  await migrate(databaseUrl(url, name));
  // A copy is refused while somebody is connected.
  await query(url, `alter database ${name} with is_template true allow_connections false`);
  return name;
};

interface TestServer {
  url: string;
  prefix: string;
  template: string;
  stop(): Promise<void>;
}

const startServer = async (): Promise<TestServer> => {
  const external = process.env.TEST_DATABASE_URL;
  const scratch = external ? undefined : await startScratchPostgres('stagedoor-test-');
  const url = external ?? scratch!.url;
  const prefix = `stagedoor_test_${process.pid}_`;
  return {
    url,
    prefix,
    template: await ensureTemplate(url),
    async stop() {
      if (scratch) {
        await scratch.stop();
        return;
      }
      const { rows } = await query(url, `select datname from pg_database where starts_with(datname, '${prefix}')`);
      for (const { datname } of rows) await query(url, `drop database ${datname} with (force)`);
    },
  };
};

/** Of all projects of a run. */
let server: Promise<TestServer> | undefined;
let users = 0;

/**
 * One PostgreSQL for a whole run: an embedded one in a folder of its own, or the one at TEST_DATABASE_URL (as a superuser, never one that matters).
 * Vitest calls this once for each project before the tests; what it returns, once for each after them.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  server ??= startServer();
  users += 1;
  const { url, prefix, template, stop } = await server;
  project.provide('testPostgresUrl', url);
  project.provide('testTemplate', template);
  project.provide('testDatabasePrefix', prefix);
  return async () => {
    users -= 1;
    if (users > 0) return;
    server = undefined;
    await stop();
  };
};
