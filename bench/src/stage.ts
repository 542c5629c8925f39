import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from '@stagedoor/server/platform/database/embedded';
import { migrate } from '@stagedoor/server/platform/database/migrate';
import pg from 'pg';

/** A durable embedded PostgreSQL, migrated, with a data folder that is removed afterwards. */
export interface Stage {
  ownerUrl: string;
  dataDirectory: string;
  sql: pg.Pool;
  close(): Promise<void>;
}

/** A log of warnings and errors. */
export const QUIET = { info() {}, warn: console.warn, error: console.error } as unknown as EmbeddedPostgresOptions['log'];

/** The bench's own connections. */
export const poolOf = (connectionString: string): pg.Pool => {
  const sql = new pg.Pool({ connectionString, max: 4 });
  // Idle connections fail when the database stops.
  sql.on('error', () => {});
  return sql;
};

export const openStage = async (): Promise<Stage> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'stagedoor-bench-'));
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDirectory, log: QUIET });
  await migrate(postgres.ownerUrl);
  const sql = poolOf(postgres.ownerUrl);
  return {
    ownerUrl: postgres.ownerUrl,
    dataDirectory,
    sql,
    async close() {
      await sql.end();
      await postgres.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
};
