import { type Idempotency, transact } from '../../platform/database/database.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { attachFile, nameFile, storePicture, storeVideo } from '../files/index.ts';

/**
 * Adds a picture or a video to a performer's library, where it stays until it is deleted.
 * @throws CodedError FILE_UNREADABLE
 */
export const uploadMedia = async (
  platform: Platform,
  ownerId: string,
  file: ReceivedFile,
  name: string,
  idempotency: Idempotency | undefined,
): Promise<{ fileId: string }> => {
  const keep = { ownerId, purpose: 'media' } as const;
  // Pictures are processed before the transaction, since that takes long; a duplicate of a repeated call is swept. A video only inserts a
  // row.
  const picture = file.kind === 'video' ? undefined : await storePicture(platform, file, keep);
  return transact(platform.database, idempotency, async (trx) => {
    const { id } = picture ?? (await storeVideo(platform, trx, file, keep));
    const now = platform.clock.now();
    await attachFile(trx, id, now);
    await nameFile(trx, id, { name }, now);
    return { fileId: id };
  });
};
