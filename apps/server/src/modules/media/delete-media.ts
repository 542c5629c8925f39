import type { MediaUse } from '@stagedoor/contract/media';
import { sql } from 'kysely';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockItemsUsing, removeFileFromItems } from '../items/index.ts';
import { removeFile, retireFile } from '../files/index.ts';
import { isInLibrary, usesOf } from './media.queries.ts';

/**
 * Deletes library files, all or none. A file used in posts is deleted only when confirmed: it is removed from those posts, but kept in
 * posts that somebody bought, outside the library.
 * @throws CodedError NOT_FOUND, FILE_IN_USE with the uses
 */
export const deleteMedia = (
  platform: Platform,
  ownerId: string,
  fileIds: readonly string[],
  confirmed: boolean,
  idempotency: Idempotency | undefined,
): Promise<{ success: true; deleted: number; kept: MediaUse[] }> => {
  const wanted = [...new Set(fileIds)];
  const now = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    // Locked by id order, like posts lock the files they use. Whether a post is bought is asked afterwards.
    const { rows } = await lockItemsUsing(trx, wanted, () =>
      sql<{ id: string }>`
        select f.id from files f where f.id = any(${wanted}::uuid[]) and ${isInLibrary(ownerId)} order by f.id for update`.execute(trx),
    );
    if (rows.length < wanted.length) throw new CodedError('NOT_FOUND');
    const uses = await usesOf(trx, wanted);
    const all = [...uses.values()].flat();
    if (all.length > 0 && !confirmed) throw new CodedError('FILE_IN_USE', { uses: all });
    for (const { id } of rows) {
      const isKept = (uses.get(id) ?? []).some(({ isBought }) => isBought);
      await removeFileFromItems(trx, id, now);
      // A post waiting for the file's lock then finds it removed from the library.
      await retireFile(trx, id, now);
      if (!isKept) await removeFile(platform, trx, id);
    }
    return { success: true as const, deleted: rows.length, kept: all.filter(({ isBought }) => isBought) };
  });
};
