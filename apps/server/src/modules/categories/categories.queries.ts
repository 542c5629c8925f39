import type { AdminCategory, CategoryView } from '@stagedoor/contract/catalog';
import type { ItemKind } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { asCostlyRead } from '../../platform/database/costly-reads.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { categoryIdsNamed, nameIn } from './categories.store.ts';

interface Row {
  id: string;
  slug: string;
  names: Record<string, string>;
  position: number;
  is_hidden: boolean;
  created_at: Date;
  updated_at: Date;
}

/** Items of a kind in a category are counted up to here. */
const MAX_COUNT = 1000;

type CategorySort = 'position' | 'createdAt' | 'updatedAt';
const SORTS: Sorts<CategorySort> = {
  position: by.number(sql`c.position`),
  createdAt: by.instant(sql`c.created_at`),
  updatedAt: by.instant(sql`c.updated_at`),
};

type CategoryQuery = ListQuery<CategorySort> & { q?: string | undefined; kind?: ItemKind | undefined };

/** How many visible items each category has, by kind. */
const readCounts = async ({ database }: Platform, ids: readonly string[]): Promise<Map<string, Record<string, number>>> => {
  const { rows } = await sql<{ id: string; kind: string; items: number }>`
    select x.category_id as id, x.kind, count(*)::int as items from (
      select g.category_id, i.kind, row_number() over (partition by g.category_id, i.kind) as nr
      from item_categories g join items i on i.id = g.item_id and i.state = 'active' and i.parent_id is null
      where g.category_id = any(${ids}::uuid[])) x
    where x.nr <= ${sql.lit(MAX_COUNT)} group by 1, 2`.execute(database);
  const counts = new Map<string, Record<string, number>>();
  for (const { id, kind, items } of rows) counts.set(id, { ...counts.get(id), [kind]: items });
  return counts;
};

type Counts = Record<string, number>;
/** How old a count may be before it is counted again, how old to be answered at all, and of how many categories they are kept. */
const COUNTED_MS = 10_000;
const KEPT_MS = 5 * 60_000;
const MAX_COUNTED = 1000;

interface KeptCounts {
  counts: LRUCache<string, { count: Counts; at: number }>;
  /** Categories that are being counted. */
  counting: Map<string, Promise<unknown>>;
}
const kept = new WeakMap<Platform, KeptCounts>();

/** Counts categories, each once for all who wait for it. */
const count = (platform: Platform, { counts, counting }: KeptCounts, ids: readonly string[]): Promise<unknown> => {
  const ours = ids.filter((id) => !counting.has(id));
  if (ours.length > 0) {
    const read = readCounts(platform, ours)
      .then((found) => {
        for (const id of ours) counts.set(id, { count: found.get(id) ?? {}, at: performance.now() });
      })
      .finally(() => {
        for (const id of ours) counting.delete(id);
      });
    for (const id of ours) counting.set(id, read);
  }
  return Promise.all(ids.map((id) => counting.get(id) ?? Promise.resolve()));
};

/**
 * As `readCounts`, some seconds old: counting reads all that a category has, and Discover shows the counts to everybody. A count that is too
 * old is answered while it is counted again, once for all who ask.
 */
const countsOf = async (platform: Platform, ids: readonly string[]): Promise<Map<string, Counts>> => {
  const keptCounts = kept.get(platform) ?? { counts: new LRUCache({ max: MAX_COUNTED, ttl: KEPT_MS }), counting: new Map() };
  kept.set(platform, keptCounts);
  const { counts } = keptCounts;
  const missing = ids.filter((id) => !counts.has(id));
  if (missing.length > 0) await count(platform, keptCounts, missing);
  const old = ids.filter((id) => performance.now() - (counts.get(id)?.at ?? 0) > COUNTED_MS);
  if (old.length > 0)
    asCostlyRead(() => count(platform, keptCounts, old)).catch((error: unknown) =>
      platform.log.error({ err: error }, 'categories could not be counted'),
    );
  return new Map(ids.map((id) => [id, counts.get(id)?.count ?? {}]));
};

const listRows = async (platform: Platform, query: CategoryQuery, withHidden: boolean) => {
  const named = query.q ? await categoryIdsNamed(platform.database, query.q) : null;
  const matching = sql`from categories c where ${allOf(
    !withHidden && sql`not c.is_hidden`,
    named && sql`c.id = any(${named}::uuid[])`,
    query.kind &&
      sql`exists (select from item_categories g join items i on i.id = g.item_id where g.category_id = c.id and i.kind = ${query.kind}
        and i.state = 'active' and i.parent_id is null)`,
  )}`;
  const { order } = sorted(SORTS, query, sql`c.id`);
  return readPage(platform.database, query, sql<Row>`select c.* ${matching} order by ${order} ${limitOf(query)}`, matching);
};

/** The site's categories, in its order: with words, in any language; with a kind, those that have items of it. */
export const listCategories = async (platform: Platform, locale: string, query: CategoryQuery): Promise<List<CategoryView>> => {
  const { rows, ...totals } = await listRows(platform, query, false);
  const counts = await countsOf(
    platform,
    rows.map(({ id }) => id),
  );
  const data = rows.map(({ id, slug, names }) => ({ _id: id, slug, name: nameIn(names, locale), counts: counts.get(id) ?? {} }));
  return { data, ...totals };
};

const adminViewOf = (row: Row, counts: Record<string, number> | undefined): AdminCategory => ({
  _id: row.id,
  slug: row.slug,
  names: row.names,
  position: row.position,
  isHidden: row.is_hidden,
  items: Object.values(counts ?? {}).reduce((sum, items) => sum + items, 0),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** All categories, hidden ones too, with their names in every language. */
export const listAllCategories = async (platform: Platform, query: CategoryQuery): Promise<List<AdminCategory>> => {
  const { rows, ...totals } = await listRows(platform, query, true);
  const counts = await readCounts(
    platform,
    rows.map(({ id }) => id),
  );
  return { data: rows.map((row) => adminViewOf(row, counts.get(row.id))), ...totals };
};

/** @throws CodedError NOT_FOUND */
export const getCategory = async (platform: Platform, categoryId: string): Promise<AdminCategory> => {
  const row = await platform.database.selectFrom('categories').selectAll().where('id', '=', categoryId).executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return adminViewOf({ ...row, names: row.names }, (await readCounts(platform, [categoryId])).get(categoryId));
};
