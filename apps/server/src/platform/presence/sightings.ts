import type { Log } from '../telemetry/log.ts';
import type { Sighting } from './presence.store.ts';

/** How long notes are gathered for one statement. */
const GATHER_MS = 2000;
/** Ids whose last note is remembered. */
const MAX_KNOWN = 100_000;

/** Gathers that something was seen, for one statement about all of them. */
export interface Sightings {
  /** Ignored if the same id was noted less than the interval ago. */
  note(id: string, at: Date): void;
  /** Writes what was noted so far. */
  flush(): Promise<void>;
}

/**
 * @param write one statement. If it fails, its notes are lost: whoever is there is noted again after the interval
 * @param intervalMs between two notes of one id, of real time
 */
export const createSightings = (
  write: (sightings: readonly Sighting[]) => Promise<void>,
  intervalMs: number,
  log: Pick<Log, 'warn'>,
): Sightings => {
  const notedAt = new Map<string, number>();
  let gathered: Sighting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const writeGathered = async (): Promise<void> => {
    const some = gathered;
    if (some.length === 0) return;
    gathered = [];
    await write(some).catch((error: unknown) => log.warn({ err: error, count: some.length }, 'presence could not be written'));
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (writing = writing.then(writeGathered));
  };

  return {
    note(id, at) {
      const now = performance.now();
      if ((notedAt.get(id) ?? Number.NEGATIVE_INFINITY) > now - intervalMs) return;
      if (notedAt.size >= MAX_KNOWN) notedAt.clear();
      notedAt.set(id, now);
      gathered.push({ id, at });
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
    },
    flush,
  };
};
