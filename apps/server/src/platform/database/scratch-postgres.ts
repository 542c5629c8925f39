import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, stopLeftOverPostgres } from './embedded.ts';
import { isAlive } from '../is-alive.ts';

const SHARED_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 * 2 ** 30;

/**
 * A folder for what doesn't outlive a run: in memory where there is room. Copying a database is making 500 files (15 ms there, up to 450 ms on
 * disk), and each file that is stored is flushed.
 */
export const scratchFolder = async (): Promise<string> => {
  const space = await statfs(SHARED_MEMORY).catch(() => undefined);
  return space && space.bavail * space.bsize >= ENOUGH_BYTES ? SHARED_MEMORY : tmpdir();
};

/** Runs that were killed leave a server and a folder behind. */
const clearLeftOvers = async (folder: string, prefix: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(prefix) ? Number(/^\d+(?=-)/.exec(name.slice(prefix.length))?.[0]) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const directory = join(folder, name);
    await stopLeftOverPostgres(directory).catch(() => {});
    await rm(directory, { recursive: true, force: true }).catch(() => {});
  }
};

/**
 * Starts a PostgreSQL in a temporary folder, without durability. Removes what earlier runs left behind.
 * @param prefix begins the folder's name
 * @returns the address of its database `postgres`, as the owner
 */
export const startScratchPostgres = async (prefix: string): Promise<{ url: string; stop(): Promise<void> }> => {
  const folder = await scratchFolder();
  await clearLeftOvers(folder, prefix);
  const directory = await mkdtemp(join(folder, `${prefix}${process.pid}-`));
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const embedded = await startEmbeddedPostgres({ dataDirectory: directory, log, durable: false });
  const url = new URL(embedded.ownerUrl);
  url.pathname = '/postgres';
  return {
    url: url.href,
    async stop() {
      await embedded.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
