import type { Config } from '../platform/config.ts';
import { archiveSecondsOf } from '../platform/database/archive-seconds.ts';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { hasCluster } from '../platform/database/has-cluster.ts';
import { PostgresStartError } from '../platform/database/postgres-program.ts';
import { BackupError } from './backup-error.ts';

/** PostgreSQL of DATA_DIR: the one that runs, or one that is started for this. @throws BackupError when there is none */
export const openPostgres = async (config: Config): Promise<{ ownerUrl: string; stop(): Promise<void> }> => {
  const running = await findRunningEmbeddedPostgres(config.dataDirectory);
  if (running) return { ...running, stop: async () => {} };
  if (!(await hasCluster(config.dataDirectory)))
    throw new BackupError(`There is no site in ${config.dataDirectory}: name its folder with DATA_DIR.`);
  try {
    const log = { info() {}, warn() {}, error() {} };
    return await startEmbeddedPostgres({
      dataDirectory: config.dataDirectory,
      log,
      archiveSeconds: archiveSecondsOf(config),
    });
  } catch (error) {
    throw error instanceof PostgresStartError ? new BackupError(error.message, { cause: error }) : error;
  }
};
