import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { type FrameHash, hashFilm } from '../../platform/media/film-hashes.ts';
import { hashStoredPicture } from '../../platform/media/pictures.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { createWorkFolder } from '../../platform/media/work-folder.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeHashes } from './copies.store.ts';
import { findCopies } from './find-copies.ts';

// Files that are ready without having been hashed: those of earlier versions, recordings of shows, and films that are sold as files.

/** The job that hashes them, and the scheduled one that starts it while there are any. */
export const HASH_TASK = 'files:hash';
const HASH_DUE_TASK = 'files:hashDue';

/** A job ends after this, so that others get its worker; the next one goes on. */
const ROUND_MS = 300_000;
const BATCH = 50;
/** The job waits after each file for this share of the time that it took: it yields to requests. */
const PAUSE = 0.5;

interface UnhashedRow {
  id: string;
  kind: string;
  original_key: string;
  sha256: string;
  received_sha256: string | null;
  duration_ms: number | null;
  variants: Variant[];
}

const nextFiles = async ({ background }: Pick<Platform, 'background'>): Promise<UnhashedRow[]> => {
  const { rows } = await sql<UnhashedRow>`
    select id, kind, original_key, sha256, received_sha256, duration_ms, variants from files
    where hashed_at is null and state = 'ready' and kind in ('image', 'video') and purpose <> 'document'
    order by id desc limit ${sql.lit(BATCH)}`.execute(background);
  return rows;
};

const framesOf = async ({ storage, config }: Platform, row: UnhashedRow, signal: AbortSignal): Promise<FrameHash[]> => {
  if (row.kind === 'image') return [{ ...(await hashStoredPicture(storage, row.original_key)), atMs: 0 }];
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  if (!ffmpeg) throw new CodedError('FILE_NOT_MADE');
  const work = await createWorkFolder(`hash-${row.id}`);
  try {
    const source = row.variants.find(({ name }) => name === 'mp4')?.key ?? row.original_key;
    return await hashFilm(ffmpeg, await storage.localPath(source), row.duration_ms ?? 0, { work, signal });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/** Hashes a file; one that can't be decoded has no hashes. What looks like something taken down is told to those that show it. */
const hashOne = async (platform: Platform, row: UnhashedRow, signal: AbortSignal): Promise<void> => {
  const { background, clock, log } = platform;
  const frames = await framesOf(platform, row, signal).catch((error: unknown): FrameHash[] => {
    if (signal.aborted) throw error;
    log.warn({ err: error, fileId: row.id }, 'a file could not be hashed');
    return [];
  });
  const bytes = { key: row.original_key, sha256: row.sha256, receivedSha256: row.received_sha256 };
  const copies = await findCopies(platform, bytes, frames);
  await transact(background, undefined, async (trx) => {
    const { rows } = await sql`select from files where id = ${row.id}::uuid for update`.execute(trx);
    if (rows.length === 0) return;
    if (await writeHashes(trx, row.id, { frames, copies }, clock.now())) await recordEvent(trx, 'files.resembling', { fileId: row.id });
  });
};

/**
 * Hashes stored files, the newest first, until none is left or its time is over. It can be stopped at any time: each file is done or not.
 * @returns how many it hashed
 */
export const hashExisting = async (platform: Platform, signal: AbortSignal): Promise<number> => {
  const until = Date.now() + ROUND_MS;
  let hashed = 0;
  while (Date.now() < until) {
    const rows = await nextFiles(platform);
    if (rows.length === 0) break;
    for (const row of rows) {
      signal.throwIfAborted();
      const begun = performance.now();
      await hashOne(platform, row, signal);
      hashed += 1;
      await pause((performance.now() - begun) * PAUSE);
    }
  }
  return hashed;
};

/** How many stored files are still to be hashed. */
export const countUnhashed = async ({ database }: Pick<Platform, 'database'>): Promise<number> => {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from files
    where hashed_at is null and state = 'ready' and kind in ('image', 'video') and purpose <> 'document'`.execute(database);
  return rows[0]!.left;
};

export const registerHashing = (platform: Platform): void => {
  const { jobs, background } = platform;
  jobs.register(HASH_TASK, async (_payload, { signal }) => void (await hashExisting(platform, signal)), { isLong: true });
  jobs.schedule(HASH_DUE_TASK, '* * * * *', async () => {
    if ((await nextFiles(platform)).length > 0)
      await jobs.enqueue(background, HASH_TASK, {}, { key: HASH_TASK, queue: HASH_TASK, maxAttempts: 3 });
  });
};
