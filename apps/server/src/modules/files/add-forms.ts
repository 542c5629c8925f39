import { recordEvent, transact } from '../../platform/database/database.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Adds forms of one kind, made after the others, to a ready file; who shows it hears of them. Of a file that was deleted meanwhile
 * they go too. Two at once make the same forms in the same places, which are written down once.
 */
export const addForms = async (platform: Platform, fileId: string, made: readonly Variant[]): Promise<void> => {
  const { database, storage, clock } = platform;
  const isThere = await transact(database, undefined, async (trx) => {
    const row = await trx.selectFrom('files').select('variants').where('id', '=', fileId).forUpdate().executeTakeFirst();
    if (!row) return false;
    const variants = row.variants as Variant[];
    if (variants.some(({ name }) => name === made[0]!.name)) return true;
    await trx
      .updateTable('files')
      .set({ variants: JSON.stringify([...variants, ...made]), updated_at: clock.now() })
      .where('id', '=', fileId)
      .execute();
    await recordEvent(trx, 'files.ready', { fileId });
    return true;
  });
  if (!isThere) for (const { key } of made) await storage.remove(key);
};
