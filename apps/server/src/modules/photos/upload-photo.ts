import type { UploadedFile } from '@stagedoor/contract/items';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import { storePicture, uploadedFileOf } from '../files/index.ts';

/** Stores a picture for a photo or a gallery that is being written. @throws CodedError FILE_UNREADABLE */
export const uploadPhoto = async (
  platform: Platform,
  performerId: string,
  file: ReceivedFile,
  idempotency: Idempotency | undefined,
): Promise<UploadedFile> => {
  // Made ready before the transaction, since that takes long; one that lost to its own repetition is swept.
  const picture = await storePicture(platform, file, { ownerId: performerId, purpose: 'photo' });
  const { fileId } = await transact(platform.database, idempotency, async () => ({ fileId: picture.id }));
  const row = await platform.database.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow();
  return uploadedFileOf(platform, row);
};
