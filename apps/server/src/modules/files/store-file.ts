import { randomUUID } from 'node:crypto';
import { type Executor, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import { sealedKeyOf } from '../../platform/storage/sealed-storage.ts';
import { encodeAudio } from '../../platform/media/audio.ts';
import { isAnimated } from '../../platform/media/animations.ts';
import { keptAsEvidence } from '../../platform/media/clean-file.ts';
import { findFfmpeg, isSoundOnly } from '../../platform/media/ffmpeg.ts';
import { kindRefused } from '../../platform/media/refusals.ts';
import { isWholePdf } from '../../platform/media/documents.ts';
import { makePictures, validatePicture } from '../../platform/media/pictures.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuseBlocked } from './blocked-files.ts';
import { findCopies } from './find-copies.ts';
import { writeHashes } from './copies.store.ts';
import { type NewPreparedFile, type PreparedFile, cleanReceived, discardClean, replaceReceived } from './clean-original.ts';
import { watermarkOf } from './watermark-of.ts';
import { type StoredFile, findFileOf, insertFile } from './files.store.ts';
import { type FilePurpose, hasTrait } from './purposes.ts';
import { requireStorage } from './storage-quota.ts';

/** The job that adds the AVIF renditions to a picture whose purpose has the trait `hasAvif`. */
export const AVIF_TASK = 'files:avif';

/** The job that encodes an animated picture as a silent film, for purposes with the trait `mayMove`. */
export const ANIMATE_TASK = 'files:animate';

/** The payload of the job `files:animate`. */
export interface AnimationWork {
  fileId: string;
  /** Folder of the picture's renditions. */
  folder: string;
  mark: string | null;
}

/** Enqueues the job that encodes an animated picture. @param runAt at once by default */
export const enqueueAnimation = ({ jobs }: Platform, executor: Executor, work: AnimationWork, runAt?: Date): Promise<void> =>
  jobs.enqueue(executor, ANIMATE_TASK, { ...work }, { maxAttempts: 3, queue: queueOf(work.fileId), ...(runAt ? { runAt } : {}) });

/** Folder of a file's renditions; unguessable, so that an address reveals nothing but itself. */
export const folderOf = (purpose: FilePurpose, id: string): string => `${purpose}/${id}-${randomUUID().slice(0, 8)}`;

/**
 * Stores a received picture in all its sizes, encoded immediately, and inserts its row: an orphan, swept after a day, until something
 * attaches it. A repeated upload is the same file.
 *
 * @throws CodedError FILE_UNREADABLE, FILE_BLOCKED, QUOTA_EXCEEDED
 */
export const storePicture = async (
  platform: Platform,
  file: ReceivedFile,
  { ownerId, purpose }: { ownerId: string | null; purpose: FilePurpose },
): Promise<StoredFile> => {
  const { database, storage } = platform;
  const known = await findFileOf(database, file.key);
  if (known) return known;
  const clean = await cleanReceived(platform, file, ownerId);
  const id = newId();
  const folder = folderOf(purpose, id);
  const mark = await watermarkOf(platform, { ownerId, purpose });
  const { hash, ...pictures } = await makePictures(storage, clean.key, folder, mark).catch(async (error: unknown) => {
    await discardClean(platform, file, clean);
    throw error;
  });
  const frames = [{ ...hash, atMs: 0 }];
  const moves = hasTrait(purpose, 'mayMove') && (await isAnimated(storage, clean.key, clean.contentType));
  const copies = purpose === 'document' ? [] : await findCopies(platform, clean, frames);
  const isNew = await transact(database, undefined, async (trx) => {
    await requireStorage(platform.settings, trx, clean, { ownerId, purpose });
    await replaceReceived(platform, trx, file, clean);
    const isFirst = await insertFile(
      trx,
      id,
      { ownerId, purpose, kind: 'image', state: 'ready', original: clean, ...pictures },
      platform.clock.now(),
    );
    if (isFirst && purpose !== 'document') await writeHashes(trx, id, { frames, copies }, platform.clock.now());
    // Delayed, so as not to slow down the uploader's next calls: only adds smaller renditions.
    if (isFirst && hasTrait(purpose, 'hasAvif'))
      await platform.jobs.enqueue(
        trx,
        AVIF_TASK,
        { fileId: id, mark },
        { runAt: new Date(Date.now() + platform.config.avifAfterSeconds * 1000), maxAttempts: 3, queue: 'pictures' },
      );
    if (isFirst && moves) await enqueueAnimation(platform, trx, { fileId: id, folder, mark });
    return isFirst;
  }).catch(async (error: unknown) => {
    if (error instanceof CodedError) {
      await storage.removeFolder(folder);
      await discardClean(platform, file, clean);
    }
    throw error;
  });
  if (!isNew) {
    await storage.removeFolder(folder);
    return (await findFileOf(database, file.key))!;
  }
  return { id, kind: 'image', state: 'ready', durationMs: null, ...pictures };
};

/** How long the encoding of a sound recording may take. */
const AUDIO_MS = 120_000;

/** Whether a received file is a sound recording: browsers record sound into the containers of videos. */
export const isSound = async ({ storage, config }: Platform, file: ReceivedFile): Promise<boolean> => {
  if (file.kind !== 'video') return file.kind === 'audio';
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  return ffmpeg !== undefined && isSoundOnly(ffmpeg, await storage.localPath(file.key), AbortSignal.timeout(AUDIO_MS));
};

/**
 * Stores a received sound recording, encoded immediately: an orphan, swept after a day, until something attaches it.
 * @throws CodedError FILE_UNREADABLE, QUOTA_EXCEEDED; FILE_KIND_REFUSED on a site without ffmpeg
 */
export const storeAudio = async (
  platform: Platform,
  file: ReceivedFile,
  { ownerId, purpose }: { ownerId: string; purpose: FilePurpose },
): Promise<StoredFile> => {
  const { database, storage, config } = platform;
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  if (!ffmpeg) throw new CodedError('FILE_KIND_REFUSED');
  const clean = await cleanReceived(platform, file, ownerId);
  const id = newId();
  const folder = folderOf(purpose, id);
  try {
    const encoded = await encodeAudio(storage, ffmpeg, clean.key, folder, AbortSignal.timeout(AUDIO_MS));
    await transact(database, undefined, async (trx) => {
      await requireStorage(platform.settings, trx, clean, { ownerId, purpose });
      await replaceReceived(platform, trx, file, clean);
      await insertFile(trx, id, { ownerId, purpose, kind: 'audio', state: 'ready', original: clean, ...encoded }, platform.clock.now());
    });
    return { id, kind: 'audio', state: 'ready', width: null, height: null, thumbhash: null, ...encoded };
  } catch (error) {
    if (error instanceof CodedError) {
      await storage.removeFolder(folder);
      await discardClean(platform, file, clean);
    }
    throw error;
  }
};

/**
 * Stores a received video; it is cleaned and its renditions are encoded in the background after the commit.
 * @throws CodedError FILE_BLOCKED, QUOTA_EXCEEDED
 */
export const storeVideo = async (
  platform: Platform,
  trx: Trx,
  file: ReceivedFile,
  { ownerId, purpose }: { ownerId: string; purpose: FilePurpose },
): Promise<StoredFile> => {
  await refuseBlocked(platform, file, ownerId);
  const known = await findFileOf(trx, file.key);
  if (known) return known;
  await requireStorage(platform.settings, trx, file, { ownerId, purpose });
  const id = newId();
  file.keep();
  const isNew = await insertFile(trx, id, { ownerId, purpose, kind: 'video', state: 'processing', original: file }, platform.clock.now());
  if (!isNew) return (await findFileOf(trx, file.key))!;
  await enqueueTranscoding(platform, trx, { fileId: id, folder: folderOf(purpose, id) });
  return { id, kind: 'video', state: 'processing', width: null, height: null, durationMs: null, thumbhash: null, variants: [] };
};

/** What a transcoding job is given. */
export interface TranscodingWork {
  fileId: string;
  /** Folder of the renditions. */
  folder: string;
  /** The job had used all its attempts and was enqueued once more. */
  isRepeated?: boolean;
}

export const transcodingKeyOf = (fileId: string): string => `transcode:${fileId}`;

/** Enqueues the job that encodes a video's renditions, in place of an earlier one. @param runAt at once by default */
export const enqueueTranscoding = ({ jobs }: Platform, executor: Executor, work: TranscodingWork, runAt?: Date): Promise<void> =>
  jobs.enqueue(
    executor,
    TRANSCODE_TASK,
    { ...work },
    { key: transcodingKeyOf(work.fileId), maxAttempts: 4, queue: queueOf(work.fileId), ...(runAt ? { runAt } : {}) },
  );

/** Videos take long and use all cores: they occupy at most two of three workers, so that mails aren't delayed. */
const TRANSCODE_QUEUES = 2;
const queueOf = (id: string): string => `transcode:${Number.parseInt(id.slice(-1), 16) % TRANSCODE_QUEUES}`;

export const TRANSCODE_TASK = 'files:transcode';

/** @throws CodedError FILE_KIND_REFUSED, FILE_UNREADABLE */
const checkDocument = async ({ storage }: Platform, file: ReceivedFile): Promise<{ width: number; height: number } | undefined> => {
  if (file.kind === 'image') return validatePicture(storage, file.key);
  if (file.kind === 'video') throw kindRefused({ accept: ['image', 'document'], isPlain: true });
  if (!(await isWholePdf(storage, file.key, file.bytes))) throw new CodedError('FILE_UNREADABLE');
  return undefined;
};

/** Encrypts a received document. The call's end removes what was received. */
const sealDocument = async ({ storage }: Platform, file: ReceivedFile): Promise<NewPreparedFile> => {
  const key = sealedKeyOf(file.key);
  const { stream } = await storage.open(file.key);
  await storage.put(key, stream, { contentType: file.contentType });
  const received = { ...file, key, keep: () => {} };
  return { received, clean: keptAsEvidence(received), inside: [] };
};

/**
 * Stores identity documents unchanged and encrypted: private, without renditions, readable by admins only. Pictures are decoded once as a
 * check; a PDF must be complete. All are checked before the first is stored, so that a refused call leaves nothing behind.
 * @returns the files' ids, in the order given
 * @throws CodedError FILE_KIND_REFUSED, FILE_UNREADABLE
 */
export const storeDocuments = async (
  platform: Platform,
  executor: Executor,
  files: readonly ReceivedFile[],
  ownerId: string,
): Promise<string[]> => {
  const known = await Promise.all(files.map((file) => findFileOf(executor, sealedKeyOf(file.key))));
  const sizes = await Promise.all(files.map(async (file, index) => (known[index] ? undefined : checkDocument(platform, file))));
  const ids: string[] = [];
  for (const [index, file] of files.entries())
    ids.push(
      known[index]?.id ??
        (await storeUnprocessed(platform, executor, await sealDocument(platform, file), { ownerId, purpose: 'document' }, sizes[index])),
    );
  return ids;
};

/** An admin looks at a document at once; every look is logged. */
const DOCUMENT_SECONDS = 15 * 60;

/** The address of an identity document, for a session of one account. */
export const documentUrl = ({ storage }: Platform, file: { original_key: string; content_type: string }, accountId: string): string =>
  storage.ownUrl(file.original_key, file.content_type, accountId, DOCUMENT_SECONDS);

/**
 * Stores a PDF unchanged: an orphan, swept after a day, until something attaches it.
 * @throws CodedError FILE_UNREADABLE for one that isn't whole, QUOTA_EXCEEDED
 */
export const storeDocument = async (
  platform: Platform,
  trx: Trx,
  file: PreparedFile,
  { name, ...owner }: { ownerId: string; purpose: FilePurpose; name: string },
): Promise<string> => {
  if ('known' in file) return file.known.id;
  if (!(await isWholePdf(platform.storage, file.clean.key, file.clean.bytes))) throw new CodedError('FILE_UNREADABLE');
  await requireStorage(platform.settings, trx, file.clean, owner);
  return storeUnprocessed(platform, trx, file, { ...owner, name, isOrphan: true });
};

/**
 * Stores the file of a digital product without renditions.
 * @param file as `prepareFile` made it
 * @param owner.isOrphan swept after a day, until something attaches it
 * @returns its id
 * @throws CodedError FILE_BLOCKED, QUOTA_EXCEEDED
 */
export const storePrivateFile = async (
  platform: Platform,
  trx: Trx,
  file: PreparedFile,
  owner: { ownerId: string; purpose: FilePurpose; isOrphan?: boolean },
): Promise<string> => {
  if ('known' in file) return file.known.id;
  await requireStorage(platform.settings, trx, file.clean, owner);
  return storeUnprocessed(platform, trx, file, owner);
};

const storeUnprocessed = async (
  platform: Platform,
  executor: Executor,
  { received, clean, inside }: NewPreparedFile,
  { ownerId, purpose, name, isOrphan = false }: { ownerId: string; purpose: FilePurpose; name?: string; isOrphan?: boolean },
  size?: { width: number; height: number },
): Promise<string> => {
  const { kind } = received;
  if (kind === 'captions') throw new CodedError('FILE_KIND_REFUSED');
  const id = newId();
  const now = platform.clock.now();
  await replaceReceived(platform, executor, received, clean);
  const isNew = await insertFile(
    executor,
    id,
    {
      ownerId,
      purpose,
      kind: kind === 'archive' ? 'document' : kind,
      state: 'ready',
      original: clean,
      inside,
      ...(isOrphan ? {} : { attachedAt: now }),
      ...(name ? { name } : {}),
      ...size,
    },
    now,
  );
  return isNew ? id : (await findFileOf(executor, received.key))!.id;
};

const newId = (): string => randomUUID();
