import { LRUCache } from 'lru-cache';
import { CACHE_BYTES, LIFETIMES } from '../caching/limits.ts';
import { ownBytes } from '../caching/own-bytes.ts';
import { GENERAL, type Purges } from '../caching/purges.ts';
import type { Shown } from '../caching/shown.ts';

/** A serialized answer to visitors. */
export interface KeptResponse {
  body: Buffer;
  shown: Shown;
}

/** Serialized responses to visitors: thousands of equal requests cost one evaluation. What they show is purged by its tags. */
export interface ResponseCache {
  get(key: string): KeptResponse | undefined;
  /** @returns stores the response of a request that starts now, unless something that it shows is purged meanwhile */
  begin(key: string): (body: Buffer, tags: readonly string[]) => void;
  /** Bytes held. */
  size(): number;
}

export interface ResponseCacheOptions {
  purges: Purges;
  /** Milliseconds. */
  now: () => number;
  /** How old any response may be, instead of what LIFETIMES say; 0 disables the cache. */
  freshMs?: number | undefined;
  maxBytes?: number;
}

interface Entry extends KeptResponse {
  since: number;
}

/** Of an entry, beyond its body, key and tags. */
const OVERHEAD = 400;
/** Of a tag, which is a string of its own. */
const TAG_BYTES = 64;

export const createResponseCache = ({ purges, now, freshMs, maxBytes = CACHE_BYTES.responses }: ResponseCacheOptions): ResponseCache => {
  const responses = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ body, shown }, key) => body.length + 2 * key.length + TAG_BYTES * shown.tags.length + OVERHEAD,
  });
  const lifetimeOf = (tags: readonly string[]): number =>
    freshMs ?? (tags.includes(GENERAL) ? LIFETIMES.general : LIFETIMES.ofPerformers).freshMs;
  /** Counts in lists have the time of lists: somewhere one changes all the time. */
  const isCurrent = (tags: readonly string[], since: number): boolean => {
    const standing = purges.standingOf(tags, since);
    return standing === 'current' || (standing === 'outdated' && tags.includes(GENERAL));
  };
  return {
    get(key) {
      const entry = responses.get(key);
      if (!entry) return undefined;
      const { tags, madeAt } = entry.shown;
      if (now() - madeAt < lifetimeOf(tags) && isCurrent(tags, entry.since)) return entry;
      responses.delete(key);
      return undefined;
    },
    begin(key) {
      const since = purges.now();
      const madeAt = now();
      return (body, tags) => {
        if (freshMs !== 0 && isCurrent(tags, since)) responses.set(key, { body: ownBytes(body), shown: { tags, madeAt }, since });
      };
    },
    size: () => responses.calculatedSize,
  };
};
