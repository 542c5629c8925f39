import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Copies of objects on this machine's disk, for programs that read files. */
export interface ObjectCache {
  /**
   * The path of a copy, fetched where there is none. It stays for at least ten minutes.
   * @param fetch opens the object
   */
  pathOf(key: string, fetch: () => Promise<Readable>): Promise<string>;
  remove(key: string): Promise<void>;
}

/** What was asked for within this time isn't thrown out: a program may be about to open it. */
const IN_USE_MS = 600_000;

/**
 * A folder of copies, bounded: when a new one doesn't fit, those asked for longest ago go. Keys are never used twice, so a copy can't be out
 * of date. What is in use may exceed the bound for a while.
 */
export const createObjectCache = (directory: string, maxBytes: number): ObjectCache => {
  const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex') + extname(key);
  const fetching = new Map<string, Promise<string>>();

  const trim = async (): Promise<void> => {
    const names = await readdir(directory);
    const infos = await Promise.all(names.map(async (name) => ({ name, info: await stat(join(directory, name)).catch(() => undefined) })));
    const files = infos.flatMap(({ name, info }) => (info ? [{ name, bytes: info.size, usedAt: info.mtimeMs }] : []));
    let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const longUnused = Date.now() - IN_USE_MS;
    for (const { name, bytes, usedAt } of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (total <= maxBytes || usedAt > longUnused) return;
      await rm(join(directory, name), { force: true });
      total -= bytes;
    }
  };

  const fill = async (path: string, fetch: () => Promise<Readable>): Promise<string> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const temporary = join(directory, `.${randomUUID()}`);
    try {
      await pipeline(await fetch(), createWriteStream(temporary, { mode: 0o600 }));
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await trim();
    return path;
  };

  return {
    async pathOf(key, fetch) {
      const path = join(directory, nameOf(key));
      const under = fetching.get(path);
      if (under) return under;
      const now = new Date();
      const isThere = await utimes(path, now, now).then(
        () => true,
        () => false,
      );
      if (isThere) return path;
      const again = fetching.get(path);
      if (again) return again;
      const filled = fill(path, fetch).finally(() => fetching.delete(path));
      fetching.set(path, filled);
      return filled;
    },
    remove: (key) => rm(join(directory, nameOf(key)), { force: true }),
  };
};
