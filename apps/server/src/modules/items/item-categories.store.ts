import type { Executor, Trx } from '../../platform/database/database.ts';
import { FieldsError } from '../../platform/errors.ts';

/** The categories of an item. */
export const categoryIdsOf = async (executor: Executor, itemId: string): Promise<string[]> => {
  const rows = await executor
    .selectFrom('item_categories')
    .select('category_id')
    .where('item_id', '=', itemId)
    .orderBy('category_id')
    .execute();
  return rows.map(({ category_id: id }) => id);
};

/**
 * Sets the categories of an item; the caller touches the item.
 * @param present those it has: they may stay when they are hidden
 * @throws FieldsError for one that doesn't exist or is hidden
 */
export const setItemCategories = async (
  trx: Trx,
  itemId: string,
  categoryIds: readonly string[],
  present: readonly string[] = [],
): Promise<void> => {
  const wanted = [...new Set(categoryIds.map((id) => id.toLowerCase()))].toSorted();
  if (wanted.join() === [...present].toSorted().join()) return;
  const known =
    wanted.length === 0 ? [] : await trx.selectFrom('categories').select(['id', 'is_hidden']).where('id', 'in', wanted).execute();
  const isKnown = (id: string): boolean => present.includes(id) || known.some((category) => category.id === id && !category.is_hidden);
  if (!wanted.every(isKnown)) throw new FieldsError([{ property: 'categoryIds', rule: 'invalid' }]);
  await trx.deleteFrom('item_categories').where('item_id', '=', itemId).execute();
  if (wanted.length > 0)
    await trx
      .insertInto('item_categories')
      .values(wanted.map((category_id) => ({ item_id: itemId, category_id })))
      .execute();
};
