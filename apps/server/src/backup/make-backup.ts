import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { type Database, createDatabase, createPool } from '../platform/database/database.ts';
import { createMeasure } from '../platform/storage/measure.ts';
import { messageOf } from '../platform/thrown.ts';
import { version } from '../platform/version.ts';
import { auditByConsole } from './audit-by-console.ts';
import { BACKUP_LOCK, hasBackedUpTo } from './backup-state.queries.ts';
import { readBaseBackup } from './base-backup.ts';
import { BackupError } from './backup-error.ts';
import {
  type BackupPart,
  type BackupRecord,
  NAMES,
  assertClaimed,
  assertTargetOf,
  claimTarget,
  commitBackup,
  nameOf,
} from './catalogue.ts';
import type { Packing } from './packing.ts';
import { dumpDatabase } from './postgres-clients.ts';
import { copySiteFiles } from './site-files.ts';
import type { BackupTarget } from './target.ts';

export interface BackupOptions {
  /** URL of the database as its owner; of a cluster, as its superuser. */
  ownerUrl: string;
  /** The site's own PostgreSQL, which is copied whole; otherwise the database of a server is dumped. */
  isCluster: boolean;
  target: BackupTarget;
  packing: Packing;
  recipients: readonly string[];
  /** The folder of the site's files; null when a bucket has them. */
  filesDirectory: string | null;
  publicUrl: string;
  /** Asked for on the console, and audited; the daily one isn't. */
  isByHand: boolean;
  now(): Date;
  /** Receives a line for each step. */
  say(line: string): void;
}

/** Whose it is, and what a restore must know of it. */
const describeSite = async (database: Database, isCluster: boolean) => {
  const { rows } = await sql<{ major: number; lastMigration: string }>`
    select current_setting('server_version_num')::int / 10000 as major, (select max(name) from schema_migrations) as "lastMigration"`.execute(
    database,
  );
  const fingerprints = await database.selectFrom('secret_fingerprints').select(['name', 'fingerprint']).orderBy('name').execute();
  const secretFingerprints = Object.fromEntries(fingerprints.map((one) => [one.name, one.fingerprint]));
  const systemIdentifier = isCluster
    ? (await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(database)).rows[0]!.id
    : `keys ${secretFingerprints['addresses']}`;
  return { ...rows[0]!, systemIdentifier, secretFingerprints };
};

/** Packs a stream into a part of the backup. */
const writePart = async ({ target, packing }: BackupOptions, backup: string, part: string, source: Readable): Promise<BackupPart> => {
  const { stream, measured } = createMeasure(undefined);
  const name = NAMES.part(backup, `${part}${packing.suffix}`);
  source.once('error', (error) => stream.destroy(error));
  await target.put(name, await packing.pack(source.pipe(stream)));
  return { name, ...measured() };
};

/** Copies the cluster, with the manifest of its files. */
const writeCluster = async (options: BackupOptions, name: string): Promise<BackupRecord['database']> => {
  let base: BackupPart | undefined;
  const { manifest, ...position } = await readBaseBackup(options.ownerUrl, name, async (tar) => {
    base = await writePart(options, name, 'base.tar', tar);
  });
  const manifestPart = await writePart(options, name, 'manifest.json', Readable.from([manifest]));
  return { kind: 'cluster', base: base!, manifest: manifestPart, ...position };
};

const writeDump = async (options: BackupOptions, name: string, major: number): Promise<BackupRecord['database']> => {
  let base: BackupPart | undefined;
  await dumpDatabase(options.ownerUrl, major, async (dump) => {
    base = await writePart(options, name, 'database.dump', dump);
  });
  return { kind: 'dump', base: base! };
};

const writeFiles = async (options: BackupOptions, name: string, directory: string): Promise<BackupRecord['files']> => {
  const { files, copied, copiedBytes } = await copySiteFiles(directory, options.target, options.packing);
  const list = Readable.from(files.map((file) => `${JSON.stringify(file)}\n`));
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const part = await writePart(options, name, 'files.jsonl', list);
  options.say(`Files: ${files.length} of ${megabytes(totalBytes)}, ${copied} of them new (${megabytes(copiedBytes)}).`);
  return { ...part, count: files.length, totalBytes };
};

const write = async (options: BackupOptions, database: Database, startedAt: Date, isKnown: boolean): Promise<BackupRecord> => {
  const { target, filesDirectory, publicUrl, recipients, isCluster, now, say } = options;
  const name = nameOf(startedAt);
  const { major, lastMigration, systemIdentifier, secretFingerprints } = await describeSite(database, isCluster);
  await (isKnown ? assertClaimed : assertTargetOf)(target, { systemIdentifier, publicUrl });
  await target.sweep();
  const copy = isCluster ? await writeCluster(options, name) : await writeDump(options, name, major);
  say(`Database: ${megabytes(copy.base.bytes)}.`);
  // After the database: a file that it names is there.
  const files = filesDirectory === null ? null : await writeFiles(options, name, filesDirectory);
  const record: BackupRecord = {
    format: 1,
    name,
    startedAt: startedAt.toISOString(),
    endedAt: now().toISOString(),
    version,
    postgresMajor: major,
    lastMigration,
    database: copy,
    files,
    secretFingerprints,
    recipients: [...recipients],
  };
  // Not before something was written: a place that failed is still anybody's.
  await claimTarget(target, { systemIdentifier, publicUrl });
  await commitBackup(target, record);
  return record;
};

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

/**
 * Backs a running site up.
 * @throws BackupError with a sentence; what was written without a record is removed by a later backup
 */
export const makeBackup = async (options: BackupOptions): Promise<BackupRecord> => {
  const lock = new pg.Client({ connectionString: options.ownerUrl, application_name: 'stagedoor-backup' });
  lock.on('error', () => {});
  await lock.connect();
  const pool = createPool({ url: options.ownerUrl, max: 2, asOwner: true });
  const database = createDatabase(pool);
  let id: string | undefined;
  try {
    const { rows } = await lock.query('select pg_try_advisory_lock($1) as held', [BACKUP_LOCK]);
    if (!rows[0].held) throw new BackupError('Another backup of this site is running: wait until it has ended.');
    const startedAt = options.now();
    ({ id } = await database
      .insertInto('backup_runs')
      .values({ kind: 'backup', backup_name: nameOf(startedAt), started_at: startedAt, detail: { target: options.target.label } })
      .returning('id')
      .executeTakeFirstOrThrow());
    // A place that is empty again may be an unmounted disk: only a backup by hand writes there.
    const isKnown = !options.isByHand && (await hasBackedUpTo(lock, options.target.label));
    const record = await write(options, database, startedAt, isKnown);
    const detail = {
      target: options.target.label,
      databaseBytes: record.database.base.bytes,
      files: record.files?.count ?? 0,
      fileBytes: record.files?.totalBytes ?? 0,
    };
    await database.updateTable('backup_runs').set({ ended_at: options.now(), ok: true, detail }).where('id', '=', id).execute();
    if (options.isByHand) await auditByConsole(database, 'settings.siteBackedUp', record.name, { target: options.target.label });
    return record;
  } catch (error) {
    const failure = { ended_at: options.now(), ok: false, failure: messageOf(error) };
    if (id !== undefined)
      await database
        .updateTable('backup_runs')
        .set(failure)
        .where('id', '=', id)
        .execute()
        .catch(() => {});
    throw error;
  } finally {
    await database.destroy();
    await lock.end().catch(() => {});
  }
};
