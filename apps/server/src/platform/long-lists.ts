import { LRUCache } from 'lru-cache';
import { type RawBuilder, sql } from 'kysely';
import { MANY, MAX_COUNTED, type Total, countOf, totalOf } from './lists.ts';
import type { Platform } from './platform.ts';

/** How long a list is known to be long, and how many such lists. */
const KNOWN_MS = 60_000;
const MAX_KNOWN = 10_000;

type Site = Pick<Platform, 'database'>;

/** A cache of each site in this process. */
const cacheOf = <Value extends object | true>(ttl: number): ((platform: Site) => LRUCache<string, Value>) => {
  const caches = new WeakMap<Site, LRUCache<string, Value>>();
  return (platform) => {
    let cache = caches.get(platform);
    if (!cache) caches.set(platform, (cache = new LRUCache({ max: MAX_KNOWN, ttl })));
    return cache;
  };
};
const longListsOf = cacheOf<true>(KNOWN_MS);

/** Whether a list was found to be long in the last minute. */
export const isKnownLong = (platform: Site, list: string): boolean => longListsOf(platform).has(list);

export const rememberLong = (platform: Site, list: string): void => void longListsOf(platform).set(list, true);

/**
 * Counts the rows of a list that many ask for, up to `MAX_TOTAL`. That it has more is known for a minute: to count a thousand rows of those
 * that filters leave costs more than a page of them.
 * @param counted `from … where …`, the same for every caller
 * @param isOwn which of them this caller's list has; of a list with more than are counted, nobody counts them
 */
export const countLongList = async (platform: Site, counted: RawBuilder<unknown>, isOwn: RawBuilder<unknown>): Promise<Total> => {
  const { sql: text, parameters } = counted.compile(platform.database);
  const key = `${text} ${JSON.stringify(parameters)}`;
  if (isKnownLong(platform, key)) return MANY;
  const { rows } = await sql<{ all: number; own: number }>`
    select count(*)::int as all, (count(*) filter (where x.is_own))::int as own
    from (select ${isOwn} as is_own ${counted} limit ${sql.lit(MAX_COUNTED)}) x`.execute(platform.database);
  const { all, own } = rows[0]!;
  if (all < MAX_COUNTED) return totalOf(own);
  rememberLong(platform, key);
  return MANY;
};

/** How long a count of what an account may still see of its own list is used. */
const VISIBLE_KNOWN_MS = 10_000;
const visibleCountsOf = cacheOf<{ rows: number; total: Total }>(VISIBLE_KNOWN_MS);

/**
 * Counts what an account keeps (reactions, bookmarks, purchases) and may still see, up to `MAX_TOTAL`. Its rows are counted each time; how many of
 * them are visible is known for ten seconds while their number stays the same: to look up the item and the performer of each costs several times the page.
 * @param list what identifies the list: its name, whose it is, its filters, and the country it is seen from
 * @param kept `select …` of the account's rows
 * @param visible `from …` of them, with the joins and conditions that leave out what it may not see
 */
export const countOwnList = async (
  platform: Site,
  list: readonly (string | null | undefined)[],
  kept: RawBuilder<unknown>,
  visible: RawBuilder<unknown>,
): Promise<Total> => {
  const { total: rows, isCapped } = await countOf(platform.database, sql`from (${kept}) kept`);
  if (isCapped) return MANY;
  const key = list.join(' ');
  const counts = visibleCountsOf(platform);
  const known = counts.get(key);
  if (known?.rows === rows) return known.total;
  const total = await countOf(platform.database, visible);
  counts.set(key, { rows, total });
  return total;
};
