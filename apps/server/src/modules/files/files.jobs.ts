import { recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { makeAnimation } from '../../platform/media/animations.ts';
import { type VideoRenditions, encodeRenditions } from '../../platform/media/videos.ts';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { makeAvif } from '../../platform/media/pictures.ts';
import type { Platform } from '../../platform/platform.ts';
import { addRenditions } from './add-renditions.ts';
import { registerCleaning } from './clean-existing.ts';
import { cleanOriginal } from './clean-original.ts';
import { isOutsideOfReview, writeHashes } from './copies.store.ts';
import { findCopies } from './find-copies.ts';
import { registerHashing } from './hash-existing.ts';
import { registerLookingBack } from './look-back.ts';
import { TEASER_TASK, cutTeaser } from './cut-teaser.ts';
import { hasTrait } from './purposes.ts';
import { discardRenditions, failFile } from './fail-file.ts';
import { DISCARD_TASK, REMOVE_OBJECT_TASK, REMOVE_TASK } from './files.store.ts';
import { watermarkOf } from './watermark-of.ts';
import { removeFileNow } from './remove-file.ts';
import { ANIMATE_TASK, AVIF_TASK, type AnimationWork, TRANSCODE_TASK, enqueueAnimation, enqueueTranscoding } from './store-file.ts';
import { resumeTranscoding } from './resume-transcoding.ts';
import { sealDocuments } from './seal-documents.ts';
import { sweepFiles, sweepLeftovers } from './sweep-orphans.ts';

const PROGRESS_STEP = 0.05;
/** A film waits so long for ffmpeg, which a first start installs in the background; then it fails. */
const FFMPEG_MS = 3_600_000;
const FFMPEG_RETRY_MS = 30_000;

/** Reports the progress of a video in steps: on its row, and to its owner. */
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
      // Informational only: failures are ignored.
    }).catch((error: unknown) => log.debug({ err: error }, 'the progress of a video could not be written'));
  };
};

/**
 * Writes a video's renditions to its row, with its hashes. One that looks like what was taken down and that no review of an item holds back stays
 * in work until an admin has looked at it.
 * @returns whether the row still exists
 */
const finish = async (platform: Platform, fileId: string, renditions: VideoRenditions): Promise<boolean> => {
  const { database, clock } = platform;
  const bytes = await database
    .selectFrom('files')
    .select(['original_key as key', 'sha256', 'received_sha256 as receivedSha256'])
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (!bytes) return false;
  const { frames } = renditions;
  const copies = await findCopies(platform, bytes, frames);
  return transact(database, undefined, async (trx) => {
    const row = await trx.selectFrom('files').select(['variants', 'purpose']).where('id', '=', fileId).forUpdate().executeTakeFirst();
    if (!row) return false;
    const isHeld = (await writeHashes(trx, fileId, { frames, copies }, clock.now())) && (await isOutsideOfReview(trx, fileId, row.purpose));
    // Captions may have been added meanwhile.
    const captions = row.variants.filter(({ name }) => name === 'captions');
    await trx
      .updateTable('files')
      .set({
        ...(isHeld ? {} : { state: 'ready' }),
        progress: 1,
        width: renditions.width,
        height: renditions.height,
        duration_ms: renditions.durationMs,
        thumbhash: renditions.thumbhash,
        variants: JSON.stringify([...renditions.variants, ...captions]),
        updated_at: clock.now(),
      })
      .where('id', '=', fileId)
      .execute();
    if (!isHeld) await recordEvent(trx, 'files.ready', { fileId });
    return true;
  });
};

/**
 * Encodes a video's renditions; the file's row has the progress, and the failure if any. When it failed or the file was deleted meanwhile,
 * everything is removed. A killed attempt is repeated in the same folder.
 */
const transcode = async (
  platform: Platform,
  fileId: string,
  folder: string,
  job: { signal: AbortSignal; lastAttempt: boolean },
): Promise<void> => {
  const { database, storage } = platform;
  const file = await database
    .selectFrom('files')
    .select(['id', 'kind', 'original_key', 'content_type', 'bytes', 'sha256', 'cleaned_at', 'created_at', 'state', 'owner_id', 'purpose'])
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (!file) return discardRenditions(platform, folder);
  if (file.state !== 'processing') return;
  const isMissing = (await findFfmpeg(platform.config.ffmpegPath)) === undefined;
  if (isMissing && platform.clock.now().getTime() - file.created_at.getTime() < FFMPEG_MS)
    return enqueueTranscoding(platform, database, { fileId, folder }, new Date(Date.now() + FFMPEG_RETRY_MS));
  try {
    const original = file.cleaned_at ? file.original_key : await cleanOriginal(platform, file, job.signal);
    if (original === null) return await discardRenditions(platform, folder);
    const renditions = await encodeRenditions(storage, original, folder, {
      ffmpegPath: platform.config.ffmpegPath,
      onProgress: progressOf(platform, fileId),
      signal: job.signal,
      mark: await watermarkOf(platform, { ownerId: file.owner_id, purpose: file.purpose }),
      teaser: hasTrait(file.purpose, 'mayNeedTeaser'),
    });
    if (!(await finish(platform, fileId, renditions))) await discardRenditions(platform, folder);
  } catch (error) {
    // Unreadable files stay unreadable; other failures may be temporary.
    const unreadable = error instanceof CodedError && error.code === 'FILE_UNREADABLE';
    if (job.signal.aborted || !(unreadable || job.lastAttempt)) throw error;
    if (!unreadable) platform.log.error({ err: error, fileId }, 'a video could not be encoded');
    await failFile(platform, fileId, unreadable ? 'FILE_UNREADABLE' : 'FILE_NOT_MADE');
  }
};

