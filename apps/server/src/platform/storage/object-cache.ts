import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A local cache of objects, for programs that read files. */
export interface ObjectCache {
  /**
   * The path of a copy, fetched if not cached. It is kept for at least ten minutes.
   * @param fetch opens the object
   */
  pathOf(key: string, fetch: () => Promise<Readable>): Promise<string>;
  remove(key: string): Promise<void>;
  /** Removes the copies that nobody used for half a day: another node may have removed their objects. */
  evictUnused(): Promise<void>;
}

/** A copy used within this time isn't evicted: a program may be about to open it. */
const IN_USE_MS = 600_000;
/** A copy that wasn't used for so long goes, whatever the room. */
const UNUSED_MS = 12 * 3_600_000;
const EVERY_MS = 3_600_000;

/**
 * An LRU cache in a folder. Keys are never reused, so a copy can't be stale. Copies in use may exceed the limit temporarily.
 */
export const createObjectCache = (directory: string, maxBytes: number): ObjectCache => {
  const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex') + extname(key);
  const fetching = new Map<string, Promise<string>>();

  const evict = async (): Promise<void> => {
    const names = await readdir(directory).catch(() => []);
    const infos = await Promise.all(names.map(async (name) => ({ name, info: await stat(join(directory, name)).catch(() => undefined) })));
    const files = infos.flatMap(({ name, info }) => (info ? [{ name, bytes: info.size, usedAt: info.mtimeMs }] : []));
    let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const usedBefore = Date.now() - IN_USE_MS;
    const unusedSince = Date.now() - UNUSED_MS;
    for (const { name, bytes, usedAt } of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (usedAt > unusedSince && (total <= maxBytes || usedAt > usedBefore)) return;
      await rm(join(directory, name), { force: true });
      total -= bytes;
    }
  };

  const fetchTo = async (path: string, fetch: () => Promise<Readable>): Promise<string> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const temporary = join(directory, `.${randomUUID()}`);
    try {
      await pipeline(await fetch(), createWriteStream(temporary, { mode: 0o600 }));
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await evict();
    return path;
  };

  setInterval(() => void evict().catch(() => undefined), EVERY_MS).unref();
  return {
    evictUnused: evict,
    async pathOf(key, fetch) {
      const path = join(directory, nameOf(key));
      const inFlight = fetching.get(path);
      if (inFlight) return inFlight;
      const now = new Date();
      const isCached = await utimes(path, now, now).then(
        () => true,
        () => false,
      );
      if (isCached) return path;
      const startedMeanwhile = fetching.get(path);
      if (startedMeanwhile) return startedMeanwhile;
      const fetched = fetchTo(path, fetch).finally(() => fetching.delete(path));
      fetching.set(path, fetched);
      return fetched;
    },
    remove: (key) => rm(join(directory, nameOf(key)), { force: true }),
  };
};
