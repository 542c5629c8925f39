import type { Platform } from '../../platform/platform.ts';

/** Removes a file's renditions, original and row, unless it was attached again meanwhile. */
export const removeFileNow = async (platform: Platform, fileId: string): Promise<void> => {
  const { database, storage } = platform;
  const file = await database
    .selectFrom('files')
    .select(['id', 'original_key', 'variants'])
    .where('id', '=', fileId)
    .where('attached_at', 'is', null)
    .executeTakeFirst();
  if (!file) return;
  const folders = new Set(file.variants.map(({ key }) => key.slice(0, key.indexOf('/', key.indexOf('/') + 1))));
  for (const folder of folders) await storage.removeFolder(folder);
  await storage.remove(file.original_key);
  await database.deleteFrom('files').where('id', '=', fileId).where('attached_at', 'is', null).execute();
};
