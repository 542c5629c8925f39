import type { UploadedFile } from '@stagedoor/contract/items';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { storePicture, storeVideo, uploadedFileOf } from '../files/index.ts';

/**
 * Stores a file for a feed that is being written. Pictures are ready at once; videos are encoded in the background.
 * @throws CodedError FILE_UNREADABLE
 */
export const uploadFeedFile = async (
  platform: Platform,
  performerId: string,
  file: ReceivedFile,
  purpose: 'feedPhoto' | 'feedVideo' | 'feedThumbnail' | 'feedTeaser',
  idempotency: Idempotency | undefined,
): Promise<UploadedFile> => {
  const keep = { ownerId: performerId, purpose };
  // Pictures are processed before the transaction, since that takes long; a duplicate of a repeated call is swept. A video only inserts a
  // row.
  const picture = file.kind === 'video' ? undefined : await storePicture(platform, file, keep);
  const { fileId } = await transact(platform.database, idempotency, async (trx) => ({
    fileId: (picture ?? (await storeVideo(platform, trx, file, keep))).id,
  }));
  const row = await platform.database.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow();
  return uploadedFileOf(platform, row);
};
