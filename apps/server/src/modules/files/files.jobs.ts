import { recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { uploadsFolder } from '../../platform/storage/uploads.ts';
import { type VideoForms, makeVideoForms } from '../../platform/media/videos.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { DISCARD_TASK, REMOVE_TASK } from './files.store.ts';
import { TRANSCODE_TASK } from './store-file.ts';

/** An upload that nothing attached is swept after a day. */
const ORPHAN_MS = 86_400_000;
const SWEEP_BATCH = 200;
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
      // Captions may have come meanwhile.
      const { variants } = await trx.selectFrom('files').select('variants').where('id', '=', fileId).forUpdate().executeTakeFirstOrThrow();
      const captions = (variants as Variant[]).filter(({ name }) => name === 'captions');
      await trx
        .updateTable('files')
        .set({
          state: 'ready',
          progress: 1,
          width: forms.width,
          height: forms.height,
          duration_ms: forms.durationMs,
          thumbhash: forms.thumbhash,
          variants: JSON.stringify([...forms.variants, ...captions]),
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

/** Removes a file's forms, its original and its row, unless something attached it again meanwhile. */
const remove = async (platform: Platform, fileId: string): Promise<void> => {
  const { database, storage } = platform;
  const file = await database
    .selectFrom('files')
    .select(['id', 'original_key', 'variants'])
    .where('id', '=', fileId)
    .where('attached_at', 'is', null)
    .executeTakeFirst();
  if (!file) return;
  const folders = new Set((file.variants as Variant[]).map(({ key }) => key.slice(0, key.indexOf('/', key.indexOf('/') + 1))));
  for (const folder of folders) await storage.removeFolder(folder);
  await storage.remove(file.original_key);
  await database.deleteFrom('files').where('id', '=', fileId).where('attached_at', 'is', null).execute();
};

/** Sweeps what uploads and crashes have left: rows that nothing attached, and files that no row knows. */
export const sweepOrphans = async (platform: Platform): Promise<number> => {
  const { database, storage, clock } = platform;
  const before = new Date(clock.now().getTime() - ORPHAN_MS);
  const orphans = await database
    .selectFrom('files')
    .select('id')
    .where('attached_at', 'is', null)
    .where('created_at', '<', before)
    .limit(SWEEP_BATCH)
    .execute();
  for (const { id } of orphans) await remove(platform, id);
  const folders = [1, 2, 3].map((days) => uploadsFolder(new Date(clock.now().getTime() - days * ORPHAN_MS)));
  const keys = (await Promise.all(folders.map((folder) => storage.listOlderThan(folder, before)))).flat();
  const known =
    keys.length === 0 ? [] : await database.selectFrom('files').select('original_key').where('original_key', 'in', keys).execute();
  const knownKeys = new Set(known.map(({ original_key }) => original_key));
  const unknown = keys.filter((key) => !knownKeys.has(key));
  for (const key of unknown) await storage.remove(key);
  return orphans.length + unknown.length;
};

export const registerFileJobs = (platform: Platform): void => {
  platform.jobs.register(TRANSCODE_TASK, (payload, job) => transcode(platform, String(payload['fileId']), String(payload['folder']), job));
  platform.jobs.register(REMOVE_TASK, (payload) => remove(platform, String(payload['fileId'])));
  platform.jobs.register(DISCARD_TASK, (payload) => platform.storage.removeFolder(String(payload['folder'])));
  platform.jobs.schedule('files:sweep', '23 * * * *', async () => void (await sweepOrphans(platform)));
};
