import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Removes a file's row, renditions and original, unless it was attached again meanwhile. The row goes first: a file that something still names stays
 * whole, and one that storage refuses to remove keeps its row, by which it is tried again.
 * @returns the bytes of its original, or null when there was nothing to remove
 */
export const removeFileNow = async (platform: Platform, fileId: string): Promise<number | null> => {
  const { database, storage, metrics } = platform;
  const bytes = await transact(database, undefined, async (trx) => {
    const file = await trx
      .deleteFrom('files')
      .where('id', '=', fileId)
      .where('attached_at', 'is', null)
      .returning(['original_key', 'variants', 'bytes'])
      .executeTakeFirst();
    if (!file) return null;
    const folders = new Set(file.variants.map(({ key }) => key.slice(0, key.indexOf('/', key.indexOf('/') + 1))));
    for (const folder of folders) await storage.removeFolder(folder);
    await storage.remove(file.original_key);
    return Number(file.bytes);
  });
  if (bytes !== null) {
    metrics.removedFiles.inc();
    metrics.removedBytes.inc(bytes);
  }
  return bytes;
};
