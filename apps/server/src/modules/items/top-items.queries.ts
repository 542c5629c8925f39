import { type ItemKind, KIND_TRAITS } from '@stagedoor/contract/items.values';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import { allOf } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { allOf as allConditions, toTsquery } from '../../platform/search/query.ts';
import { readingParser } from '../../platform/search/search-indexes.ts';
import type { Correction } from '../words/index.ts';
import { type ItemQuery, filtersOf, listItems } from './list-items.queries.ts';
import { findItems } from './search-items.queries.ts';

/** A like counts the less the older an item is: half of this many days after its publication. */
const FRESH_DAYS = 7;

/** Counts where an item has all words as they were typed: in its title, in title and tags, anywhere; over `item_search s`. */
const placeOf = (query: (weights: string) => string): RawBuilder<number> =>
  sql<number>`(s.words @@ ${query('A')}::tsquery)::int + (s.words @@ ${query('AB')}::tsquery)::int + (s.words @@ ${query('')}::tsquery)::int`;

/** An item with its place among all kinds: the greatest comes first. */
export interface RankedItem<View> {
  item: View;
  rank: number;
}

/** A place is worth more than likes and recency ever are. */
const PLACE = 1000;

/**
 * The best items of a kind with these words: first by where they have them, then by likes, recency and whether the viewer follows their performer.
 * @param correction what `q` may mean, read once for several kinds
 */
export const topItems = async <View extends { _id: string }>(
  platform: Platform,
  caller: Caller,
  kind: ItemKind,
  { q, limit, ...filters }: Pick<ItemQuery, 'tag' | 'categoryId' | 'access'> & { q: string; limit: number },
  correction: () => Promise<Correction | null>,
): Promise<RankedItem<View>[]> => {
  const found = await findItems(platform, caller, { q, kind, isByTime: false, correction });
  if (!('ids' in found) || found.ids.length === 0) return [];
  const parser = await readingParser(platform, 'items');
  const typed = parser?.conditionsOf(q) ?? [];
  const place =
    parser && typed.length > 0
      ? placeOf((weights) => toTsquery(allConditions(typed), [parser.letter + KIND_TRAITS[kind].letter], weights))
      : sql<number>`0`;
  const { rows } = await sql<{ id: string; rank: number }>`
    select i.id, ((${place}) * ${sql.lit(PLACE)} + ln(1 + n.like_count)
      - ln(1 + greatest(0, extract(epoch from ${platform.clock.now()}::timestamptz - i.published_at)) / 86400 / ${sql.lit(FRESH_DAYS)})
      + (r.account_id is not null)::int)::float8 as rank
    from items i join item_search s on s.item_id = i.id join item_counters n on n.item_id = i.id
    left join reactions r on r.account_id = ${accountIdOf(caller.viewer)}::uuid and r.object_id = i.performer_id
      and r.action = 'follow' and r.object_type = 'performer'
    where ${allOf(sql`i.id = any(${found.ids}::uuid[])`, ...filtersOf(filters))}
    order by rank desc, i.published_at desc, i.id desc limit ${sql.lit(limit)}`.execute(platform.database);
  if (rows.length === 0) return [];
  const ranks = new Map(rows.map(({ id, rank }) => [id, rank]));
  const { data } = await listItems<View>(platform, kind, caller, {
    ids: [...ranks.keys()],
    limit,
    offset: 0,
    sortBy: 'publishedAt',
    sort: 'desc',
  });
  return data.map((item) => ({ item, rank: ranks.get(item._id)! })).toSorted((one, other) => other.rank - one.rank);
};
