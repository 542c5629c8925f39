import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  chown,
  link,
  mkdir,
  open,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '../is-alive.ts';
import { POSTGRES_ENVIRONMENT, type PostgresProgram, PostgresStartError, type SystemUser } from './postgres-program.ts';

const run = promisify(execFile);

/** The superuser that owns everything; migrations connect as it. */
export const OWNER = 'stagedoor';

/** pg_hba.conf: only TCP connections from this machine with the password. */
const PG_HBA = 'host all all 127.0.0.1/32 scram-sha-256\n';

const MEBIBYTE = 2 ** 20;

/** Settings for a machine with few cores that runs other programs too. Fully durable: commits survive a power failure. */
const defaultSettings = (): Record<string, string> => {
  const memory = Math.floor(totalmem() / MEBIBYTE);
  return {
    max_connections: '200',
    shared_buffers: `${Math.min(512, Math.max(64, Math.floor(memory / 8)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(memory / 2))}MB`,
    work_mem: '8MB',
    // For index builds of migrations, which run alone; vacuum, which runs beside requests, keeps to less.
    maintenance_work_mem: `${Math.min(512, Math.max(64, Math.floor(memory / 16)))}MB`,
    autovacuum_work_mem: '64MB',
    max_wal_size: '1GB',
    // For backups while it runs (backup/base-backup.ts).
    wal_level: 'replica',
    max_wal_senders: '4',
    checkpoint_timeout: '10min',
    random_page_cost: '1.1',
    synchronous_commit: 'on',
    // With few cores, a parallel query only takes them from other queries.
    max_parallel_workers_per_gather: cpus().length > 4 ? '2' : '0',
    jit: 'off',
    huge_pages: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The application logs errors; their details may contain personal data.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  };
};

/** For tests: without durability. */
export const NOT_DURABLE: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // A table that is filled in the transaction that made it is written once.
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Folder of DATA_DIR where PostgreSQL puts finished segments of its write-ahead log, until they are shipped to where backups are kept. */
export const walFolderOf = (dataDirectory: string): string => join(dataDirectory, 'postgres', 'wal');

/**
 * Settings that archive the write-ahead log.
 * @param seconds a segment is finished after so long, though it isn't full: so much may be lost with the disk
 */
export const archiveSettings = (seconds: number): Record<string, string> => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  // Seen from the cluster, where PostgreSQL is started: its user may not be able to pass the folders above.
  'basic_archive.archive_directory': '../wal',
  archive_timeout: String(seconds),
  max_slot_wal_keep_size: '4GB',
});

/** The contents of postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** Checks that a pid belongs to the cluster's server: after a restart of the machine or container another process may have it. */
const runsOnCluster = async (pid: number, cluster: string): Promise<boolean> => {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const [directory, own] = await Promise.all([readlink(`/proc/${pid}/cwd`).catch(() => ''), realpath(cluster).catch(() => cluster)]);
    return directory === own;
  }
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return basename(stdout.trim()).startsWith('postgres');
};

/** The server that runs on the cluster, or undefined; a stale pid file is recognized. */
export const findPostmaster = async (cluster: string): Promise<Postmaster | undefined> => {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !(await runsOnCluster(pid, cluster))) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
};

/** A starting server writes its pid file in two steps: a file that stays empty for longer is left over from a crash. */
const EMPTY_PID_FILE_MS = 5000;

/**
 * Removes the pid file of a dead server; PostgreSQL would refuse to start when another process has its pid now. Must never remove
 * the file of a server that is just starting: two servers on one cluster would corrupt it. So the file is moved aside first, and
 * restored when its content has changed.
 */
export const clearStalePidFile = async (cluster: string): Promise<void> => {
  const file = join(cluster, 'postmaster.pid');
  const staleContent = await readFile(file, 'utf8').catch(() => undefined);
  if (staleContent === undefined || (await findPostmaster(cluster))) return;
  const writtenAt = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );
  if (staleContent === '' && Date.now() - writtenAt < EMPTY_PID_FILE_MS) return;
  const movedPath = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(file, movedPath);
  } catch {
    // A concurrent start was faster.
    return;
  }
  if ((await readFile(movedPath, 'utf8')) !== staleContent) await link(movedPath, file).catch(() => {});
  await rm(movedPath, { force: true });
};

const canEnter = async (directory: string, user: SystemUser): Promise<boolean> => {
  if (user.uid === undefined) return true;
  try {
    await run('/bin/sh', ['-c', 'cd "$1" && ls . >/dev/null', 'sh', directory], { ...user, cwd: '/', env: POSTGRES_ENVIRONMENT });
    return true;
  } catch {
    return false;
  }
};

