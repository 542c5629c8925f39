import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { asCostlyRead } from '../database/costly-reads.ts';
import { CodedError } from '../errors.ts';

/** Addresses of one part of the sitemap; the protocol allows 50,000. */
export const PART_ADDRESSES = 10_000;

export interface SitemapAddress {
  path: string;
  /** When what is there changed last. */
  changedAt: Date | null;
}

/** Addresses of one sort, in the order of an index that grows at its end alone, so that parts stay what they are. */
export interface SitemapSource {
  name: string;
  /** The cursor after the next `count` addresses; null when no more follow them. Reads an index alone. */
  cursorAfter(after: string | undefined, count: number): Promise<string | null>;
  /** Those of the next `count` addresses that a visitor without a country may see. @throws FieldsError for what isn't a cursor */
  read(after: string | undefined, count: number): Promise<SitemapAddress[]>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A part of 10,000 addresses is some 100 kB. */
const CACHE_BYTES = 16 * 1024 * 1024;

const compress = promisify(gzip);
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign]!);

const documentOf = (root: 'urlset' | 'sitemapindex', entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${XMLNS}>\n${entries.map((entry) => `${entry}\n`).join('')}</${root}>\n`;

/** The XML of some addresses. @param origin of the site's public address */
export const partOf = (addresses: readonly SitemapAddress[], origin: string): string =>
  documentOf(
    'urlset',
    addresses.map(({ path, changedAt }) => {
      const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
      return `<url><loc>${escape(origin + path)}</loc>${changed}</url>`;
    }),
  );

/** The query of a part's address; the first of a source has no cursor. */
const queryOf = (name: string, after: string | undefined): string =>
  new URLSearchParams({ part: name, ...(after ? { after } : {}) }).toString();

/**
 * The sitemap: an index, and parts that follow each other by cursor. A part costs as much on a site of millions as on a small one; where parts
 * end is remembered, so that the index of the next hour looks at what is new alone.
 */
export const createSitemap = ({
  sources,
  origin,
  now,
  partAddresses = PART_ADDRESSES,
}: {
  sources: readonly SitemapSource[];
  origin: string;
  /** Milliseconds. */
  now: () => number;
  /** Tests make it small. */
  partAddresses?: number;
}) => {
  const kept = new LRUCache<string, { body: Buffer; until: number }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + 200,
  });
  const inMaking = new Map<string, Promise<Buffer>>();
  const cursors = new Map<string, { list: (string | undefined)[]; walkedAt: number }>();

  /** For an hour; whoever asks while it is made shares it. */
  const keep = async (key: string, make: () => Promise<string>): Promise<Buffer> => {
    const known = kept.get(key);
    if (known && known.until > now()) return known.body;
    const running = inMaking.get(key);
    if (running) return running;
    const begunAt = now();
    const made = asCostlyRead(async () => {
      const body = await compress(await make());
      kept.set(key, { body, until: begunAt + HOUR_MS });
      return body;
    }).finally(() => inMaking.delete(key));
    inMaking.set(key, made);
    return made;
  };

  /** The cursors of a source's parts. Walked anew once a day: what is published again after a withdrawal lengthens a part that was full. */
  const partsOf = async (source: SitemapSource): Promise<readonly (string | undefined)[]> => {
    let known = cursors.get(source.name);
    if (!known || now() - known.walkedAt > DAY_MS) cursors.set(source.name, (known = { list: [undefined], walkedAt: now() }));
    for (;;) {
      const next = await source.cursorAfter(known.list.at(-1), partAddresses);
      if (next === null) break;
      known.list.push(next);
    }
    if (known.list.length > 1) return known.list;
    // An empty part isn't valid.
    return (await source.read(undefined, 1)).length > 0 ? known.list : [];
  };

  const entryOf = (query: string): string => `<sitemap><loc>${escape(`${origin}/sitemap.xml?${query}`)}</loc></sitemap>`;

  return {
    /** The index. @param first names of parts that come before those of the sources */
    index: (first: readonly string[], hasSources: boolean): Promise<Buffer> =>
      keep(JSON.stringify(['index', first, hasSources]), async () => {
        const entries = first.map((name) => queryOf(name, undefined));
        for (const source of hasSources ? sources : [])
          for (const after of await partsOf(source)) entries.push(queryOf(source.name, after));
        return documentOf('sitemapindex', entries.map(entryOf));
      }),
    /** A part of a source. @throws CodedError NOT_FOUND for an unknown source; FieldsError for what isn't a cursor */
    part: (name: string, after: string | undefined): Promise<Buffer> => {
      const source = sources.find((one) => one.name === name);
      if (!source) throw new CodedError('NOT_FOUND');
      return keep(JSON.stringify(['part', name, after]), async () => partOf(await source.read(after, partAddresses), origin));
    },
    /** A part of what is at hand. @param variant what it depends on */
    own: (variant: string, addresses: () => Promise<readonly SitemapAddress[]>): Promise<Buffer> =>
      keep(JSON.stringify(['own', variant]), async () => partOf(await addresses(), origin)),
  };
};
