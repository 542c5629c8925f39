import { kindsWith } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import { isKnownLong, rememberLong } from '../../platform/long-lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';

/** What lists of items are narrowed to: a tag, in lower case, a category, or both. */
export interface Topic {
  tag?: string | undefined;
  categoryId?: string | undefined;
}

/**
 * So many items are read by their ids and sorted. Of a million items, walking through the newest until twenty have a topic that more have is
 * cheaper.
 */
const MAX_SORTED = 4000;

/** The ids of the items of a topic, whatever their kind and state; null for a topic that too many have to be sorted. */
export const idsOfTopic = async (platform: Pick<Platform, 'database'>, { tag, categoryId }: Topic): Promise<string[] | null> => {
  const list = `items of ${JSON.stringify(tag ?? categoryId)}`;
  if (isKnownLong(platform, list)) return null;
  const { rows } = await (tag === undefined
    ? sql<{ id: string }>`
          select g.item_id as id from item_categories g where g.category_id = ${categoryId}::uuid limit ${sql.lit(MAX_SORTED + 1)}`
    : // The second condition is that of the index.
      sql<{ id: string }>`
          select t.item_id as id from item_contents t where t.tags @> array[${tag}]::text[] and t.tags <> '{}' limit ${sql.lit(MAX_SORTED + 1)}`
  ).execute(platform.database);
  if (rows.length <= MAX_SORTED) return rows.map(({ id }) => id);
  rememberLong(platform, list);
  return null;
};

/** How many items with each of these tags the viewer may find, up to a number. */
export const countTagged = async (
  { database }: Pick<Platform, 'database'>,
  { viewer, country }: Caller,
  tags: readonly string[],
  most: number,
): Promise<Map<string, number>> => {
  const kinds = sql.join(kindsWith('isSearched').map((kind) => sql.lit(kind)));
  const { rows } = await sql<{ tag: string; items: number }>`
    select g.tag, (select count(*)::int from (
      select from item_contents t join items i on i.id = t.item_id join performers p on p.account_id = i.performer_id
        join accounts a on a.id = i.performer_id
      where t.tags @> array[g.tag] and t.tags <> '{}' and i.state = 'active' and i.parent_id is null and i.kind in (${kinds})
        and ${visiblePerformer(viewer, country)} limit ${sql.lit(most)}) found) as items
    from unnest(${tags}::text[]) g (tag)`.execute(database);
  return new Map(rows.map(({ tag, items }) => [tag, items]));
};
