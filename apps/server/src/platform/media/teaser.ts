import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../storage/storage.ts';
import { ENCODING, type Rendition, mediaNameOf } from './adaptive.ts';
import { convert, findFfmpeg, probe } from './ffmpeg.ts';
import type { Rung } from './ladder.ts';
import type { Variant } from './variants.ts';
import { createWorkFolder } from './work-folder.ts';

const MAX_MS = 10_000;
/** Fractions of the video's length: the teaser is at most a fifth, and skips the first tenth. */
const MAX_FRACTION = 5;
const SKIPPED_FRACTION = 10;
/** A fifth of a shorter video would be too short. */
const MIN_VIDEO_MS = 5000;
/** Lines of the rendition that it is cut from. */
const LINES = 480;

/** Start and length of a video's teaser, in milliseconds; null when the video is too short. */
export const teaserSpanOf = (durationMs: number): { beginMs: number; lengthMs: number } | null =>
  durationMs < MIN_VIDEO_MS
    ? null
    : { beginMs: Math.ceil(durationMs / SKIPPED_FRACTION), lengthMs: Math.min(MAX_MS, Math.floor(durationMs / MAX_FRACTION)) };

/**
 * Cuts a video's teaser out of one of its renditions, including audio and watermark.
 * @param path local path of the rendition
 * @param durationMs of the video
 * @returns null when the video is too short
 * @throws CodedError FILE_UNREADABLE
 */
export const makeTeaser = async (
  storage: Storage,
  ffmpeg: string,
  { path, width, height }: Pick<Rendition, 'path' | 'width' | 'height'>,
  durationMs: number,
  { work, folder, signal }: { work: string; folder: string; signal: AbortSignal },
): Promise<Variant | null> => {
  const span = teaserSpanOf(durationMs);
  if (!span) return null;
  const target = join(work, 'teaser.mp4');
  // Re-encoded, because a stream copy can only start at key frames, which would make the length imprecise.
  const outputOptions = ['-map_metadata', '-1', ...ENCODING, '-movflags', '+faststart', target];
  await convert(
    ffmpeg,
    path,
    { before: ['-ss', String(span.beginMs / 1000)], after: ['-t', String(span.lengthMs / 1000), ...outputOptions] },
    signal,
  );
  const { durationMs: length } = await probe(ffmpeg, target, signal);
  const key = `${folder}/teaser.mp4`;
  await storage.put(key, createReadStream(target), { contentType: 'video/mp4' });
  return { name: 'teaser', key, width, height, contentType: 'video/mp4', durationMs: length };
};

/** The rendition that the teaser is cut from: the largest of at most 480 lines, or the smallest. */
export const teaserSourceOf = <R extends Rung>(ladder: readonly R[]): R => ladder.findLast(({ lines }) => lines <= LINES) ?? ladder[0]!;

/**
 * Cuts the teaser of a video that was encoded earlier.
 * @param existing its renditions
 * @returns null when the video is too short or ffmpeg is missing
 * @throws CodedError FILE_UNREADABLE
 */
export const makeTeaserLater = async (
  storage: Storage,
  existing: readonly Variant[],
  durationMs: number,
  { ffmpegPath, signal }: { ffmpegPath: string | undefined; signal: AbortSignal },
): Promise<Variant | null> => {
  const progressive = existing.find(({ name }) => name === 'mp4');
  const ffmpeg = await findFfmpeg(ffmpegPath);
  if (!progressive || !ffmpeg) return null;
  const folder = progressive.key.slice(0, progressive.key.lastIndexOf('/'));
  const rendition = `${folder}/${mediaNameOf({ lines: LINES })}`;
  const isStored = await storage.exists(rendition);
  const path = await storage.localPath(isStored ? rendition : progressive.key);
  const { width, height } = await probe(ffmpeg, path, signal);
  const work = await createWorkFolder(folder);
  try {
    return await makeTeaser(storage, ffmpeg, { path, width, height }, durationMs, { work, folder, signal });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
