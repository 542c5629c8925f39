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
 * Pages of visitors, kept for some seconds. One rendering a key at a time: who asks meanwhile waits for it.
 * Only found pages are kept, so that made-up addresses can't fill it.
 */
export const createPageCache = ({ ttlMs, maxPages, now }: { ttlMs: number; maxPages: number; now: () => number }) => {
  const entries = new Map<string, Entry>();
  let generation = 0;
  return {
    /** The kept page, or the one that `render` makes. */
    get(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
      const kept = entries.get(key);
      if (kept && kept.expiresAt > now()) return kept.page;
      const begunIn = generation;
      const page = render();
      const entry = { page, expiresAt: now() + ttlMs };
      entries.delete(key);
      entries.set(key, entry);
      const drop = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      void page.then((rendered) => {
        // Begun before a purge, or no page at all: whoever waits gets it, nobody else.
        if (rendered.status !== 200 || begunIn !== generation) drop();
      }, drop);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxPages) break;
        entries.delete(oldest);
      }
      return page;
    },
    /** Forgets everything: a takedown, a block or a setting must show at once. */
    purge(): void {
      generation += 1;
      entries.clear();
    },
    size: (): number => entries.size,
  };
};
