import { recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileFailure } from './failures.ts';

/** Marks a file in work as failed, records the event, and removes its original, which won't be processed again. */
export const failFile = async ({ database, storage, clock }: Platform, fileId: string, failure: FileFailure): Promise<void> => {
  const failed = await transact(database, undefined, async (trx) => {
    const row = await trx
      .updateTable('files')
      .set({ state: 'failed', failure, updated_at: clock.now() })
      .where('id', '=', fileId)
      .where('state', '=', 'processing')
      .returning('original_key')
      .executeTakeFirst();
    if (row) await recordEvent(trx, 'files.failed', { fileId });
    return row;
  });
  if (failed) await storage.remove(failed.original_key);
};

/** Removes the folders of a file's renditions. */
export const discardRenditions = async ({ storage }: Platform, folder: string): Promise<void> => {
  for (const made of [folder, `${folder}-poster`]) await storage.removeFolder(made);
};
