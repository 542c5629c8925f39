import { type Config } from '../platform/config.ts';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { PostgresStartError } from '../platform/database/postgres-program.ts';
import { filesDirectoryOf } from '../platform/storage/create-storage.ts';
import { BackupError } from './backup-error.ts';
import type { BackupRecord } from './catalogue.ts';
import { makeBackup, megabytes } from './make-backup.ts';
import { openPacking } from './open-packing.ts';
import { ARCHIVE_SECONDS } from './archive-seconds.ts';
import { openTarget } from './target.ts';
import { hasCluster } from './has-cluster.ts';

/** PostgreSQL of DATA_DIR: the one that runs, or one that is started for this. */
const openPostgres = async (config: Config): Promise<{ ownerUrl: string; stop(): Promise<void> }> => {
  const running = await findRunningEmbeddedPostgres(config.dataDirectory);
  if (running) return { ...running, stop: async () => {} };
  if (!(await hasCluster(config.dataDirectory)))
    throw new BackupError(`There is no site in ${config.dataDirectory}: name its folder with DATA_DIR.`);
  try {
    const log = { info() {}, warn() {}, error() {} };
    return await startEmbeddedPostgres({
      dataDirectory: config.dataDirectory,
      log,
      archiveSeconds: config.backup.to ? ARCHIVE_SECONDS : null,
    });
  } catch (error) {
    throw error instanceof PostgresStartError ? new BackupError(error.message, { cause: error }) : error;
  }
};

/**
 * Backs the site of a configuration up to its target.
 * @param say receives a line for each step
 * @throws BackupError with a sentence
 */
export const backUp = async (config: Config, say: (line: string) => void): Promise<BackupRecord> => {
  const { backup, publicUrl, s3 } = config;
  if (config.databaseUrl) throw new BackupError(EXTERNAL);
  const target = await openTarget(backup.to!, backup.s3);
  try {
    const { packing, recipients } = await openPacking(config);
    const postgres = await openPostgres(config);
    try {
      const record = await makeBackup({
        ownerUrl: postgres.ownerUrl,
        target,
        packing,
        recipients,
        filesDirectory: s3 ? null : filesDirectoryOf(config),
        publicUrl,
        now: () => new Date(),
        say,
      });
      const seconds = (Date.parse(record.endedAt) - Date.parse(record.startedAt)) / 1000;
      say(`Backed up to ${target.label} as ${record.name}, ${megabytes(record.base.bytes)} of database in ${Math.ceil(seconds)} s.`);
      if (s3) say(`The files are in the bucket "${s3.bucket}" and aren't part of it: turn its versioning on.`);
      say('The site’s keys aren’t part of it: keep a copy of secrets.json, from DATA_DIR, in another place.');
      return record;
    } finally {
      await postgres.stop();
    }
  } finally {
    target.close();
  }
};

const EXTERNAL =
  'DATABASE_URL: this site’s database is a server of its own: back it up with pgBackRest or WAL-G (docs/operations.md), and the files of DATA_DIR with it.';
