import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres, stopLeftOverPostgres } from '@stagedoor/server/platform/database/embedded';
import { migrate, schemaHash } from '@stagedoor/server/platform/database/migrate';
import pg from 'pg';
import { type Stage, QUIET, poolOf } from '../stage.ts';
import { makeWorld } from './make-world.ts';
import { WORLD_VERSION, type WorldSize, sizeOf } from './size.ts';

const run = promisify(execFile);

/** A stage with the bench world on it. */
export interface World extends Stage {
  size: WorldSize;
}

/** Where worlds, and the copies in use, are kept: outside of the repository. */
export const benchData = (): string => process.env['BENCH_DATA'] ?? join(homedir(), '.cache', 'stagedoor-bench');

const folderOf = async (scale: number): Promise<string> =>
  join(benchData(), `world-${scale}-v${WORLD_VERSION}-${(await schemaHash()).slice(0, 12)}`);

/** Stops the database with the bench: a signal alone would leave it running. */
const stopOnSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
};

/** Written last: a folder without it is not whole. */
const MADE = 'world.json';

/** More memory and less writing than usual, as nothing is lost when it fails; and no folder full of old log files to be copied. */
const MAKING = { max_wal_size: '256MB', min_wal_size: '64MB', autovacuum: 'off' };

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Removes what killed runs have left: folders named after a process that is gone. */
const removeLeftOvers = async (): Promise<void> => {
  for (const name of await readdir(benchData()).catch(() => [])) {
    const pid = Number(/^(?:making|copy)-(\d+)-/.exec(name)?.[1]);
    if (!pid || isRunning(pid)) continue;
    const folder = join(benchData(), name);
    if (existsSync(join(folder, 'postgres'))) await stopLeftOverPostgres(folder);
    await rm(folder, { recursive: true, force: true });
  }
};

const temporaryFolder = (kind: 'making' | 'copy'): Promise<string> => mkdtemp(join(benchData(), `${kind}-${process.pid}-`));

/**
 * Makes the world of a scale unless there is one of this schema and version.
 * @param again make it anew
 * @returns its folder
 */
export const ensureWorld = async (scale: number, again = false): Promise<string> => {
  await mkdir(benchData(), { recursive: true });
  await removeLeftOvers();
  stopOnSignals();
  const folder = await folderOf(scale);
  if (existsSync(join(folder, MADE)) && !again) return folder;
  console.log(`Making the bench world at scale ${scale}…`);
  const begun = performance.now();
  const making = await temporaryFolder('making');
  const postgres = await startEmbeddedPostgres({ dataDirectory: making, log: QUIET, settings: MAKING, durable: false });
  try {
    await migrate(postgres.ownerUrl);
    const sql = new pg.Pool({ connectionString: postgres.ownerUrl, max: 1, idleTimeoutMillis: 0 });
    sql.on('error', () => {});
    await makeWorld({ sql, ownerUrl: postgres.ownerUrl, dataDirectory: making }, sizeOf(scale));
    await sql.end();
  } finally {
    await postgres.stop();
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  await writeFile(join(making, MADE), JSON.stringify({ scale, madeAt: new Date(), seconds }));
  await rm(folder, { recursive: true, force: true });
  await rename(making, folder);
  console.log(`Made in ${seconds} s.`);
  return folder;
};

const DAY_MS = 86_400_000;

/** A copy of the world on a PostgreSQL of its own, durable as in operation; both are removed by `close`. */
export const openWorld = async (scale: number): Promise<World> => {
  const folder = await ensureWorld(scale);
  const { madeAt } = JSON.parse(await readFile(join(folder, MADE), 'utf8')) as { madeAt: string };
  const days = Math.floor((Date.now() - Date.parse(madeAt)) / DAY_MS);
  const begun = performance.now();
  const dataDirectory = await temporaryFolder('copy');
  // Owners too, as PostgreSQL may run as another user; and without copying blocks where the file system can share them.
  await run('cp', ['-a', ...(process.platform === 'linux' ? ['--reflink=auto'] : []), `${folder}/.`, dataDirectory]);
  const settings = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' };
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: QUIET, settings });
  const sql = poolOf(postgres.ownerUrl);
  await sql.query('create extension if not exists pg_stat_statements');
  console.log(`The world, made ${days} days ago, was restored in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
  return {
    size: sizeOf(scale),
    ownerUrl: postgres.ownerUrl,
    dataDirectory,
    sql,
    async close() {
      await sql.end();
      await postgres.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
};
