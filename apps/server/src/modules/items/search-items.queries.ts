import { type ItemKind, kindsWith } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import { searchQueryOf } from '../../platform/database/search.ts';
import { decodeCursor } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOpenItem, visiblePerformer } from '../access/index.ts';
import {
  type ItemListRow,
  type ItemPage,
  type ItemQuery,
  listColumns,
  listJoins,
  ofMediaType,
  ofPerformer,
  pageOf,
} from './items.queries.ts';

/** Of what has the words, the newest so many are looked at. */
const MAX_FOUND = 1000;

type Search = Pick<ItemQuery, 'performerId' | 'type'> & { q: string; kinds: readonly ItemKind[] };

/**
 * `found`: the items with these words that this viewer may find. Words of a text that is locked are found by nobody whom it is locked
 * for: they carry the weight D (migration 0021), and are looked for only with whoever may read them. Null when no word was typed.
 */
const foundBy = ({ viewer, country }: Caller, now: Date, { q, kinds, performerId, type }: Search) => {
  const everywhere = searchQueryOf(q);
  if (everywhere === null) return null;
  const document = sql`item_document(c.title, c.text, c.media_type)`;
  return sql`
    with newest as materialized (
      select i.id, i.published_at from item_contents c join items i on i.id = c.item_id join accounts a on a.id = i.performer_id
      where i.state = 'active' and i.kind = any(${kinds as string[]}::text[]) ${ofPerformer(performerId)} ${ofMediaType(type)}
        and ${document} @@ to_tsquery('simple', ${everywhere})
      order by i.published_at desc, i.id desc limit ${sql.lit(MAX_FOUND)}
    ), found as materialized (
      select ${listColumns(now)}, i.published_at as found_at
      from newest join items i on i.id = newest.id join item_contents c on c.item_id = i.id ${listJoins(accountIdOf(viewer))}
      where ${visiblePerformer(viewer, country)}
        and (${isOpenItem(viewer, now)} or ${document} @@ to_tsquery('simple', ${searchQueryOf(q, 'AB')}))
    )`;
};

/** Items with these words, the newest first. */
export const searchItems = async <View>(
  platform: Platform,
  caller: Caller,
  query: ItemQuery & { q: string; kinds: readonly ItemKind[] },
): Promise<ItemPage<View>> => {
  const found = foundBy(caller, platform.clock.now(), query);
  if (found === null) return { data: [], total: 0, after: null };
  const cursor = decodeCursor(query.after);
  const { rows } = await sql<ItemListRow & { total: number }>`
    ${found}
    select *, (select count(*)::int from found) as total from found
    where true ${cursor ? sql`and (found_at, id) < (${cursor.at}, ${cursor.id}::uuid)` : sql``}
    order by found_at desc, id desc
    limit ${sql.lit(query.limit + 1)} offset ${sql.lit(cursor ? 0 : query.offset)}`.execute(platform.database);
  return pageOf<View>(platform, caller, rows, query.limit, () => countItems(platform, caller, query));
};

/** How many items `searchItems` finds with these words; of every kind that is searched unless said. */
export const countItems = async (
  platform: Platform,
  caller: Caller,
  { kinds = kindsWith('isSearched'), ...search }: Omit<Search, 'kinds'> & { kinds?: readonly ItemKind[] },
): Promise<number> => {
  const found = foundBy(caller, platform.clock.now(), { ...search, kinds });
  if (found === null) return 0;
  const { rows } = await sql<{ total: number }>`${found} select count(*)::int as total from found`.execute(platform.database);
  return rows[0]!.total;
};
