import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Storage } from '../storage/storage.ts';
import { CodedError } from '../errors.ts';
import { ENCODING } from './adaptive.ts';
import { isSequence } from './clean-avif.ts';
import { openSource, readWhole } from './clean-pieces.ts';
import { convert, findFfmpeg, probe } from './ffmpeg.ts';
import { type Rung, ladderOf, progressiveOf } from './ladder.ts';
import type { Variant } from './variants.ts';
import { drawWatermark } from './watermark.ts';
import { createWorkFolder } from './work-folder.ts';

/** The rest of a longer animation is left out. */
const MAX_SECONDS = 60;
const RATE = 30;
/** Animations of larger pictures stay stills: each frame is decoded in full. */
const MAX_PIXELS = 4096 * 2304;
/** Frames of a WebP, which are decoded here. */
const MAX_FRAMES = 900;
/** Pixels of a WebP's frames that are decoded at once. */
const MAX_PIXELS_AT_ONCE = 16_000_000;
/** The duration of a frame that names none. */
const DEFAULT_DELAY_MS = 100;

/** How ffmpeg reads the formats that it decodes with their frames, by type; WebP isn't among them. */
const INPUTS: Readonly<Record<string, string>> = { 'image/gif': 'gif', 'image/png': 'apng' };

/** Tells whether a PNG announces frames before its picture (PNG, third edition, 11.3.2.1). */
const hasFrames = async (path: string): Promise<boolean> => {
  const source = await openSource(path);
  try {
    for (let at = 8; at + 8 <= source.size; ) {
      const header = await readWhole(source, at, 8);
      const type = header.toString('latin1', 4);
      if (type === 'IDAT' || type === 'IEND') return false;
      if (type === 'acTL') return (await readWhole(source, at + 8, 4)).readUInt32BE() > 1;
      at += 12 + header.readUInt32BE();
    }
    return false;
  } finally {
    await source.close();
  }
};

/** Tells whether a clean picture is animated, from its headers. */
export const isAnimated = async (storage: Storage, key: string, contentType: string): Promise<boolean> => {
  if (!['image/gif', 'image/png', 'image/webp'].includes(contentType)) return false;
  const path = await storage.localPath(key);
  try {
    if (contentType === 'image/png') return await hasFrames(path);
    return ((await sharp(path, { animated: true, limitInputPixels: false }).metadata()).pages ?? 1) > 1;
  } catch {
    return false;
  }
};

/** Writes the frames of a WebP as pictures, and a list of them with their durations for ffmpeg. @returns the path of the list */
const writeFrames = async (path: string, rung: Rung, work: string): Promise<string> => {
  const { pages = 1, delay = [], width, pageHeight = 1 } = await sharp(path, { animated: true, limitInputPixels: false }).metadata();
  const count = Math.min(pages, MAX_FRAMES);
  const atOnce = Math.max(1, Math.floor(MAX_PIXELS_AT_ONCE / (width * pageHeight)));
  const lines = ['ffconcat version 1.0'];
  for (let first = 0; first < count; first += atOnce) {
    const input = { page: first, pages: Math.min(atOnce, count - first), limitInputPixels: false } as const;
    const { data, info } = await sharp(path, input).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const bytes = info.width * pageHeight * info.channels;
    for (let at = 0; at < input.pages; at += 1) {
      const name = `frame-${first + at}.jpg`;
      await sharp(data.subarray(at * bytes, (at + 1) * bytes), { raw: { width: info.width, height: pageHeight, channels: info.channels } })
        .resize({ width: rung.width, height: rung.height, fit: 'fill' })
        .flatten({ background: '#fff' })
        .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        .toFile(join(work, name));
      lines.push(`file ${name}`, `duration ${(delay[first + at] || DEFAULT_DELAY_MS) / 1000}`);
    }
  }
  // Without the last frame once more, ffmpeg doesn't know how long it lasts.
  lines.push(`file frame-${count - 1}.jpg`);
  const list = join(work, 'frames.txt');
  await writeFile(list, `${lines.join('\n')}\n`);
  return list;
};

