import { readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Interval at which the live process shows that its event loop turns. */
const BEAT_MS = 1000;

const beatFile = (dataDirectory: string): string => join(dataDirectory, 'live', 'beat');

/**
 * Shows that this process isn't hung: touches a file of its own once a second. An overloaded process answers no new connection for a while, but still
 * runs its timers; one that hangs does neither.
 *
 * @returns stops it
 */
export const startBeating = async (dataDirectory: string, everyMs = BEAT_MS): Promise<() => void> => {
  const path = beatFile(dataDirectory);
  // The next process has a file of its own at the same place.
  await writeFile(`${path}.${process.pid}`, String(process.pid), { mode: 0o600 });
  await rename(`${path}.${process.pid}`, path);
  const timer = setInterval(() => {
    const now = new Date();
    void utimes(path, now, now).catch(() => undefined);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
};

/** Returns how many milliseconds ago a process last showed that it runs; infinite when it never did. */
export const beatAge = async (dataDirectory: string, pid: number): Promise<number> => {
  const path = beatFile(dataDirectory);
  try {
    if ((await readFile(path, 'utf8')) !== String(pid)) return Infinity;
    return Math.max(0, Date.now() - (await stat(path)).mtimeMs);
  } catch {
    return Infinity;
  }
};
