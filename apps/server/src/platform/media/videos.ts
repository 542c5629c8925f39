import { createReadStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { encodeAdaptive, storeAdaptive } from './adaptive.ts';
import { convert, findFfmpeg, probe } from './ffmpeg.ts';
import type { Probe } from './film-facts.ts';
import { type Light, planLight } from './film-filters.ts';
import { type FrameHash, hashFilm } from './film-hashes.ts';
import { ladderOf, progressiveOf } from './ladder.ts';
import { makePictures } from './pictures.ts';
import { makePreviews } from './previews.ts';
import { makeTeaser, teaserSourceOf } from './teaser.ts';
import type { Variant } from './variants.ts';
import { drawWatermark } from './watermark.ts';
import { createWorkFolder } from './work-folder.ts';

/** A video is considered truncated when less than this fraction of it is playable. */
const MIN_PLAYABLE = 0.9;
/** Progress when encoding is done; the rest is copying. */
const ENCODED_PROGRESS = 0.95;

export interface VideoRenditions {
  width: number | null;
  height: number | null;
  durationMs: number | null;
  thumbhash: string | null;
  variants: Variant[];
  frames: FrameHash[];
}

export interface VideoOptions {
  ffmpegPath: string | undefined;
  /** 0 to 1. */
  onProgress(progress: number): void;
  signal: AbortSignal;
  /** Text of the watermark. */
  mark: string | null;
  /** Whether to cut a teaser. */
  teaser: boolean;
}

/** Creates the poster: a frame near the beginning, in the widths of pictures, and blurred. */
const makePoster = async (
  storage: Storage,
  ffmpeg: string,
  source: string,
  {
    probed,
    light,
    work,
    folder,
    signal,
    mark,
  }: { probed: Probe; light: Light; work: string; folder: string } & Pick<VideoOptions, 'signal' | 'mark'>,
): Promise<{ thumbhash: string; variants: Variant[] }> => {
  const still = join(work, 'poster.png');
  const at = String(Math.min(1, probed.durationMs / 4000));
  const filters = `${light.shown(probed)},format=rgb24`;
  await convert(
    ffmpeg,
    source,
    { before: ['-ss', at], after: ['-map', `0:${probed.picture}`, '-vf', filters, '-frames:v', '1', still] },
    signal,
  );
  const key = `${folder}/poster.png`;
  // ffmpeg writes no file and reports no error when there is no frame.
  const frame = await readFile(still).catch(() => {
    throw new CodedError('FILE_UNREADABLE');
  });
  await storage.put(key, frame, { contentType: 'image/png' });
  const pictures = await makePictures(storage, key, `${folder}-poster`, mark);
  await storage.remove(key);
  return {
    thumbhash: pictures.thumbhash,
    variants: pictures.variants.map((variant): Variant => ({ ...variant, name: variant.name === 'blur' ? 'posterBlur' : 'poster' })),
  };
};

/** Writes the watermark as an image for ffmpeg's overlay. @returns its path */
const writeMark = async (work: string, size: { width: number; height: number }, mark: string | null): Promise<string | null> => {
  const png = mark === null ? null : drawWatermark(mark, size);
  if (!png) return null;
  const path = join(work, 'mark.png');
  await writeFile(path, png);
  return path;
};

/**
 * Encodes a video's renditions into a folder with ffmpeg: H.264 and AAC in several sizes for adaptive streaming, one of them also as a
 * progressive MP4, posters, a blurred poster, the thumbnails of its timeline, and a teaser.
 *
 * @throws CodedError FILE_UNREADABLE, FILE_NOT_MADE on a site without ffmpeg; a failure leaves no files
 */
export const encodeRenditions = async (storage: Storage, key: string, folder: string, options: VideoOptions): Promise<VideoRenditions> => {
  const { signal, onProgress, mark } = options;
  const ffmpeg = await findFfmpeg(options.ffmpegPath);
  const source = await storage.localPath(key);
  const mp4Key = `${folder}/video.mp4`;
  if (!ffmpeg) throw new CodedError('FILE_NOT_MADE');
  const probed = await probe(ffmpeg, source, signal);
  const { width, height, durationMs } = probed;
  const work = await createWorkFolder(folder);
  try {
    const light = await planLight(probed, work);
    const poster = await makePoster(storage, ffmpeg, source, { probed, light, work, folder, signal, mark });
    const ladder = ladderOf(probed);
    const renditions = await encodeAdaptive(ffmpeg, source, probed, work, {
      signal,
      ladder,
      light,
      mark: await writeMark(work, ladder.at(-1)!, mark),
      onTime: (ms) => durationMs > 0 && onProgress(Math.min(ENCODED_PROGRESS, (ENCODED_PROGRESS * ms) / durationMs)),
    });
    const progressive = renditions[renditions.findIndex(({ lines }) => lines === progressiveOf(renditions).lines)]!;
    const target = join(work, 'video.mp4');
    await convert(ffmpeg, progressive.path, { after: ['-c', 'copy', '-movflags', '+faststart', target] }, signal);
    const output = await probe(ffmpeg, target, signal);
    if (output.durationMs < durationMs * MIN_PLAYABLE) throw new CodedError('FILE_UNREADABLE');
    await storage.put(mp4Key, createReadStream(target), { contentType: 'video/mp4' });
    const hlsKey = await storeAdaptive(storage, renditions, work, folder);
    const previews = await makePreviews(storage, ffmpeg, renditions[0]!, output.durationMs, { work, folder, signal });
    const teaser = options.teaser
      ? await makeTeaser(storage, ffmpeg, teaserSourceOf(renditions), output.durationMs, { work, folder, signal })
      : null;
    const frames = await hashFilm(ffmpeg, renditions[0]!.path, output.durationMs, { work, signal });
    const largest = renditions.at(-1)!;
    const variants: Variant[] = [
      { name: 'mp4', key: mp4Key, width: output.width, height: output.height, contentType: 'video/mp4' },
      { name: 'hls', key: hlsKey, width: largest.width, height: largest.height, contentType: 'application/vnd.apple.mpegurl' },
      ...(previews ? [previews] : []),
      ...(teaser ? [teaser] : []),
      ...poster.variants,
    ];
    return { width, height, durationMs: output.durationMs, thumbhash: poster.thumbhash, variants, frames };
  } catch (error) {
    await storage.removeFolder(folder);
    await storage.removeFolder(`${folder}-poster`);
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
