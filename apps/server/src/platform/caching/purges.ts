import { GENERAL_PURGE_INTERVAL_MS } from './limits.ts';

/** The tag of what may gain an entry of anybody: lists over many performers, and the site's own pages. Other tags are performers' ids. */
export const GENERAL = 'general';

/** What becomes of what was made before some purges. `outdated`: it may be served while it is made again. */
export type Standing = 'current' | 'outdated' | 'purged';

/** Performers whose tags are remembered one by one; beyond it, the oldest memories are given up by purging everything. */
const MAX_REMEMBERED = 50_000;

/**
 * Which tags were purged when, as numbers that only grow. Caches ask it for the standing of an entry when they read it and when they are
 * about to store it, so one comparison covers both what was stored before a purge and what was being made meanwhile.
 */
export interface Purges {
  /** The number of the last purge; what begins now carries it. */
  now(): number;
  /** What has these tags is never served again. */
  purge(tags: Iterable<string>): void;
  /** The same for the general tag, at once or within a second of the previous time. */
  purgeGeneralSoon(): void;
  /** What has these tags is served until it was made again. */
  outdate(tags: Iterable<string>): void;
  purgeAll(): void;
  /** The standing of what has these tags and began at this number. */
  standingOf(tags: Iterable<string>, since: number): Standing;
}

/** @param now milliseconds, of a clock that doesn't go back */
export const createPurges = (now: () => number = () => performance.now(), maxRemembered = MAX_REMEMBERED): Purges => {
  let number = 0;
  let all = 0;
  const purged = new Map<string, number>();
  const outdated = new Map<string, number>();
  let generalAgainAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const purgeAll = (): void => {
    all = number += 1;
    purged.clear();
    outdated.clear();
  };
  const remember = (numbers: Map<string, number>, tags: Iterable<string>): void => {
    number += 1;
    for (const tag of tags) numbers.set(tag, number);
    if (numbers.size > maxRemembered) purgeAll();
  };
  const purgeGeneral = (): void => {
    timer = undefined;
    generalAgainAt = now() + GENERAL_PURGE_INTERVAL_MS;
    remember(purged, [GENERAL]);
  };

  return {
    now: () => number,
    purge: (tags) => remember(purged, tags),
    purgeGeneralSoon() {
      if (timer) return;
      const wait = generalAgainAt - now();
      if (wait <= 0) purgeGeneral();
      else timer = setTimeout(purgeGeneral, wait).unref();
    },
    outdate: (tags) => remember(outdated, tags),
    purgeAll,
    standingOf(tags, since) {
      if (all > since) return 'purged';
      let standing: Standing = 'current';
      for (const tag of tags) {
        if ((purged.get(tag) ?? 0) > since) return 'purged';
        if ((outdated.get(tag) ?? 0) > since) standing = 'outdated';
      }
      return standing;
    },
  };
};
