import type { UploadedFile } from '@stagedoor/contract/items';
import { keysOf } from '@stagedoor/contract/keys.values';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { storePicture, storeVideo, uploadedFileOf } from '../files/index.ts';

const PURPOSES = { video: 'video', teaser: 'videoTeaser', thumbnail: 'videoThumbnail' } as const;

/**
 * Stores the one file of a call: a film, a teaser or a thumbnail. Pictures are ready at once; films are encoded in the background.
 * @throws CodedError FILE_MISSING, FILE_UNREADABLE; BAD_REQUEST for several
 */
export const uploadVideoFile = async (
  platform: Platform,
  performerId: string,
  files: Readonly<Record<keyof typeof PURPOSES, readonly ReceivedFile[]>>,
  idempotency: Idempotency | undefined,
): Promise<UploadedFile> => {
  const given = keysOf(PURPOSES).flatMap((field) => files[field].map((file) => ({ field, file })));
  if (given.length > 1) throw new CodedError('BAD_REQUEST');
  const [one] = given;
  if (!one) throw new CodedError('FILE_MISSING', { field: 'video' });
  const keep = { ownerId: performerId, purpose: PURPOSES[one.field] };
  // Pictures are processed before the transaction, since that takes long; one that lost to its own repetition is swept.
  const picture = one.field === 'thumbnail' ? await storePicture(platform, one.file, keep) : undefined;
  const { fileId } = await transact(platform.database, idempotency, async (trx) => ({
    fileId: (picture ?? (await storeVideo(platform, trx, one.file, keep))).id,
  }));
  const row = await platform.database.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow();
  return uploadedFileOf(platform, row);
};
