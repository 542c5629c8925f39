import type { Config } from '../platform/config.ts';
import { createDatabase, createPool } from '../platform/database/database.ts';
import { messageOf } from '../platform/thrown.ts';
import { BackupError } from './backup-error.ts';
import { isOfCluster, listBackups } from './catalogue.ts';
import { openPacking } from './open-packing.ts';
import { openPostgres } from './open-postgres.ts';
import { type Rehearsal, rehearse } from './rehearse.ts';
import { openTarget } from './target.ts';

/**
 * Rehearses the restore of the newest backup of a site's target, and records the result for the overview.
 * @param say receives a line for each step
 * @throws BackupError saying what is wrong
 */
export const runRehearsal = async (config: Config, say: (line: string) => void): Promise<Rehearsal> => {
  if (config.databaseUrl)
    throw new BackupError(
      'DATABASE_URL: only backups of the site’s own PostgreSQL are rehearsed: restore a dump into another database to try it.',
    );
  const target = await openTarget(config.backup.to!, config.backup.s3);
  try {
    const { unpacking } = await openPacking(config);
    const backup = (await listBackups(target, say)).find(isOfCluster);
    if (!backup) throw new BackupError(`There is no backup in ${target.label} yet: make one with \`npm run backup\`.`);
    const postgres = await openPostgres(config);
    const database = createDatabase(createPool({ url: postgres.ownerUrl, max: 1, asOwner: true }));
    try {
      const { id } = await database
        .insertInto('backup_runs')
        .values({ kind: 'rehearsal', backup_name: backup.name, started_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow();
      const end = (values: { ok: boolean; failure?: string; detail?: Record<string, unknown> }) =>
        database
          .updateTable('backup_runs')
          .set({ ...values, ended_at: new Date() })
          .where('id', '=', id)
          .execute();
      say(`Rehearsing the restore of ${backup.name}…`);
      try {
        const rehearsed = await rehearse(target, { backup, unpacking, dataDirectory: config.dataDirectory, say });
        await end({ ok: true, detail: { ...rehearsed, recoveredUntil: rehearsed.recoveredUntil.toISOString() } });
        return rehearsed;
      } catch (error) {
        await end({ ok: false, failure: messageOf(error) });
        throw error;
      }
    } finally {
      await database.destroy();
      await postgres.stop();
    }
  } finally {
    target.close();
  }
};
