import type { Config } from '../platform/config.ts';
import { filesDirectoryOf } from '../platform/storage/create-storage.ts';
import type { BackupRecord } from './catalogue.ts';
import { makeBackup, megabytes } from './make-backup.ts';
import { openPacking } from './open-packing.ts';
import { openTarget } from './target.ts';
import { openPostgres } from './open-postgres.ts';

/**
 * Backs the site of a configuration up to its target.
 * @param options.say receives a line for each step
 * @param options.isByHand asked for on the console
 * @throws BackupError with a sentence
 */
export const backUpSite = async (
  config: Config,
  { say, isByHand }: { say(line: string): void; isByHand: boolean },
): Promise<BackupRecord> => {
  const { backup, publicUrl, s3 } = config;
  const target = await openTarget(backup.to!, backup.s3);
  try {
    const { packing, recipients } = await openPacking(config);
    const postgres = config.databaseUrl ? { ownerUrl: config.databaseUrl, stop: async () => {} } : await openPostgres(config);
    try {
      const record = await makeBackup({
        ownerUrl: postgres.ownerUrl,
        isCluster: config.databaseUrl === undefined,
        target,
        packing,
        recipients,
        filesDirectory: s3 ? null : filesDirectoryOf(config),
        publicUrl,
        isByHand,
        now: () => new Date(),
        say,
      });
      const seconds = (Date.parse(record.endedAt) - Date.parse(record.startedAt)) / 1000;
      say(
        `Backed up to ${target.label} as ${record.name}, ${megabytes(record.database.base.bytes)} of database in ${Math.ceil(seconds)} s.`,
      );
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
