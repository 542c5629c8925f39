import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/**
 * A pool for direct connections to a test's database. It may still be closing them when the database is dropped, so connection errors are ignored.
 */
export const openPool = (options: pg.PoolConfig): pg.Pool => new pg.Pool(options).on('error', () => {});

/** A database of one test file (or one test): migrated, empty, nobody else's. */
export interface TestDatabase {
  name: string;
  /** As the owner; a pool with the option `-c role=stagedoor_app` has the application's rights. */
  ownerUrl: string;
  /** Drops it, whoever is still connected. What a test forgets is dropped at the end of the run. */
  drop(): Promise<void>;
}

const administer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('testPostgresUrl'), application_name: 'stagedoor-test' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/**
 * Copies the migrated template (some tens of milliseconds).
 *
 * Needs the project's global setup `platform/testing/database-setup.ts`.
 * @param options.empty without any migration applied, for tests of migrations
 * @param options.template another template than the migrated one
 */
export const createTestDatabase = async ({ empty = false, template = inject('testTemplate') } = {}): Promise<TestDatabase> => {
  const name = `${inject('testDatabasePrefix')}${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name}${empty ? '' : ` template ${template} strategy file_copy`}`);
  const url = new URL(inject('testPostgresUrl'));
  url.pathname = `/${name}`;
  return { name, ownerUrl: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) };
};
