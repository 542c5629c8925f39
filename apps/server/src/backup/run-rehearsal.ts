import pg from 'pg';
import type { Config } from '../platform/config.ts';
import { createDatabase, createPool } from '../platform/database/database.ts';
import { messageOf } from '../platform/thrown.ts';
import { BackupError } from './backup-error.ts';
import { REHEARSAL_LOCK } from './backup-state.queries.ts';
import { assertClaimed, isOfCluster, listBackups } from './catalogue.ts';
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
    const lock = new pg.Client({ connectionString: postgres.ownerUrl, application_name: 'stagedoor-rehearsal' });
    lock.on('error', () => {});
    const database = createDatabase(createPool({ url: postgres.ownerUrl, max: 1, asOwner: true }));
    try {
      await lock.connect();
      const { rows } = await lock.query(
        'select pg_try_advisory_lock($1) as held, (select system_identifier::text from pg_control_system()) as id',
        [REHEARSAL_LOCK],
      );
      if (!rows[0].held) throw new BackupError('Another rehearsal of this site is running: wait until it has ended.');
      await assertClaimed(target, { systemIdentifier: rows[0].id, publicUrl: config.publicUrl });
      const { id } = await database
        .insertInto('backup_runs')
        .values({ kind: 'rehearsal', backup_name: backup.name, started_at: new Date(), detail: { target: target.label } })
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
        await end({ ok: true, detail: { target: target.label, ...rehearsed, recoveredUntil: rehearsed.recoveredUntil.toISOString() } });
        return rehearsed;
      } catch (error) {
        await end({ ok: false, failure: messageOf(error) });
        throw error;
      }
    } finally {
      await database.destroy();
      await lock.end().catch(() => {});
      await postgres.stop();
    }
  } finally {
    target.close();
  }
};
