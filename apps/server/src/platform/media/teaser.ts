import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../storage/storage.ts';
import { ENCODING, type Rendition, fileOf } from './adaptive.ts';
import { convert, findFfmpeg, probe } from './ffmpeg.ts';
import type { Rung } from './ladder.ts';
import type { Variant } from './variants.ts';
import { workFolder } from './work-folder.ts';

const MOST_MS = 10_000;
/** Of the film's length: the most that everybody may watch is a fifth, and what is left out at its beginning a tenth. */
const MOST_PART = 5;
const SKIPPED_PART = 10;
/** A fifth of anything shorter shows nothing. */
const LEAST_FILM_MS = 5000;
/** The size it is cut from. */
const LINES = 480;

/** Where a film's teaser begins and how long it is, in milliseconds; null for a film too short to have one. */
export const teaserSpanOf = (durationMs: number): { beginMs: number; lengthMs: number } | null =>
  durationMs < LEAST_FILM_MS
    ? null
    : { beginMs: Math.ceil(durationMs / SKIPPED_PART), lengthMs: Math.min(MOST_MS, Math.floor(durationMs / MOST_PART)) };

/**
 * Cuts a film's teaser out of one of its forms: so it has its sound, and the mark where there is one.
 * @param path of that form, on this machine
 * @param durationMs of the film
 * @returns null for a film too short to have one
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
  // Encoded, since a copy could begin and end at key pictures alone, and its length would be anyone's guess.
  const form = ['-map_metadata', '-1', ...ENCODING, '-movflags', '+faststart', target];
  await convert(
    ffmpeg,
    path,
    { before: ['-ss', String(span.beginMs / 1000)], after: ['-t', String(span.lengthMs / 1000), ...form] },
    signal,
  );
  const { durationMs: length } = await probe(ffmpeg, target, signal);
  const key = `${folder}/teaser.mp4`;
  await storage.put(key, createReadStream(target), { contentType: 'video/mp4' });
  return { name: 'teaser', key, width, height, contentType: 'video/mp4', durationMs: length };
};

/** The form that a film's teaser is cut from: the largest of at most 480 lines, or the smallest there is. */
export const teaserSourceOf = <R extends Rung>(ladder: readonly R[]): R => ladder.findLast(({ lines }) => lines <= LINES) ?? ladder[0]!;

/**
 * Cuts the teaser of a film whose forms have been made long ago.
 * @param made those forms
 * @returns null where there is none to be cut: too short a film, or no ffmpeg
 * @throws CodedError FILE_UNREADABLE
 */
export const makeTeaserOf = async (
  storage: Storage,
  made: readonly Variant[],
  durationMs: number,
  { ffmpegPath, signal }: { ffmpegPath: string | undefined; signal: AbortSignal },
): Promise<Variant | null> => {
  const plain = made.find(({ name }) => name === 'mp4');
  const ffmpeg = await findFfmpeg(ffmpegPath);
  if (!plain || !ffmpeg) return null;
  const folder = plain.key.slice(0, plain.key.lastIndexOf('/'));
  const rendition = `${folder}/${fileOf({ lines: LINES })}`;
  const isThere = await storage.exists(rendition);
  const path = await storage.localPath(isThere ? rendition : plain.key);
  const { width, height } = await probe(ffmpeg, path, signal);
  const work = await workFolder(folder);
  try {
    return await makeTeaser(storage, ffmpeg, { path, width, height }, durationMs, { work, folder, signal });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
