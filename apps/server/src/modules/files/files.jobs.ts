import { recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type VideoForms, makeVideoForms } from '../../platform/media/videos.ts';
import { makeAvif } from '../../platform/media/pictures.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { addForms } from './add-forms.ts';
import { TEASER_TASK, cutTeaser, mayNeedTeaser } from './cut-teaser.ts';
import type { FileFailure } from './failures.ts';
import { DISCARD_TASK, REMOVE_TASK } from './files.store.ts';
import { markOf } from './mark-of.ts';
import { removeFileNow } from './remove-file.ts';
import { AVIF_TASK, TRANSCODE_TASK } from './store-file.ts';
import { sweepLeftovers, sweepOrphans } from './sweep-orphans.ts';

const PROGRESS_STEP = 0.05;

/** What a file's forms lie in, made so far. */
const discardForms = async ({ storage }: Platform, folder: string): Promise<void> => {
  for (const made of [folder, `${folder}-poster`]) await storage.removeFolder(made);
};

/** Says how far a film is, in steps: on its row, and to its owner. */
const progressOf = ({ database, clock, log }: Platform, fileId: string): ((progress: number) => void) => {
  let shown = 0;
  return (progress) => {
    if (progress < shown + PROGRESS_STEP) return;
    shown = progress;
    transact(database, undefined, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('files')
        .set({ progress, updated_at: clock.now() })
        .where('id', '=', fileId)
        .where('state', '=', 'processing')
        .where('progress', '<', progress)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await recordEvent(trx, 'files.progressed', { fileId, progress });
      // Only said; what counts comes at the end.
    }).catch((error: unknown) => log.debug({ err: error }, 'a film’s progress was not written'));
  };
};

/** Writes a film's forms to its row. @returns whether there still was one */
const finish = ({ database, clock }: Platform, fileId: string, forms: VideoForms): Promise<boolean> =>
  transact(database, undefined, async (trx) => {
    const row = await trx.selectFrom('files').select('variants').where('id', '=', fileId).forUpdate().executeTakeFirst();
    if (!row) return false;
    // Captions may have come meanwhile.
    const captions = (row.variants as Variant[]).filter(({ name }) => name === 'captions');
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
    return true;
  });

/**
 * Makes a video's forms; the file says how far it is, and why when it failed. Of what failed or was deleted meanwhile nothing stays. An
 * attempt that was killed is made again in the same folder.
 */
const transcode = async (
  platform: Platform,
  fileId: string,
  folder: string,
  job: { signal: AbortSignal; lastAttempt: boolean },
): Promise<void> => {
  const { database, storage, clock } = platform;
  const file = await database
    .selectFrom('files')
    .select(['id', 'original_key', 'state', 'owner_id', 'purpose'])
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (!file) return discardForms(platform, folder);
  if (file.state !== 'processing') return;
  try {
    const forms = await makeVideoForms(storage, file.original_key, folder, {
      ffmpegPath: platform.config.ffmpegPath,
      onProgress: progressOf(platform, fileId),
      signal: job.signal,
      mark: await markOf(platform, { ownerId: file.owner_id, purpose: file.purpose }),
      teaser: mayNeedTeaser(file.purpose),
    });
    if (!(await finish(platform, fileId, forms))) await discardForms(platform, folder);
  } catch (error) {
    // A file that can't be read won't be readable later; what else went wrong may pass.
    const unreadable = error instanceof CodedError && error.code === 'FILE_UNREADABLE';
    if (job.signal.aborted || !(unreadable || job.lastAttempt)) throw error;
    if (!unreadable) platform.log.error({ err: error, fileId }, 'a film could not be made ready');
    const failure: FileFailure = unreadable ? 'FILE_UNREADABLE' : 'FILE_NOT_MADE';
    await transact(database, undefined, async (trx) => {
      await trx.updateTable('files').set({ state: 'failed', failure, updated_at: clock.now() }).where('id', '=', fileId).execute();
      await recordEvent(trx, 'files.failed', { fileId });
    });
    // Nothing will ever be made of it.
    await storage.remove(file.original_key);
  }
};

/**
 * Makes a picture's smaller forms once nobody waits for them.
 * @param mark what its other forms have burnt in, whatever the site wants by now
 */
export const makeSmaller = async (platform: Platform, fileId: string, mark: string | null): Promise<void> => {
  const { database, storage } = platform;
  const file = await database
    .selectFrom('files')
    .select(['original_key', 'variants'])
    .where('id', '=', fileId)
    .where('kind', '=', 'image')
    .executeTakeFirst();
  const known = (file?.variants ?? []) as Variant[];
  if (!file || known.some(({ name }) => name === 'avif')) return;
  const made = await makeAvif(storage, file.original_key, known, mark);
  if (made.length > 0) await addForms(platform, fileId, made);
};

export const registerFileJobs = (platform: Platform): void => {
  platform.jobs.register(TRANSCODE_TASK, (payload, job) => transcode(platform, String(payload['fileId']), String(payload['folder']), job));
  platform.jobs.register(REMOVE_TASK, (payload) => removeFileNow(platform, String(payload['fileId'])));
  platform.jobs.register(TEASER_TASK, (payload, { signal }) => cutTeaser(platform, String(payload['fileId']), signal));
  platform.jobs.register(AVIF_TASK, (payload) =>
    makeSmaller(platform, String(payload['fileId']), (payload['mark'] as string | null | undefined) ?? null),
  );
  platform.jobs.register(DISCARD_TASK, (payload) => platform.storage.removeFolder(String(payload['folder'])));
  platform.jobs.schedule('files:sweep', '23 * * * *', async () => void (await sweepOrphans(platform)));
  platform.jobs.schedule('files:sweepLeftovers', '41 4 * * *', async () => void (await sweepLeftovers(platform)));
};
