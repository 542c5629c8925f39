import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { forgetCategories } from './categories.store.ts';

export interface CategoryInput {
  /** Its part of addresses: letters, digits and dashes. */
  slug: string;
  /** Names by language; English is needed. */
  names: Readonly<Record<string, string>>;
  /** The smallest is first. */
  position: number;
  isHidden: boolean;
}

/**
 * Adds a category, or changes one.
 * @param id null for a new one
 * @throws CodedError NOT_FOUND, CATEGORY_TAKEN when another has the slug
 */
export const saveCategory = async (
  platform: Platform,
  adminId: string | null,
  id: string | null,
  { slug, names, position, isHidden }: CategoryInput,
  idempotency: Idempotency | undefined,
): Promise<string> => {
  const { database, clock } = platform;
  const now = clock.now();
  const { categoryId } = await transact(database, idempotency, async (trx) => {
    const taken = await trx.selectFrom('categories').select('id').where('slug', '=', slug).executeTakeFirst();
    if (taken && taken.id !== id) throw new CodedError('CATEGORY_TAKEN');
    const values = { slug, names: JSON.stringify(names), position, is_hidden: isHidden, updated_at: now };
    const row =
      id === null
        ? await trx
            .insertInto('categories')
            .values({ ...values, created_at: now })
            .onConflict((conflict) => conflict.column('slug').doNothing())
            .returning('id')
            .executeTakeFirst()
        : await trx.updateTable('categories').set(values).where('id', '=', id).returning('id').executeTakeFirst();
    if (!row) throw new CodedError(id === null ? 'CATEGORY_TAKEN' : 'NOT_FOUND');
    await recordAudit(trx, {
      actorId: adminId,
      action: id === null ? 'categories.created' : 'categories.updated',
      objectKind: 'category',
      objectId: row.id,
      detail: { name: names['en'] ?? slug, isHidden },
      at: now,
    });
    return { categoryId: row.id };
  });
  forgetCategories(database);
  return categoryId;
};