/**
 * Adds a picture's AVIF renditions, in the background.
 * @param mark the watermark of its other renditions, whatever the current setting
 */
export const addAvif = async (platform: Platform, fileId: string, mark: string | null): Promise<void> => {
  const { database, storage } = platform;
  const file = await database
    .selectFrom('files')
    .select(['original_key', 'variants'])
    .where('id', '=', fileId)
    .where('kind', '=', 'image')
    .executeTakeFirst();
  const known = file?.variants ?? [];
  if (!file || known.some(({ name }) => name === 'avif')) return;
  const made = await makeAvif(storage, file.original_key, known, mark);
  if (made.length > 0) await addRenditions(platform, fileId, made);
};

/** How long encoding an animation may take. One that takes longer stays a still. */
const ANIMATION_MS = 300_000;

/** Adds the silent film of an animated picture, in the background. A picture that can't be encoded stays a still. */
const animate = async (platform: Platform, { fileId, folder, mark }: AnimationWork, signal: AbortSignal): Promise<void> => {
  const { database, storage, config, clock } = platform;
  const file = await database
    .selectFrom('files')
    .select(['original_key as key', 'content_type as contentType', 'width', 'height', 'variants', 'created_at'])
    .where('id', '=', fileId)
    .where('kind', '=', 'image')
    .executeTakeFirst();
  if (!file?.width || !file.height || file.variants.some(({ name }) => name === 'animation')) return;
  if ((await findFfmpeg(config.ffmpegPath)) === undefined) {
    if (clock.now().getTime() - file.created_at.getTime() < FFMPEG_MS)
      await enqueueAnimation(platform, database, { fileId, folder, mark }, new Date(Date.now() + FFMPEG_RETRY_MS));
    return;
  }
  const { key, contentType, width, height } = file;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(ANIMATION_MS)]);
  const made = await makeAnimation(
    storage,
    { key, contentType, width, height },
    { folder, mark, ffmpegPath: config.ffmpegPath, signal: limited },
  ).catch((error: unknown) => {
    if (signal.aborted || !(limited.aborted || (error instanceof CodedError && error.code === 'FILE_UNREADABLE'))) throw error;
    platform.log.warn({ err: error, fileId }, 'an animation could not be encoded');
    return null;
  });
  if (made) await addRenditions(platform, fileId, [made]);
};

/** The watermark in a job's payload, if there is one. */
const markIn = ({ mark }: Readonly<Record<string, unknown>>): string | null => (typeof mark === 'string' ? mark : null);

export const registerFileJobs = (platform: Platform): void => {
  platform.jobs.register(TRANSCODE_TASK, (payload, job) => transcode(platform, String(payload['fileId']), String(payload['folder']), job), {
    isLong: true,
  });
  platform.jobs.register(REMOVE_TASK, async (payload) => void (await removeFileNow(platform, String(payload['fileId']))));
  platform.jobs.register(TEASER_TASK, (payload, { signal }) => cutTeaser(platform, String(payload['fileId']), signal));
  platform.jobs.register(AVIF_TASK, (payload) => addAvif(platform, String(payload['fileId']), markIn(payload)));
  platform.jobs.register(
    ANIMATE_TASK,
    (payload, { signal }) =>
      animate(
        platform,
        {
          fileId: String(payload['fileId']),
          folder: String(payload['folder']),
          mark: markIn(payload),
        },
        signal,
      ),
    { isLong: true },
  );
  platform.jobs.register(DISCARD_TASK, (payload) => platform.storage.removeFolder(String(payload['folder'])));
  registerCleaning(platform);
  registerHashing(platform);
  registerLookingBack(platform);
  platform.jobs.register(REMOVE_OBJECT_TASK, (payload) => platform.storage.remove(String(payload['key'])));
  platform.jobs.schedule(
    'files:sealDocuments',
    '*/10 * * * *',
    async (_payload, { signal }) => void (await sealDocuments(platform, signal)),
  );
  platform.jobs.schedule('files:resume', '*/5 * * * *', async () => void (await resumeTranscoding(platform)));
  platform.jobs.schedule('files:sweep', '23 * * * *', async (_, { signal }) => void (await sweepFiles(platform, signal)));
  platform.jobs.schedule('files:sweepLeftovers', '41 4 * * *', async () => void (await sweepLeftovers(platform)));
};
