import { recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type VideoForms, makeVideoForms } from '../../platform/media/videos.ts';
import type { Platform } from '../../platform/platform.ts';
import { REMOVE_TASK } from './files.store.ts';
import { removeFileNow } from './remove-file.ts';
import { TRANSCODE_TASK } from './store-file.ts';
import { sweepLeftovers, sweepOrphans } from './sweep-orphans.ts';

const PROGRESS_STEP = 0.05;

/** Makes a video's forms; the file says how far it is, and why when it failed. */
const transcode = async (
  platform: Platform,
  fileId: string,
  folder: string,
  job: { signal: AbortSignal; lastAttempt: boolean },
): Promise<void> => {
  const { database, storage, clock } = platform;
  const file = await database.selectFrom('files').select(['id', 'original_key', 'state']).where('id', '=', fileId).executeTakeFirst();
  if (!file || file.state === 'ready') return;
  let shown = 0;
  const onProgress = (progress: number): void => {
    if (progress < shown + PROGRESS_STEP) return;
    shown = progress;
    void database
      .updateTable('files')
      .set({ progress, updated_at: clock.now() })
      .where('id', '=', fileId)
      .where('state', '=', 'processing')
      .execute()
      .catch(() => {});
  };
  try {
    const forms: VideoForms = await makeVideoForms(storage, file.original_key, folder, {
      ffmpegPath: platform.config.ffmpegPath,
      onProgress,
      signal: job.signal,
    });
    await transact(database, undefined, async (trx) => {
      await trx
        .updateTable('files')
        .set({
          state: 'ready',
          progress: 1,
          width: forms.width,
          height: forms.height,
          duration_ms: forms.durationMs,
          thumbhash: forms.thumbhash,
          variants: JSON.stringify(forms.variants),
          updated_at: clock.now(),
        })
        .where('id', '=', fileId)
        .execute();
      await recordEvent(trx, 'files.ready', { fileId });
    });
  } catch (error) {
    // A file that can't be read won't be readable later; what else went wrong may pass.
    const unreadable = error instanceof CodedError && error.code === 'FILE_UNREADABLE';
    if (job.signal.aborted || !(unreadable || job.lastAttempt)) throw error;
    await transact(database, undefined, async (trx) => {
      await trx
        .updateTable('files')
        .set({ state: 'failed', failure: 'FILE_UNREADABLE', updated_at: clock.now() })
        .where('id', '=', fileId)
        .execute();
      await recordEvent(trx, 'files.failed', { fileId });
    });
  }
};

export const registerFileJobs = (platform: Platform): void => {
  platform.jobs.register(TRANSCODE_TASK, (payload, job) => transcode(platform, String(payload['fileId']), String(payload['folder']), job));
  platform.jobs.register(REMOVE_TASK, (payload) => removeFileNow(platform, String(payload['fileId'])));
  platform.jobs.schedule('files:sweep', '23 * * * *', async () => void (await sweepOrphans(platform)));
  platform.jobs.schedule('files:sweepLeftovers', '41 4 * * *', async () => void (await sweepLeftovers(platform)));
};
