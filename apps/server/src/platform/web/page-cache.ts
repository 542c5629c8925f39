/** A rendered page, before the nonce is put in. */
export interface RenderedPage {
  status: number;
  headers: [string, string][];
  body: string;
}

interface Entry {
  page: Promise<RenderedPage>;
  expiresAt: number;
}

/**
 * Caches visitors' pages for some seconds. One rendering per key at a time: concurrent requests share it.
 * Only pages with status 200 are cached, so that invalid URLs can't fill the cache.
 */
export const createPageCache = ({ ttlMs, maxPages, now }: { ttlMs: number; maxPages: number; now: () => number }) => {
  const entries = new Map<string, Entry>();
  let generation = 0;
  return {
    /** The cached page, or the result of `render`. */
    get(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
      const cached = entries.get(key);
      if (cached && cached.expiresAt > now()) return cached.page;
      const generationAtStart = generation;
      const page = render();
      const entry = { page, expiresAt: now() + ttlMs };
      entries.delete(key);
      entries.set(key, entry);
      const drop = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      void page.then((rendered) => {
        // Started before a purge, or not a 200: only those already waiting get it.
        if (rendered.status !== 200 || generationAtStart !== generation) drop();
      }, drop);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxPages) break;
        entries.delete(oldest);
      }
      return page;
    },
    /** Empties the cache: a takedown, a block or a setting must show at once. */
    purge(): void {
      generation += 1;
      entries.clear();
    },
    size: (): number => entries.size,
  };
};
