import { createReadStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { encodeAdaptive, storeAdaptive } from './adaptive.ts';
import { convert, findFfmpeg, probe } from './ffmpeg.ts';
import { progressiveOf } from './ladder.ts';
import { makePictures } from './pictures.ts';
import { makePreviews } from './previews.ts';
import { makeTeaser, teaserSourceOf } from './teaser.ts';
import type { Variant } from './variants.ts';
import { drawWatermark } from './watermark.ts';
import { workFolder } from './work-folder.ts';

/** A video of which less than this part could be played was cut off. */
const LEAST_PLAYABLE = 0.9;
/** How far it is when all sizes are encoded; the rest is copying. */
const ENCODED = 0.95;

export interface VideoForms {
  width: number | null;
  height: number | null;
  durationMs: number | null;
  thumbhash: string | null;
  variants: Variant[];
}

export interface VideoOptions {
  ffmpegPath: string | undefined;
  /** 0 to 1. */
  onProgress(progress: number): void;
  signal: AbortSignal;
  /** Burnt into what is displayed. */
  mark: string | null;
  /** Whether it may need a teaser some day. */
  teaser: boolean;
}

/** A still of the beginning, in the widths of pictures, and blurred. */
const makePoster = async (
  storage: Storage,
  ffmpeg: string,
  source: string,
  { durationMs, work, folder, signal, mark }: { durationMs: number; work: string; folder: string } & Pick<VideoOptions, 'signal' | 'mark'>,
): Promise<{ thumbhash: string; variants: Variant[] }> => {
  const still = join(work, 'poster.png');
  const at = String(Math.min(1, durationMs / 4000));
  await convert(ffmpeg, source, { before: ['-ss', at], after: ['-frames:v', '1', still] }, signal);
  const key = `${folder}/poster.png`;
  // No frame, no file, and no complaint either.
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

/** The mark as a picture that ffmpeg lays over the film. @returns its path */
const writeMark = async (work: string, size: { width: number; height: number }, mark: string | null): Promise<string | null> => {
  const png = mark === null ? null : drawWatermark(mark, size);
  if (!png) return null;
  const path = join(work, 'mark.png');
  await writeFile(path, png);
  return path;
};

/**
 * Makes a video's forms in a folder by the ffmpeg program: H.264 and AAC in several sizes for adaptive playing, one of them as a plain MP4
 * too, a poster in the widths of pictures, a blurred one, the small pictures of its timeline, and a teaser. Without the program an MP4 is
 * passed through as it came.
 *
 * @throws CodedError FILE_UNREADABLE; of what failed nothing stays
 */
export const makeVideoForms = async (storage: Storage, key: string, folder: string, options: VideoOptions): Promise<VideoForms> => {
  const { signal, onProgress, mark } = options;
  const ffmpeg = await findFfmpeg(options.ffmpegPath);
  const source = await storage.localPath(key);
  const mp4Key = `${folder}/video.mp4`;
  if (!ffmpeg) {
    await storage.put(mp4Key, createReadStream(source), { contentType: 'video/mp4' });
    return {
      width: null,
      height: null,
      durationMs: null,
      thumbhash: null,
      variants: [{ name: 'mp4', key: mp4Key, width: 0, height: 0, contentType: 'video/mp4' }],
    };
  }
  const measured = await probe(ffmpeg, source, signal);
  const { width, height, durationMs } = measured;
  const work = await workFolder(folder);
  try {
    const poster = await makePoster(storage, ffmpeg, source, { durationMs, work, folder, signal, mark });
    const renditions = await encodeAdaptive(ffmpeg, source, measured, work, {
      signal,
      mark: await writeMark(work, measured, mark),
      onTime: (ms) => durationMs > 0 && onProgress(Math.min(ENCODED, (ENCODED * ms) / durationMs)),
    });
    const plain = renditions[renditions.findIndex(({ lines }) => lines === progressiveOf(renditions).lines)]!;
    const target = join(work, 'video.mp4');
    await convert(ffmpeg, plain.path, { after: ['-c', 'copy', '-movflags', '+faststart', target] }, signal);
    const made = await probe(ffmpeg, target, signal);
    if (made.durationMs < durationMs * LEAST_PLAYABLE) throw new CodedError('FILE_UNREADABLE');
    await storage.put(mp4Key, createReadStream(target), { contentType: 'video/mp4' });
    const hlsKey = await storeAdaptive(storage, renditions, work, folder);
    const previews = await makePreviews(storage, ffmpeg, renditions[0]!, made.durationMs, { work, folder, signal });
    const teaser = options.teaser
      ? await makeTeaser(storage, ffmpeg, teaserSourceOf(renditions), made.durationMs, { work, folder, signal })
      : null;
    const largest = renditions.at(-1)!;
    const variants: Variant[] = [
      { name: 'mp4', key: mp4Key, width: made.width, height: made.height, contentType: 'video/mp4' },
      { name: 'hls', key: hlsKey, width: largest.width, height: largest.height, contentType: 'application/vnd.apple.mpegurl' },
      ...(previews ? [previews] : []),
      ...(teaser ? [teaser] : []),
      ...poster.variants,
    ];
    return { width, height, durationMs: made.durationMs, thumbhash: poster.thumbhash, variants };
  } catch (error) {
    await storage.removeFolder(folder);
    await storage.removeFolder(`${folder}-poster`);
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
