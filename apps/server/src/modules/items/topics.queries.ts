import { sql } from 'kysely';
import { isKnownLong, rememberLong } from '../../platform/long-lists.ts';
import type { Platform } from '../../platform/platform.ts';

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
