import type { InsideFact } from '@stagedoor/contract/inside.values';
import type { Executor } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/database.ts';
import { type CleanFile, type UncleanFile, cleanFile } from '../../platform/media/clean-file.ts';
import { lookInside } from '../../platform/media/look-inside.ts';
import { validatePicture } from '../../platform/media/pictures.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import { refuseBlocked } from './blocked-files.ts';
import { REMOVE_OBJECT_TASK, type StoredFile, findFileOf } from './files.store.ts';

/** How long copying a film of the largest size may take. */
const CLEANING_MS = 600_000;

type Cleaning = Pick<Platform, 'storage' | 'config'>;

/**
 * Cleans a received file, and refuses one that is blocked as it came or without its metadata.
 * @throws CodedError FILE_BLOCKED, and as `cleanFile`
 */
export const cleanReceived = async (platform: Platform, file: ReceivedFile, ownerId: string | null): Promise<CleanFile> => {
  await refuseBlocked(platform, file, ownerId);
  const { storage, config } = platform;
  const clean = await cleanFile({ storage, ffmpegPath: config.ffmpegPath }, file, AbortSignal.timeout(CLEANING_MS));
  if (clean.receivedSha256 === null) return clean;
  try {
    await refuseBlocked(platform, clean, ownerId);
    return clean;
  } catch (error) {
    await discardClean(platform, file, clean);
    throw error;
  }
};

/** Removes a cleaned copy that gets no row. */
export const discardClean = async ({ storage }: Pick<Platform, 'storage'>, file: ReceivedFile, clean: CleanFile): Promise<void> => {
  if (clean.key !== file.key) await storage.remove(clean.key);
};

/** Has a received file removed once the transaction that inserts its cleaned copy is committed; marks it as in use otherwise. */
export const replaceReceived = async (platform: Platform, executor: Executor, file: ReceivedFile, clean: CleanFile): Promise<void> => {
  if (clean.key === file.key) file.keep();
  else await platform.jobs.enqueue(executor, REMOVE_OBJECT_TASK, { key: file.key });
};

/** A file that is ready for `storePrivateFile`: cleaned before the transaction, since that takes long. */
export type PreparedFile = { known: StoredFile } | NewPreparedFile;

/** One that isn't stored yet. */
export interface NewPreparedFile {
  received: ReceivedFile;
  clean: CleanFile;
  inside: readonly InsideFact[];
}

/**
 * Makes a file ready to be stored without renditions; pictures are decoded as a check, documents and archives are looked into.
 * @throws CodedError FILE_UNREADABLE, FILE_TOO_LARGE, FILE_BLOCKED; FILE_NOT_MADE for films and sound on a site without ffmpeg
 */
export const prepareFile = async (platform: Platform, received: ReceivedFile, ownerId: string): Promise<PreparedFile> => {
  const known = await findFileOf(platform.database, received.key);
  if (known) return { known };
  const clean = await cleanReceived(platform, received, ownerId);
  if (received.kind === 'image')
    await validatePicture(platform.storage, clean.key).catch(async (error: unknown) => {
      await discardClean(platform, received, clean);
      throw error;
    });
  const { kind } = received;
  const inside = kind === 'document' || kind === 'archive' ? await lookInside(await platform.storage.localPath(clean.key), kind) : [];
  return { received, clean, inside };
};

/** A row of `files` with an original that isn't cleaned yet. */
export interface UncleanRow {
  id: string;
  kind: StoredFile['kind'];
  original_key: string;
  content_type: string;
  bytes: bigint;
  sha256: string;
}

const uncleanOf = (row: UncleanRow): UncleanFile => ({
  key: row.original_key,
  kind: row.kind,
  contentType: row.content_type,
  bytes: Number(row.bytes),
  sha256: row.sha256,
});

/**
 * Cleans the original of a stored file, and replaces it. Repeatable: what an earlier attempt has written is written again.
 * @param keptMs how long the old original stays, for downloads that have begun
 * @returns the key of the cleaned original; null when the file was deleted meanwhile
 * @throws CodedError as `cleanFile`
 */
export const cleanOriginal = async (
  platform: Cleaning & Pick<Platform, 'database' | 'clock' | 'jobs'>,
  row: UncleanRow,
  signal: AbortSignal,
  keptMs = 0,
): Promise<string | null> => {
  const { storage, database, clock, jobs, config } = platform;
  const clean = await cleanFile({ storage, ffmpegPath: config.ffmpegPath }, uncleanOf(row), signal);
  const isReplaced = clean.key !== row.original_key;
  const isThere = await transact(database, undefined, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('files')
      .set({
        cleaned_at: clock.now(),
        cleaning_failed_at: null,
        ...(isReplaced
          ? { original_key: clean.key, bytes: BigInt(clean.bytes), sha256: clean.sha256, received_sha256: clean.receivedSha256 }
          : {}),
      })
      .where('id', '=', row.id)
      .where('original_key', '=', row.original_key)
      .executeTakeFirst();
    if (numUpdatedRows > 0n && isReplaced)
      await jobs.enqueue(trx, REMOVE_OBJECT_TASK, { key: row.original_key }, keptMs > 0 ? { runAt: new Date(Date.now() + keptMs) } : {});
    return numUpdatedRows > 0n;
  });
  if (isThere) return clean.key;
  if (isReplaced) await storage.remove(clean.key);
  return null;
};
