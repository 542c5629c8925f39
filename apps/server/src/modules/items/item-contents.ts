import type { ItemKind, MediaType } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { type TermColumns, termColumns } from '../access/index.ts';
import type { AuthorRow } from '../performers/index.ts';
import type { ItemMedia, ItemPreview } from './item-files.ts';
import { loadCategories } from '../categories/index.ts';
import { itemKind } from './kinds.ts';

/** The part of an item that is the same for every viewer, with its access terms. */
export interface ItemContentRow extends TermColumns, AuthorRow {
  id: string;
  kind: ItemKind;
  media_type: MediaType;
  title: string;
  text: string;
  tags: string[];
  category_ids: string[];
  price_version: number;
  media: ItemMedia[];
  preview: ItemPreview | null;
  teaser: ItemMedia | null;
  photo_count: number;
  video_ms: number | null;
  parent_id: string | null;
  pinned_at: Date | null;
  expires_at: Date | null;
  published_at: Date;
  created_at: Date;
  updated_at: Date;
  /** What the kind's own tables add (`ItemKindModule.loadShared`). */
  shared?: unknown;
}

/** An item's id and kind, and the version of every row that its content is read from. */
export interface ItemReference {
  id: string;
  kind: ItemKind;
  item_version: string;
  performer_version: string;
  account_version: string;
}

/**
 * What a statement over `items i`, `performers p` and `accounts a` selects for `contentsOf`. `xmin` is the transaction that wrote a
 * row's current version (PostgreSQL, "System Columns"): it changes with every committed change. Whatever changes an item's contents,
 * its files or its kind's own rows touches the item (`refreshContents`, `setTerms`); counts are in a table of their own and don't.
 */
export const referenceColumns = sql`i.id, i.kind, i.xmin as item_version, p.xmin as performer_version, a.xmin as account_version`;

/** The rows of `referenceColumns`. */
export const contentJoins = sql`
  join performers p on p.account_id = i.performer_id
  join accounts a on a.id = i.performer_id`;

/** About 3 kB each. */
const MAX_CACHED = 10_000;

type CachedContent = ItemContentRow & ItemReference;
const caches = new WeakMap<Database, LRUCache<string, CachedContent>>();
const cacheOf = (database: Database): LRUCache<string, CachedContent> => {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new LRUCache({ max: MAX_CACHED })));
  return cache;
};

const isCurrent = (cached: CachedContent, reference: ItemReference): boolean =>
  cached.item_version === reference.item_version &&
  cached.performer_version === reference.performer_version &&
  cached.account_version === reference.account_version;

/** Adds what the kinds' own tables know: a statement for each kind that has any. */
const loadShared = async (database: Database, rows: readonly CachedContent[]): Promise<void> => {
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    const shared = await itemKind(kind).loadShared?.(
      database,
      some.map(({ id }) => id),
    );
    if (shared) for (const row of some) row.shared = shared.get(row.id);
  }
};

/**
 * The contents of these items: from memory those whose versions are still the database's, the others in one statement. So what is
 * shown is never older than the statement that made the references; an item without contents is missing.
 */
export const contentsOf = async (database: Database, references: readonly ItemReference[]): Promise<Map<string, ItemContentRow>> => {
  const cache = cacheOf(database);
  await loadCategories(database);
  const contents = new Map<string, ItemContentRow>();
  const missing: string[] = [];
  for (const reference of references) {
    const cached = cache.get(reference.id);
    if (cached && isCurrent(cached, reference)) contents.set(reference.id, cached);
    else missing.push(reference.id);
  }
  if (missing.length > 0) {
    const { rows } = await sql<CachedContent>`
      select ${referenceColumns}, c.media_type, c.title, c.text, c.tags,
        array(select g.category_id from item_categories g where g.item_id = i.id) as category_ids, c.media, c.preview, c.teaser, c.photo_count, c.video_ms, i.parent_id,
        i.pinned_at, i.expires_at, i.published_at, i.created_at, i.updated_at, i.price_version, ${termColumns},
        a.username, a.name, a.avatar_key, p.craft, p.city
      from items i join item_contents c on c.item_id = i.id ${contentJoins} where i.id = any(${missing}::uuid[])`.execute(database);
    await loadShared(database, rows);
    for (const row of rows) {
      cache.set(row.id, row);
      contents.set(row.id, row);
    }
  }
  return contents;
};
