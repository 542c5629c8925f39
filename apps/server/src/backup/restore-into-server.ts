import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { BackupError } from './backup-error.ts';
import { listBackups, readOwner } from './catalogue.ts';
import { erasureFileOf, fetchErasures } from './erasure-list.ts';
import { markRestored } from './mark-restored.ts';
import { restoreDump } from './postgres-clients.ts';
import { readPart } from './recover-cluster.ts';
import { restoreFiles } from './restore-files.ts';
import { type RestoreOptions, type Restored, checkSecrets, chooseBackup, putSecrets } from './restore.ts';

/** The server's version. @throws BackupError when the database isn't empty */
const prepareDatabase = async (databaseUrl: string): Promise<number> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'stagedoor-restore' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ major: number; tables: number }>(
      `select current_setting('server_version_num')::int / 10000 as major,
        (select count(*)::int from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables`,
    );
    if (rows[0]!.tables > 0)
      throw new BackupError(
        'DATABASE_URL: this database isn’t empty: make a new one (CREATE DATABASE) and name it, so that nothing is overwritten.',
      );
    // A dump grants rights to the role, and doesn't make it.
    await client.query(
      `do $$ begin create role stagedoor_app nologin; exception when duplicate_object or unique_violation then null; end $$`,
    );
    await client.query(`do $$ begin execute format('grant stagedoor_app to %I', current_user); exception when others then null; end $$`);
    return rows[0]!.major;
  } finally {
    await client.end().catch(() => {});
  }
};

/**
 * Restores a site's dump into an empty database of a server of its own, with its files and keys into DATA_DIR. A dump is of one instant: the log of the
 * server isn't ours.
 * @throws BackupError
 */
export const restoreIntoServer = async (options: RestoreOptions, databaseUrl: string): Promise<Restored> => {
  const { target, unpacking, dataDirectory, filesDirectory, now, say } = options;
  await readOwner(target);
  const backups = await listBackups(target, say);
  const dumps = backups.filter(({ database }) => database.kind === 'dump');
  if (backups.length > 0 && dumps.length === 0)
    throw new BackupError(`${target.label} has backups of a site’s own PostgreSQL: unset DATABASE_URL to restore one into DATA_DIR.`);
  const backup = chooseBackup(dumps, target.label, options);
  const secrets = await checkSecrets(options, backup);
  const major = await prepareDatabase(databaseUrl);
  say(`Restoring the backup ${backup.name}…`);
  await restoreDump(databaseUrl, major, (input) =>
    readPart({ target, unpacking, backup }, backup.database.base, (dump) => pipeline(dump, input)),
  );
  const recoveredUntil = new Date(backup.startedAt);
  await markRestored(databaseUrl, { backup, recoveredUntil, now: now() });
  if (secrets !== undefined) await putSecrets(dataDirectory, secrets);
  const files = backup.files && filesDirectory !== null ? await restoreFiles({ target, unpacking, backup }, filesDirectory) : null;
  await fetchErasures(target, erasureFileOf(dataDirectory));
  return { backup, recoveredUntil, files, movedTo: undefined };
};
