import { recordEvent, transact } from '../../platform/database/database.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Adds renditions of one kind, encoded later than the others, to a ready file, and records the event for users of the file. If the file was
 * deleted meanwhile, they are removed. Concurrent runs produce the same renditions under the same keys, which are added once.
 */
export const addRenditions = async (platform: Platform, fileId: string, made: readonly Variant[]): Promise<void> => {
  const { database, storage, clock } = platform;
  const exists = await transact(database, undefined, async (trx) => {
    const row = await trx.selectFrom('files').select('variants').where('id', '=', fileId).forUpdate().executeTakeFirst();
    if (!row) return false;
    const variants = row.variants;
    if (variants.some(({ name }) => name === made[0]!.name)) return true;
    await trx
      .updateTable('files')
      .set({ variants: JSON.stringify([...variants, ...made]), updated_at: clock.now() })
      .where('id', '=', fileId)
      .execute();
    await recordEvent(trx, 'files.ready', { fileId });
    return true;
  });
  if (!exists) for (const { key } of made) await storage.remove(key);
};
