import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { attachFile, removeFile, storePicture } from '../files/index.ts';

/**
 * Sets a performer's cover and removes the previous files.
 * @throws CodedError NOT_FOUND, FILE_UNREADABLE
 */
export const setCover = async (
  platform: Platform,
  performerId: string,
  file: ReceivedFile,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  const performer = await database
    .selectFrom('performers')
    .select('cover_file_id')
    .where('account_id', '=', performerId)
    .executeTakeFirst();
  if (!performer) throw new CodedError('NOT_FOUND');
  const picture = await storePicture(platform, file, { ownerId: performerId, purpose: 'cover' });
  await transact(database, idempotency, async (trx) => {
    await attachFile(trx, picture.id, clock.now());
    await trx
      .updateTable('performers')
      .set({ cover_file_id: picture.id, updated_at: clock.now() })
      .where('account_id', '=', performerId)
      .execute();
    if (performer.cover_file_id) await removeFile(platform, trx, performer.cover_file_id);
    await recordEvent(trx, 'performers.changed', { performerId });
    return {};
  });
};
