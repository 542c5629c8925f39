import type { Database } from '../../platform/database/database.ts';
import type { Executor } from '../../platform/database/database.ts';
import { FieldsError } from '../../platform/errors.ts';
import { type Condition, conditionsOf, meets } from '../../platform/search/query.ts';
import { nameTokensOf } from '../../platform/search/tokens.ts';

/** A category as every view names it. */
interface CachedCategory {
  _id: string;
  slug: string;
  names: Readonly<Record<string, string>>;
  position: number;
  isHidden: boolean;
}

/** The site has a few dozen: they are kept whole. Another node's changes show after so long. */
const LIFETIME_MS = 5000;

interface Cache {
  categories: ReadonlyMap<string, CachedCategory>;
  until: number;
}
const caches = new WeakMap<Database, Cache>();

/** Reads the categories, at most every few seconds: whoever makes views calls it first. */
export const loadCategories = async (database: Database): Promise<ReadonlyMap<string, CachedCategory>> => {
  const cached = caches.get(database);
  if (cached && cached.until > Date.now()) return cached.categories;
  const rows = await database
    .selectFrom('categories')
    .select(['id', 'slug', 'names', 'position', 'is_hidden'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const categories = new Map(
    rows.map(({ id, slug, names, position, is_hidden: isHidden }) => [id, { _id: id, slug, names, position, isHidden }]),
  );
  caches.set(database, { categories, until: Date.now() + LIFETIME_MS });
  return categories;
};

/** Has the next look read the categories again. */
export const forgetCategories = (database: Database): void => void caches.delete(database);

/** @throws FieldsError on `categoryId`, when it is neither null nor a category that is shown */
export const checkCategory = async (executor: Executor, categoryId: string | null): Promise<void> => {
  if (categoryId === null) return;
  const known = await executor
    .selectFrom('categories')
    .select('id')
    .where('id', '=', categoryId)
    .where('is_hidden', '=', false)
    .executeTakeFirst();
  if (!known) throw new FieldsError([{ property: 'categoryId', rule: 'invalid' }]);
};

/** A category's name in a language, else in English. */
export const nameIn = (names: Readonly<Record<string, string>>, locale: string): string =>
  names[locale] ?? names[locale.split('-')[0]!] ?? names['en'] ?? '';

/** An item's categories for its views, in the site's order; hidden ones are left out. */
export const categoriesOf = (database: Database, ids: readonly string[], locale: string): { _id: string; slug: string; name: string }[] => {
  if (ids.length === 0) return [];
  const known = caches.get(database)?.categories;
  return ids
    .flatMap((id) => {
      const category = known?.get(id);
      return category && !category.isHidden ? [category] : [];
    })
    .toSorted((a, b) => a.position - b.position || (a._id < b._id ? -1 : 1))
    .map(({ _id, slug, names }) => ({ _id, slug, name: nameIn(names, locale) }));
};

/** Tells if one of a category's names has all words of search input, by their beginnings. */
const isNamed = ({ names }: Pick<CachedCategory, 'names'>, conditions: readonly Condition[]): boolean =>
  Object.values(names).some((name) => {
    const tokens = nameTokensOf(name);
    return conditions.every((condition) => meets(condition, tokens));
  });

/** The categories with a name, in any language, or an address like search input. */
export const categoryIdsNamed = async (database: Database, q: string): Promise<string[]> => {
  const conditions = conditionsOf(q);
  const address = q.trim().toLowerCase();
  return [...(await loadCategories(database)).values()]
    .filter((category) => (conditions.length > 0 && isNamed(category, conditions)) || category.slug.includes(address))
    .map(({ _id }) => _id);
};

/** The shown categories with a name, in any language, that has all words of search input by their beginnings, in the site's order. */
export const categoriesNamed = async (
  database: Database,
  q: string,
  locale: string,
  limit: number,
): Promise<{ _id: string; slug: string; name: string }[]> => {
  const conditions = conditionsOf(q);
  if (conditions.length === 0) return [];
  return [...(await loadCategories(database)).values()]
    .filter((category) => !category.isHidden && isNamed(category, conditions))
    .slice(0, limit)
    .map(({ _id, slug, names }) => ({ _id, slug, name: nameIn(names, locale) }));
};
