import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@stagedoor/server/platform/database/embedded';
import { migrate } from '@stagedoor/server/platform/database/migrate';
import pg from 'pg';

/** A durable embedded PostgreSQL, migrated, with a data folder that is removed afterwards. */
export interface Stage {
  ownerUrl: string;
  dataDirectory: string;
  sql: pg.Pool;
  close(): Promise<void>;
}

export const openStage = async (): Promise<Stage> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'stagedoor-bench-'));
  const quiet = { info() {}, warn: console.warn, error: console.error };
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDirectory, log: quiet as never });
  await migrate(postgres.ownerUrl);
  const sql = new pg.Pool({ connectionString: postgres.ownerUrl, max: 4 });
  // Idle connections fail when the database stops.
  sql.on('error', () => {});
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