/**
 * The data directory argument for PostgreSQL: the path, or `/proc/self/cwd` where a parent folder is closed to its user (root's home has
 * mode 700), because it is started inside the folder. So the data can always be in DATA_DIR.
 */
const dataPathFor = async (directory: string, user: SystemUser): Promise<string> => {
  if (await canEnter(directory, user)) return directory;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new PostgresStartError(`DATA_DIR: PostgreSQL's user can't enter ${directory}; choose a folder that others may pass.`);
};

/** Runs one of PostgreSQL's programs in a cluster's folder until it exits. */
const runInside = async (program: string, args: string[], directory: string, user: SystemUser, input = ''): Promise<void> => {
  const child = spawn(program, args, { ...user, cwd: directory, env: POSTGRES_ENVIRONMENT, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output))
    throw new PostgresStartError(`PostgreSQL's ${basename(program)} failed: ${output.trim().slice(-600)}`);
};

/** Sets the owner's password while no server is running. */
export const setPassword = async (program: PostgresProgram, cluster: string, password: string): Promise<void> => {
  const dataPath = await dataPathFor(cluster, program.user);
  await runInside(
    program.postgres,
    ['--single', '-D', dataPath, '-c', 'log_min_messages=error', 'postgres'],
    cluster,
    program.user,
    `alter role ${OWNER} password '${password}'\n`,
  );
};

/** Creates an empty cluster atomically. Concurrent starts end with one cluster. */
export const createCluster = async (program: PostgresProgram, cluster: string, password: string, durable: boolean): Promise<void> => {
  const parent = dirname(cluster);
  for (const name of await readdir(parent)) {
    const draftPid = name.startsWith(`${basename(cluster)}.draft-`) ? Number(name.split('-')[1]) : 0;
    if (draftPid > 0 && !isAlive(draftPid)) await rm(join(parent, name), { recursive: true, force: true });
  }
  const draft = `${cluster}.draft-${process.pid}`;
  const { user } = program;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) await chown(draft, user.uid, user.gid);
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  await runInside(
    program.initdb,
    [
      `--pgdata=${await dataPathFor(draft, user)}`,
      `--username=${OWNER}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--locale=${locale}`,
      '--lc-messages=C',
      '--no-instructions',
      // No server runs yet; the real rules are written below.
      '--auth=trust',
      ...(durable ? [] : ['--no-sync']),
    ],
    draft,
    user,
  );
  await writeFile(join(draft, 'pg_hba.conf'), PG_HBA);
  await setPassword(program, draft, password);
  try {
    await rename(draft, cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const exists = await access(join(cluster, 'PG_VERSION')).then(
      () => true,
      () => false,
    );
    if (!exists) throw error;
  }
};

const MAX_LOG_BYTES = 5 * MEBIBYTE;

/** Starts a server. Returns its pid and a promise that resolves when it exits. It has its own process group: Ctrl-C doesn't reach it, and we shut it down. */
export const startPostmaster = async (
  program: PostgresProgram,
  cluster: string,
  port: number,
  logFile: string,
  settings: Record<string, string>,
): Promise<{ pid: number; ended: Promise<void> }> => {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`);
  const log = await open(logFile, 'a', 0o600);
  try {
    const dataPath = await dataPathFor(cluster, program.user);
    const allSettings = { ...defaultSettings(), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
    const child = spawn(
      program.postgres,
      ['-D', dataPath, '-p', String(port), ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...program.user,
        cwd: cluster,
        env: POSTGRES_ENVIRONMENT,
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    child.unref();
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    if (child.pid === undefined) throw new PostgresStartError(`PostgreSQL can't be started: ${program.postgres}`);
    return { pid: child.pid, ended };
  } finally {
    await log.close();
  }
};

/** Creates the folder of the clusters, accessible only to PostgreSQL's user; a cluster is named by its major version. */
export const prepareClusterFolder = async (dataDirectory: string, user: SystemUser): Promise<void> => {
  const folder = join(dataDirectory, 'postgres');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new PostgresStartError(`DATA_DIR: ${folder} belongs to another user.`);
  });
  await mkdir(walFolderOf(dataDirectory), { recursive: true, mode: 0o700 });
  if (user.uid === undefined || user.gid === undefined) return;
  for (const owned of [folder, walFolderOf(dataDirectory)]) {
    await chown(owned, user.uid, user.gid);
    await chmod(owned, 0o700);
  }
};
