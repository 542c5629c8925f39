import { LRUCache } from 'lru-cache';
import { CACHE_BYTES, LIFETIMES, type Lifetimes, RENEWAL_SHARE } from '../caching/limits.ts';
import { GENERAL, type Purges } from '../caching/purges.ts';
import type { Shown } from '../caching/shown.ts';
import { type KeptPage, type PlainPage, writeNonce } from './kept-page.ts';

export interface PageCacheOptions {
  purges: Purges;
  /** Milliseconds. */
  now: () => number;
  lifetimes?: Lifetimes;
  maxBytes?: number;
  maxPlainBytes?: number;
}

interface Made {
  page: KeptPage;
  shown: Shown;
}

/** Makes a page, and tells what it shows. */
export type MakePage = () => Promise<Made>;

export interface PageCache {
  /** The kept page, or what `make` makes. Whoever asks while it is made shares it. */
  get(key: string, make: MakePage): Promise<KeptPage>;
  /** A page uncompressed; the last of those asked for are kept. */
  plain(page: KeptPage, nonce: string): Buffer;
  /** Bytes held. */
  size(): number;
}

interface Entry {
  page: KeptPage;
  tags: readonly string[];
  freshUntil: number;
  servedUntil: number;
  /** The number of the last purge before it was begun. */
  since: number;
}

/** Of an entry, beyond its page, key and tags. */
const OVERHEAD = 2000;
/** Of a tag, which is a string of its own. */
const TAG_BYTES = 64;

/** Whether an answer says that there is no such page anymore, other than that the server can't tell just now. */
const isFinal = (status: number): boolean => status < 500 && status !== 429;

/**
 * Keeps visitors' pages until something that they show is purged, or for minutes. A page that is fresh no longer is served for a while
 * while one new one is made in the background. Only pages with status 200 are kept, so that invalid URLs can't fill the cache.
 */
export const createPageCache = ({
  purges,
  now,
  lifetimes = LIFETIMES,
  maxBytes = CACHE_BYTES.pages,
  maxPlainBytes = CACHE_BYTES.plainPages,
}: PageCacheOptions): PageCache => {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ page, tags }, key) => page.size + 2 * key.length + TAG_BYTES * tags.length + OVERHEAD,
  });
  const plainPages = new LRUCache<KeptPage, PlainPage>({ maxSize: maxPlainBytes, sizeCalculation: ({ body }) => body.length + OVERHEAD });
  const inMaking = new Map<string, { made: Promise<Made>; since: number }>();
  let isRenewing = false;
  let renewAgainAt = -Infinity;

  /** A page lives as long as what it shows may, and no longer than the oldest answer in it. */
  const lifeOf = ({ tags, madeAt }: Shown, begunAt: number): Pick<Entry, 'freshUntil' | 'servedUntil'> => {
    const { freshMs, staleMs } = tags.includes(GENERAL) ? lifetimes.general : lifetimes.ofPerformers;
    const { freshMs: longestMs, staleMs: longestStaleMs } = lifetimes.ofPerformers;
    return {
      freshUntil: Math.min(begunAt + freshMs, madeAt + longestMs),
      servedUntil: Math.min(begunAt + freshMs + staleMs, madeAt + longestMs + longestStaleMs),
    };
  };

  const begin = (key: string, makePage: MakePage): Promise<Made> => {
    const since = purges.now();
    const begunAt = now();
    const made = makePage().then((result) => {
      const { page, shown } = result;
      if (page.status !== 200) {
        if (isFinal(page.status)) entries.delete(key);
      } else if (purges.standingOf(shown.tags, since) !== 'purged')
        entries.set(key, { page, tags: shown.tags, since, ...lifeOf(shown, begunAt) });
      return result;
    });
    inMaking.set(key, { made, since });
    const finish = (): void => void inMaking.delete(key);
    made.then(finish, finish);
    return made;
  };

  /** @param asked the number of the last purge when it was asked for: who asked after a purge never gets what it purged */
  const make = async (key: string, makePage: MakePage, asked: number): Promise<KeptPage> => {
    const running = inMaking.get(key);
    if (!running) return (await begin(key, makePage)).page;
    const { page, shown } = await running.made;
    if (running.since >= asked || purges.standingOf(shown.tags, running.since) !== 'purged') return page;
    return make(key, makePage, asked);
  };

  /** In the background. Performers' pages, of which there may be thousands, leave the node most of its time for what visitors wait for. */
  const renew = (key: string, makePage: MakePage, isGeneral: boolean): void => {
    if (inMaking.has(key)) return;
    if (isGeneral) {
      begin(key, makePage).catch(() => undefined);
      return;
    }
    const begunAt = now();
    if (isRenewing || begunAt < renewAgainAt) return;
    isRenewing = true;
    const finish = (): void => {
      isRenewing = false;
      renewAgainAt = now() + (RENEWAL_SHARE - 1) * (now() - begunAt);
    };
    begin(key, makePage).then(finish, finish);
  };

  return {
    async get(key, makePage) {
      const entry = entries.get(key);
      if (!entry) return make(key, makePage, purges.now());
      const standing = purges.standingOf(entry.tags, entry.since);
      const isGeneral = entry.tags.includes(GENERAL);
      if (standing === 'purged' || now() >= entry.servedUntil) {
        entries.delete(key);
        return make(key, makePage, purges.now());
      }
      // Counts in lists have the time of lists: somewhere one changes all the time.
      if (now() >= entry.freshUntil || (standing === 'outdated' && !isGeneral)) renew(key, makePage, isGeneral);
      return entry.page;
    },
    plain(page, nonce) {
      let plain = plainPages.get(page);
      if (!plain) plainPages.set(page, (plain = page.unpack()));
      return writeNonce(plain, nonce);
    },
    size: () => entries.calculatedSize,
  };
};
