import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { attachFile, removeFile, storeVideo } from '../files/index.ts';

/**
 * Sets a performer's welcome video, or removes it with null; the previous files are removed. It is shown once encoded in the background.
 * @throws CodedError NOT_FOUND
 */
export const setWelcomeVideo = async (
  platform: Platform,
  performerId: string,
  file: ReceivedFile | null,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  await transact(database, idempotency, async (trx) => {
    const performer = await trx
      .selectFrom('performers')
      .select('welcome_video_file_id')
      .where('account_id', '=', performerId)
      .forUpdate()
      .executeTakeFirst();
    if (!performer) throw new CodedError('NOT_FOUND');
    const video = file && (await storeVideo(platform, trx, file, { ownerId: performerId, purpose: 'welcomeVideo' }));
    if (video) await attachFile(trx, video.id, clock.now());
    await trx
      .updateTable('performers')
      .set({ welcome_video_file_id: video?.id ?? null, updated_at: clock.now() })
      .where('account_id', '=', performerId)
      .execute();
    // A repeated upload is the same file, which stays.
    if (performer.welcome_video_file_id && performer.welcome_video_file_id !== video?.id)
      await removeFile(platform, trx, performer.welcome_video_file_id);
    await recordEvent(trx, 'performers.changed', { performerId });
    return {};
  });
};
