import { LRUCache } from 'lru-cache';
import { type RawBuilder, sql } from 'kysely';
import { MANY, MAX_COUNTED, type Total, totalOf } from './lists.ts';
import type { Platform } from './platform.ts';

/** How long a list is known to be long, and how many such lists. */
const KNOWN_MS = 60_000;
const MAX_KNOWN = 10_000;

type Site = Pick<Platform, 'database'>;
const known = new WeakMap<Site, LRUCache<string, true>>();

const longListsOf = (platform: Site): LRUCache<string, true> => {
  let lists = known.get(platform);
  if (!lists) known.set(platform, (lists = new LRUCache({ max: MAX_KNOWN, ttl: KNOWN_MS })));
  return lists;
};

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
