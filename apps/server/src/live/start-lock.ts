import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../platform/is-alive.ts';
import { systemCodeOf } from '../platform/thrown.ts';

/**
 * Makes sure that only one process of a machine starts something at a time, by a file with its pid. The file of a dead process, or one older
 * than a start may take, doesn't count.
 *
 * @param maxMs how long a start may take, in milliseconds
 * @returns a function that releases it; undefined while another process holds it
 */
export const lockStart = async (directory: string, maxMs: number): Promise<(() => Promise<void>) | undefined> => {
  const path = join(directory, 'starting.pid');
  for (let attempts = 0; attempts < 2; attempts += 1) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rm(path, { force: true });
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
    }
    const [holder, info] = await Promise.all([readFile(path, 'utf8').catch(() => ''), stat(path).catch(() => undefined)]);
    if (info && Date.now() - info.mtimeMs < maxMs && (holder === '' || isAlive(Number(holder)))) return undefined;
    await rm(path, { force: true });
  }
  return undefined;
};
