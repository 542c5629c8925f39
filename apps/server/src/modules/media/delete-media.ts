import type { MediaUse } from '@stagedoor/contract/media';
import { sql } from 'kysely';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeFileFromFeeds } from '../feeds/index.ts';
import { removeFile, retireFile } from '../files/index.ts';
import { inLibrary, usesOf } from './media.queries.ts';

/**
 * Deletes files of the library, all or none. One that posts show is deleted only when that was confirmed: it goes from those posts, but
 * stays in what somebody bought, where it is no longer the library's.
 * @throws CodedError NOT_FOUND, FILE_IN_USE with the uses
 */
export const deleteMedia = (
  platform: Platform,
  ownerId: string,
  fileIds: readonly string[],
  confirmed: boolean,
  idempotency?: Idempotency,
): Promise<{ success: true; deleted: number; kept: MediaUse[] }> => {
  const wanted = [...new Set(fileIds)];
  const now = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    // Locked as posts lock them when they take a file into use: in the order of their ids.
    const { rows } = await sql<{ id: string }>`
      select f.id from files f where f.id = any(${wanted}::uuid[]) and ${inLibrary(ownerId)} order by f.id for update`.execute(trx);
    if (rows.length < wanted.length) throw new CodedError('NOT_FOUND');
    const uses = await usesOf(trx, wanted);
    const all = [...uses.values()].flat();
    if (all.length > 0 && !confirmed) throw new CodedError('FILE_IN_USE', { uses: all });
    for (const { id } of rows) {
      const stays = (uses.get(id) ?? []).some(({ isBought }) => isBought);
      await takeFileFromFeeds(trx, id, now);
      // A post that waits for the file's row finds it gone from the library.
      await retireFile(trx, id, now);
      if (!stays) await removeFile(platform, trx, id);
    }
    return { success: true as const, deleted: rows.length, kept: all.filter(({ isBought }) => isBought) };
  });
};
