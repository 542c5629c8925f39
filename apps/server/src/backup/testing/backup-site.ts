import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { createDatabase, createPool } from '../../platform/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/database/embedded.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { walFolderOf } from '../../platform/database/postgres-cluster.ts';
import { scratchFolder } from '../../platform/database/scratch-postgres.ts';
import { checkSecrets, readSecrets } from '../../platform/secrets.ts';
import { openPacking } from '../open-packing.ts';
import { shipWal } from '../ship-wal.ts';
import { openTarget } from '../target.ts';

const log = { info() {}, warn() {}, error() {} };
const EXIT_SECONDS = 120_000;

export interface CommandResult {
  code: number | null;
  output: string;
}

/** A site's DATA_DIR with a running PostgreSQL and some files, and a folder for its backups; no server. */
export interface BackupSite {
  /** Holds all of it. */
  directory: string;
  dataDirectory: string;
  backups: string;
  secretsFile: string;
  ownerUrl: string;
  /** Runs a statement as the database's owner. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  addFile(key: string, content: string): Promise<void>;
  /** Finishes the current segment of the write-ahead log and ships it. */
  ship(): Promise<void>;
  /** Stops PostgreSQL at once, as a lost machine does. */
  lose(): Promise<void>;
  /** Starts one of the commands beside the site. */
  command(name: 'backup' | 'restore' | 'rehearse', args: string[], environment?: Record<string, string>): CommandProcess;
  close(): Promise<void>;
}

export interface CommandProcess {
  result: Promise<CommandResult>;
  /** SIGKILL. */
  kill(): void;
}

const startCommand = (name: string, args: string[], environment: Record<string, string>): CommandProcess => {
  const entry = fileURLToPath(new URL('../../cli/stagedoor.command.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, name, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: EXIT_SECONDS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const result = once(child, 'close').then(() => ({ code: child.exitCode, output }));
  return { result, kill: () => child.kill('SIGKILL') };
};

/** A connection to the PostgreSQL of a DATA_DIR that is started for it. */
export const openRestored = async (
  dataDirectory: string,
): Promise<{ query: BackupSite['query']; ownerUrl: string; close(): Promise<void> }> => {
  const embedded = await startEmbeddedPostgres({ dataDirectory, log });
  const pool = createPool({ url: embedded.ownerUrl, max: 2, asOwner: true });
  return {
    ownerUrl: embedded.ownerUrl,
    query: async (text, values = []) => (await pool.query(text, values)).rows,
    async close() {
      await pool.end();
      await embedded.stop();
    },
  };
};

/** @param environment of the commands, besides DATA_DIR */
export const createBackupSite = async (environment: Record<string, string> = {}): Promise<BackupSite> => {
  const directory = await mkdtemp(join(await scratchFolder(), 'stagedoor-backups-'));
  const [dataDirectory, backups] = [join(directory, 'data'), join(directory, 'backups')];
  await mkdir(backups);
  // As a site with BACKUP_TO does.
  const embedded: EmbeddedPostgres = await startEmbeddedPostgres({ dataDirectory, log, archiveSeconds: 60 });
  await migrate(embedded.ownerUrl);
  const pool = createPool({ url: embedded.ownerUrl, max: 4, asOwner: true, onError: () => {} });
  const database = createDatabase(pool);
  await checkSecrets(database, await readSecrets(dataDirectory), { replace: false });
  const addFile = async (key: string, content: string): Promise<void> => {
    const path = join(dataDirectory, 'files', key);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, content);
  };
  await addFile('feedPhoto/one/320.webp', 'the first picture');
  await addFile('feedPhoto/one/640.webp', 'the first picture, larger');
  await addFile('.incoming/unfinished', 'half an upload');
  await pool.query('create table notes (at timestamptz default clock_timestamp(), words text)');
  const query: BackupSite['query'] = async (text, values = []) => (await pool.query(text, values)).rows;
  let isLost = false;
  return {
    directory,
    dataDirectory,
    backups,
    secretsFile: join(dataDirectory, 'secrets.json'),
    ownerUrl: embedded.ownerUrl,
    query,
    addFile,
    async ship() {
      const archived = async () =>
        (await query<{ name: string | null }>('select last_archived_wal as name from pg_stat_archiver'))[0]?.name;
      const before = await archived();
      await query('select pg_switch_wal()');
      while ((await archived()) === before);
      const target = await openTarget(backups, undefined);
      await shipWal({
        folder: walFolderOf(dataDirectory),
        target,
        ...(await openPacking({
          dataDirectory,
          backup: { to: backups, recipients: (environment['BACKUP_RECIPIENTS'] ?? '').split(',').filter(Boolean), s3: undefined },
        })),
      });
    },
    async lose() {
      isLost = true;
      const [row] = await query<{ pid: string }>("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid");
      process.kill(Number(row!.pid), 'SIGQUIT');
      await embedded.stop();
      await pool.end();
    },
    command: (name, args, more = {}) => startCommand(name, args, { DATA_DIR: dataDirectory, ...environment, ...more }),
    async close() {
      if (!isLost) {
        await pool.end();
        await embedded.stop();
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
};
