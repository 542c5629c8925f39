import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { assertOwnCluster } from '../data-owners.ts';
import { isAlive } from '../is-alive.ts';
import { systemCodeOf } from '../thrown.ts';
import type { Log } from '../telemetry/log.ts';
import {
  type Postmaster,
  NOT_DURABLE,
  OWNER,
  archiveSettings,
  clearStalePidFile,
  createCluster,
  findPostmaster,
  prepareClusterFolder,
  setPassword,
  startPostmaster,
} from './postgres-cluster.ts';
import { type PostgresProgram, PostgresStartError, findPostgresProgram } from './postgres-program.ts';

export interface EmbeddedPostgres {
  /** Address of the database `stagedoor` as its owner (superuser), password included. */
  ownerUrl: string;
  /** Shuts the server down, unless another process with the same DATA_DIR still uses it. */
  stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** DATA_DIR, absolute. Holds `postgres/<major>` (the data), `postgres.json` (port and password, mode 600) and `postgres.log`. */
  dataDirectory: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** PostgreSQL settings on top of ours, such as `{ shared_buffers: '1GB' }`. */
  settings?: Record<string, string>;
  /** False for tests: faster, but data does not survive a power failure. */
  durable?: boolean;
  /** Archive the write-ahead log, in segments of so many seconds (`archiveSettings`). Null: don't. By default a server that runs stays as it is. */
  archiveSeconds?: number | null;
}

const DATABASE = 'stagedoor';

/** Every process that uses a cluster holds this lock in shared mode, in the database `postgres`; the one that can get it exclusively is the last and stops the server. */
const USERS_LOCK = 7_305_913;

/** How long a server may take to start, recovery after a crash included. */
const START_DEADLINE = 120_000;
/** How long a fast shutdown may take before an immediate one (the next start then recovers). */
const STOP_DEADLINE = 20_000;

const BAD_PASSWORD = '28P01';

const accessSchema = z.object({ port: z.int(), password: z.string().regex(/^[\w-]{16,}$/) });
type Access = z.output<typeof accessSchema>;

const urlOf = ({ port, password }: Access, database = DATABASE): string => `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`;

const accessFile = (dataDirectory: string): string => join(dataDirectory, 'postgres.json');

const readAccess = async (dataDirectory: string): Promise<Access | undefined> => {
  try {
    return accessSchema.parse(JSON.parse(await readFile(accessFile(dataDirectory), 'utf8')));
  } catch {
    return undefined;
  }
};

/** Writes the file atomically. */
const writeAccess = async (dataDirectory: string, access: Access): Promise<void> => {
  const draft = `${accessFile(dataDirectory)}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${JSON.stringify(access)}\n`, { mode: 0o600 });
  await rename(draft, accessFile(dataDirectory));
};

const newAccess = (): Access => ({ port: 0, password: randomBytes(24).toString('base64url') });

/** Writes a new password for the cluster of a folder, which its server doesn't have yet. @returns the password */
export const writeNewAccess = async (dataDirectory: string): Promise<string> => {
  const access = newAccess();
  await writeAccess(dataDirectory, access);
  return access.password;
};

/** Below the ephemeral port range: an outgoing connection could occupy such a port while the server is down. */
const PORTS = { from: 20_000, to: 32_000 };

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A free port of this machine for a PostgreSQL. @param wanted the previous port, used if it is free; 0 for any */
export const freePort = async (wanted: number): Promise<number> => {
  if (wanted > 0 && (await isFree(wanted))) return wanted;
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
  throw new PostgresStartError(`PostgreSQL finds no free port between ${PORTS.from} and ${PORTS.to}.`);
};

const connect = async (url: string, applicationName: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
};

/** Stops a server: in order, and when that takes too long at once. */
export const stopPostmaster = async (pid: number): Promise<void> => {
  const signals: [NodeJS.Signals, number][] = [
    // Fast shutdown: open transactions are rolled back, all data is flushed.
    ['SIGINT', STOP_DEADLINE],
    // Immediate: the next start recovers from the log.
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ];
  for (const [signal, patience] of signals) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    for (let waited = 0; waited < patience; waited += 10) {
      if (!isAlive(pid)) return;
      await delay(10);
    }
  }
};

/** The last lines of the server's log, for an error message. */
const lastLogLines = async (logFile: string, from: number): Promise<string> => {
  const text = (await readFile(logFile)).subarray(from).toString('utf8');
  return text.trim().split('\n').slice(-3).join(' ').replace(/\s+/g, ' ');
};

/** Transient failures: the port was just taken; processes of a killed server still hold its shared memory; a concurrent start was faster. */
const TRANSIENT_FAILURE = /could not bind|Address already in use|still in use|lock file .* (already exists|is empty)/;

/** The server was shut down by a concurrent start, which sets a new password and starts it again. */
const wasStopped = (logTail: string): boolean => /database system is shut down/.test(logTail) && !/FATAL|PANIC/.test(logTail);

