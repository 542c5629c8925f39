import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { verifyLedger } from '../ledger/index.ts';
import { type Database, createDatabase, createPool } from '../platform/database/database.ts';
import { startEmbeddedPostgres, stopLeftOverPostgres } from '../platform/database/embedded.ts';
import { BackupError } from './backup-error.ts';
import { type BackupRecord, type ClusterBackup, NAMES } from './catalogue.ts';
import { megabytes } from './make-backup.ts';
import type { Unpacking } from './packing.ts';
import { recoverCluster } from './recover-cluster.ts';
import { fetchFile, readFileList } from './restore-files.ts';
import { keyOfCopy } from './site-files.ts';
import type { BackupTarget } from './target.ts';

/** Files that are fetched. */
const SAMPLE = 100;
/** Free space that is needed, by the cluster's size: its log comes on top. */
const SPACE_FACTOR = 1.3;

/** A second PostgreSQL beside the site's: small, and without durability. */
const SMALL = { shared_buffers: '64MB', autovacuum: 'off', max_connections: '20', maintenance_work_mem: '64MB' };
const silent = { info() {}, warn() {}, error() {} };

export interface Rehearsal {
  /** The last instant that the restored database covers. */
  recoveredUntil: Date;
  tables: number;
  rows: number;
  indexes: number;
  files: number;
}

/** Reads every page of every table and checks every index. @throws DatabaseError for a damaged one */
const readEverything = async (database: Database): Promise<Pick<Rehearsal, 'tables' | 'rows' | 'indexes'>> => {
  await sql`create extension if not exists amcheck`.execute(database);
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`.execute(
    database,
  );
  let rows = 0;
  for (const { name } of tables)
    rows += Number((await sql<{ n: string }>`select count(*)::text as n from ${sql.raw(name)}`.execute(database)).rows[0]!.n);
  const { rows: heaps } = await sql<{ name: string; reason: string }>`
    select c.oid::regclass::text as name, v.msg as reason from pg_class c cross join lateral verify_heapam(c.oid) v
    where c.relkind in ('r', 'm', 't') and c.relpersistence = 'p' limit 1`.execute(database);
  if (heaps[0])
    throw new BackupError(`The restored table ${heaps[0].name} is damaged: ${heaps[0].reason}. Make a new backup, and check the disk.`);
  const { rows: indexes } = await sql`
    select bt_index_check(c.oid) from pg_class c join pg_index i on i.indexrelid = c.oid join pg_am a on a.oid = c.relam
    where c.relkind = 'i' and a.amname = 'btree' and c.relpersistence = 'p' and i.indisvalid and i.indisready`.execute(database);
  return { tables: tables.length, rows, indexes: indexes.length };
};

/** Fetches some files and compares their sizes. */
const checkFiles = async (target: BackupTarget, unpacking: Unpacking, backup: BackupRecord, folder: string): Promise<number> => {
  const listed = await readFileList({ target, unpacking, backup });
  const step = Math.max(1, Math.floor(listed.size / SAMPLE));
  const sample = new Set([...listed.keys()].filter((_, index) => index % step === 0).slice(0, SAMPLE));
  let checked = 0;
  for await (const { name } of target.list(NAMES.files)) {
    const key = keyOfCopy(name);
    if (key === undefined || !sample.delete(key)) continue;
    const path = join(folder, 'file');
    await fetchFile(target, unpacking, name, path);
    if ((await stat(path)).size !== listed.get(key))
      throw new BackupError(`${name} is damaged at ${target.label}. Remove it: the next backup copies it again.`);
    checked += 1;
  }
  if (sample.size > 0)
    throw new BackupError(
      `${sample.size} of ${checked + sample.size} sampled files are missing at ${target.label}, such as ${[...sample][0]}. Make a new backup.`,
    );
  return checked;
};

/**
 * Restores a backup into a second cluster beside the site, reads all of it, verifies the ledger and a sample of the files, and removes it again.
 * @throws BackupError saying what is wrong
 */
export const rehearse = async (
  target: BackupTarget,
  {
    backup,
    unpacking,
    dataDirectory,
    say,
  }: { backup: ClusterBackup; unpacking: Unpacking; dataDirectory: string; say(line: string): void },
): Promise<Rehearsal> => {
  const folder = join(dataDirectory, 'rehearsal');
  const clear = async (): Promise<void> => {
    await stopLeftOverPostgres(folder).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
  await clear();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < backup.database.base.bytes * SPACE_FACTOR)
      throw new BackupError(
        `A rehearsal needs ${megabytes(backup.database.base.bytes * SPACE_FACTOR)} on the disk of DATA_DIR: make room.`,
      );
    const recoveredUntil = await recoverCluster({ target, backup, unpacking, dataDirectory: folder, say });
    const embedded = await startEmbeddedPostgres({ dataDirectory: folder, log: silent, durable: false, settings: SMALL });
    const database = createDatabase(createPool({ url: embedded.ownerUrl, max: 2, asOwner: true }));
    try {
      const read = await readEverything(database);
      say(`Read ${read.rows.toLocaleString('en')} rows of ${read.tables} tables, checked ${read.indexes} indexes.`);
      const { ok, checks } = await verifyLedger(database);
      const broken = checks.find((check) => !check.ok);
      if (!ok)
        throw new BackupError(
          `The restored ledger doesn’t balance: ${broken?.name} (${broken?.detail}). Run \`npm run ledger:verify\` on the site.`,
        );
      say('The ledger balances.');
      const files = backup.files ? await checkFiles(target, unpacking, backup, folder) : 0;
      say(`Fetched ${files} files.`);
      return { recoveredUntil, ...read, files };
    } finally {
      await database.destroy();
      await embedded.stop();
    }
  } finally {
    await clear();
  }
};