/** ffmpeg's arguments: frames on white, since films have no transparency, with the watermark if there is one. */
const argumentsFor = ({ width, height, kbits }: Rung, hasMark: boolean, target: string): string[] => {
  const graph = [
    `color=white:s=${width}x${height}:r=${RATE}[ground]`,
    `[0:v:0]fps=${RATE},scale=${width}:${height},setsar=1[frames]`,
    `[ground][frames]overlay=shortest=1:format=auto${hasMark ? '[film];[film][1:v:0]overlay=W-w:H-h' : ''},format=yuv420p[out]`,
  ].join(';');
  const limits = ['-t', String(MAX_SECONDS), '-maxrate', `${kbits}k`, '-bufsize', `${kbits * 2}k`];
  return [
    '-filter_complex',
    graph,
    '-map',
    '[out]',
    '-an',
    ...ENCODING,
    ...limits,
    '-map_metadata',
    '-1',
    '-movflags',
    '+faststart',
    target,
  ];
};

/**
 * Encodes an animated picture as a silent film of at most 720 lines and one minute, in the folder of its other renditions.
 * @param picture a clean one that `isAnimated`
 * @param mark text of the watermark
 * @returns null without ffmpeg, or for one that is too large
 * @throws CodedError FILE_UNREADABLE
 */
export const makeAnimation = async (
  storage: Storage,
  picture: { key: string; contentType: string; width: number; height: number },
  { folder, mark, ffmpegPath, signal }: { folder: string; mark: string | null; ffmpegPath: string | undefined; signal: AbortSignal },
): Promise<Variant | null> => {
  const ffmpeg = await findFfmpeg(ffmpegPath);
  if (!ffmpeg || picture.width * picture.height > MAX_PIXELS) return null;
  const rung = progressiveOf(ladderOf(picture));
  const work = await createWorkFolder(folder);
  try {
    const path = await storage.localPath(picture.key);
    const format = INPUTS[picture.contentType];
    const source = format ? path : await writeFrames(path, rung, work);
    const png = mark === null ? null : drawWatermark(mark, rung);
    const markPath = join(work, 'mark.png');
    if (png) await writeFile(markPath, png);
    const target = join(work, 'animation.mp4');
    await convert(
      ffmpeg,
      source,
      {
        before: ['-f', format ?? 'concat'],
        formats: format ?? 'concat,image2,jpeg_pipe',
        after: [...(png ? ['-i', markPath] : []), ...argumentsFor(rung, png !== null, target)],
      },
      signal,
    );
    const { durationMs } = await probe(ffmpeg, target, signal);
    const key = `${folder}/animation.mp4`;
    await storage.put(key, createReadStream(target), { contentType: 'video/mp4' });
    return { name: 'animation', key, width: rung.width, height: rung.height, contentType: 'video/mp4', durationMs };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/**
 * Turns an animated AVIF into an animated WebP without metadata.
 * @param to key of the WebP
 * @returns null for a still, and where this ffmpeg can't
 */
export const webpOfSequence = async (
  { storage, ffmpegPath }: { storage: Storage; ffmpegPath: string | undefined },
  key: string,
  to: string,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string } | null> => {
  const path = await storage.localPath(key);
  const ffmpeg = await findFfmpeg(ffmpegPath);
  if (!ffmpeg || !(await isSequence(path))) return null;
  const work = await createWorkFolder(to);
  try {
    const target = join(work, 'animation.webp');
    const coding = ['-c:v', 'libwebp_anim', '-quality', '90', '-loop', '0', '-map_metadata', '-1', '-fflags', '+bitexact'];
    await convert(ffmpeg, path, { after: ['-map', '0:v:0', '-an', '-t', String(MAX_SECONDS), ...coding, '-f', 'webp', target] }, signal);
    return await storage.take(to, target, { contentType: 'image/webp' });
  } catch (error) {
    if (error instanceof CodedError) return null;
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