/** Sets the password, unless a process that uses the server has already restarted it: the caller then finds it, is refused and tries again. */
const setPasswordUnlessRunning = async (program: PostgresProgram, cluster: string, password: string): Promise<void> => {
  try {
    await setPassword(program, cluster, password);
  } catch (error) {
    if (!TRANSIENT_FAILURE.test(String(error))) throw error;
    await delay(randomInt(50, 250));
  }
};

/** Tells whether a server that an earlier process left running archives as it should. One that others use stays as it is. */
const isUsable = async (client: pg.Client, archives: boolean): Promise<boolean> => {
  const { rows } = await client.query(`select current_setting('archive_mode') = $1 as "asWanted", pg_try_advisory_lock($2) as "isUnused"`, [
    archives ? 'on' : 'off',
    USERS_LOCK,
  ]);
  return rows[0].asWanted || !rows[0].isUnused;
};

/** Ensures that a server runs on the cluster and accepts this password. Adopts a running one. */
const ensureRunning = async (
  program: PostgresProgram,
  cluster: string,
  access: Access,
  { dataDirectory, log, settings, durable = true, archiveSeconds }: EmbeddedPostgresOptions,
): Promise<Postmaster> => {
  const logFile = join(dataDirectory, 'postgres.log');
  const deadline = Date.now() + START_DEADLINE;
  let startAttempt: { exited: boolean; logFrom: number } | undefined;
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(cluster);
    if (postmaster?.ready) {
      try {
        const client = await connect(urlOf({ ...access, port: postmaster.port }, 'postgres'), 'stagedoor-start');
        const mayStay = startAttempt !== undefined || archiveSeconds === undefined || (await isUsable(client, archiveSeconds !== null));
        await client.end();
        if (mayStay) return postmaster;
        log.info('PostgreSQL is restarted, because its archive is turned on or off');
        await stopPostmaster(postmaster.pid);
      } catch (error) {
        if (systemCodeOf(error) === BAD_PASSWORD) {
          log.warn('PostgreSQL runs with a password that DATA_DIR does not know; it is stopped and given a new one');
          await stopPostmaster(postmaster.pid);
          await setPasswordUnlessRunning(program, cluster, access.password);
        }
      }
    } else if (!postmaster && !startAttempt) {
      await clearStalePidFile(cluster);
      const port = await freePort(access.port);
      const attempt = { exited: false, logFrom: (await stat(logFile).catch(() => undefined))?.size ?? 0 };
      const { ended } = await startPostmaster(program, cluster, port, logFile, {
        ...(durable ? {} : NOT_DURABLE),
        ...(archiveSeconds ? archiveSettings(archiveSeconds) : {}),
        ...settings,
      });
      void ended.then(() => (attempt.exited = true));
      startAttempt = attempt;
    } else if (!postmaster && startAttempt?.exited) {
      const logTail = await lastLogLines(logFile, startAttempt.logFrom);
      if (!TRANSIENT_FAILURE.test(logTail) && !wasStopped(logTail))
        throw new PostgresStartError(`PostgreSQL does not start: ${logTail || `see ${logFile}`}`);
      startAttempt = undefined;
      await delay(200);
    }
    await delay(10);
  }
  throw new PostgresStartError(`PostgreSQL did not answer within ${START_DEADLINE / 1000} s: see ${logFile}`);
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** @throws PostgresStartError when there are clusters of other major versions alone */
const assertSameMajor = async ({ major }: PostgresProgram, dataDirectory: string): Promise<void> => {
  const majors = (await readdir(join(dataDirectory, 'postgres')).catch(() => [])).filter((name) => /^\d+$/.test(name));
  if (majors.length > 0 && !majors.includes(String(major)))
    throw new PostgresStartError(
      `DATA_DIR: its database was made by PostgreSQL ${majors.join(', ')} and this is ${major}; see docs/operations.md, "A new major version of PostgreSQL".`,
    );
};

/** The cluster of this major version, created if it doesn't exist. */
const ensureCluster = async (
  program: PostgresProgram,
  dataDirectory: string,
  durable: boolean,
): Promise<{ cluster: string; access: Access }> => {
  const cluster = join(dataDirectory, 'postgres', String(program.major));
  await assertSameMajor(program, dataDirectory);
  await assertOwnCluster(dataDirectory, program.user);
  await prepareClusterFolder(dataDirectory, program.user);
  const savedAccess = await readAccess(dataDirectory);
  const access = savedAccess ?? newAccess();
  if (!savedAccess) await writeAccess(dataDirectory, access);
  if (await exists(join(cluster, 'PG_VERSION'))) {
    // The file with the password is missing: a new password can be set while the server is stopped.
    if (!savedAccess && !(await findPostmaster(cluster))) {
      await clearStalePidFile(cluster);
      await setPasswordUnlessRunning(program, cluster, access.password);
    }
  } else {
    await createCluster(program, cluster, access.password, durable);
  }
  return { cluster, access };
};

const ensureDatabase = async (access: Access): Promise<void> => {
  const client = await connect(urlOf(access, 'postgres'), 'stagedoor-start');
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // A concurrent start was faster.
    if (systemCodeOf(error) !== '42P04' && systemCodeOf(error) !== '23505') throw error;
  } finally {
    await client.end();
  }
};

/**
 * Starts the PostgreSQL of DATA_DIR, or adopts the one that an earlier process left running; creates the cluster if needed.
 *
 * It listens on 127.0.0.1 only, on a free port that is reused if possible (`postgres.json`), and requires a random password. If the server dies
 * while it is in use, it is restarted; the pool replaces broken connections.
 *
 * The caller stops it on a graceful exit. After `kill -9` of either, the next start recovers without manual steps.
 *
 * @throws PostgresStartError; ConfigurationError for a cluster of another user
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { dataDirectory, log, durable = true } = options;
  await mkdir(dataDirectory, { recursive: true });
  const program = await findPostgresProgram(join(dataDirectory, 'postgres'));
  const { cluster, access } = await ensureCluster(program, dataDirectory, durable);

  let guard: pg.Client | undefined;
  let postmaster: Postmaster;
  let recovery: Promise<void> | undefined;
  let stopping = false;

  const attach = async (): Promise<void> => {
    postmaster = await ensureRunning(program, cluster, access, options);
    if (postmaster.port !== access.port) {
      access.port = postmaster.port;
      await writeAccess(dataDirectory, access);
    }
    await ensureDatabase(access);
    const client = await connect(urlOf(access, 'postgres'), 'stagedoor-guard');
    await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
    // The checkpointer, which finishes segments in time, went to sleep for ten minutes before the server was ready: this wakes it.
    if (options.archiveSeconds) await client.query('select pg_reload_conf()');
    guard = client;
    client.once('end', () => {
      if (!stopping) recovery = recover();
    });
  };

  const recover = async (): Promise<void> => {
    log.error('PostgreSQL went away; starting it again');
    for (let wait = 50; !stopping; wait = Math.min(wait * 2, 5000)) {
      try {
        // Another start may have given it a new password.
        Object.assign(access, await readAccess(dataDirectory));
        await attach();
        if (urlOf(access) !== ownerUrl) log.error('PostgreSQL has another port or password now: restart this process');
        else log.info('PostgreSQL is back');
        return;
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL is still away');
        await delay(wait);
      }
    }
  };

  // A process that exits without stop() (an invalid configuration, an exception) stops the server too.
  const onExit = (): void => {
    if (isAlive(postmaster.pid)) process.kill(postmaster.pid, 'SIGINT');
  };

  await attach();
  const ownerUrl = urlOf(access);
  process.once('exit', onExit);
  return {
    ownerUrl,
    async stop() {
      if (stopping) return;
      stopping = true;
      process.off('exit', onExit);
      await recovery;
      let last = true;
      try {
        const { rows } = await guard!.query('select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last', [USERS_LOCK]);
        last = rows[0].last;
        if (!last) await guard!.end();
      } catch {
        // The server has stopped already or is stopping.
      }
      if (last) await stopPostmaster(postmaster.pid);
    },
  };
};

/** URL of the running PostgreSQL of DATA_DIR, for a command that runs beside the server; undefined when none runs. */
export const findRunningEmbeddedPostgres = async (dataDirectory: string): Promise<{ ownerUrl: string } | undefined> => {
  const access = await readAccess(dataDirectory);
  const folder = join(dataDirectory, 'postgres');
  const [major] = (await readdir(folder).catch(() => [])).filter((name) => /^\d+$/.test(name));
  if (!access || !major) return undefined;
  const postmaster = await findPostmaster(join(folder, major));
  if (!postmaster) return undefined;
  const foundAccess = { ...access, port: postmaster.port };
  try {
    await (await connect(urlOf(foundAccess), 'stagedoor-find')).end();
    return { ownerUrl: urlOf(foundAccess) };
  } catch {
    return undefined;
  }
};

/** Tells whether a PostgreSQL runs on a cluster of DATA_DIR. */
export const runsPostgres = async (dataDirectory: string): Promise<boolean> => {
  const folder = join(dataDirectory, 'postgres');
  for (const name of await readdir(folder).catch(() => [])) if (await findPostmaster(join(folder, name))) return true;
  return false;
};

/** Stops the PostgreSQL of an abandoned DATA_DIR. */
export const stopLeftOverPostgres = async (dataDirectory: string): Promise<void> => {
  const folder = join(dataDirectory, 'postgres');
  for (const name of await readdir(folder)) {
    const postmaster = await findPostmaster(join(folder, name));
    if (postmaster) await stopPostmaster(postmaster.pid);
  }
};
