import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CodedError } from '../../platform/errors.ts';
import { errorBody } from '../../platform/http/errors.ts';
import { isAnimated, makeAnimation } from '../../platform/media/animations.ts';
import { cleanFile } from '../../platform/media/clean-file.ts';
import { makePictures } from '../../platform/media/pictures.ts';
import { kindRefused } from '../../platform/media/refusals.ts';
import { isTaken, sniffKind } from '../../platform/media/sniff.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { encodeRenditions } from '../../platform/media/videos.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { ffmpegPath, runFfmpeg } from '../videos.ts';
import { cornersOf } from './quadrants.ts';

const run = promisify(execFile);
const RULE = { accept: ['image', 'video'] } as const;

interface Probed {
  streams: {
    codec_type: string;
    codec_name: string;
    width?: number;
    height?: number;
    pix_fmt?: string;
    sample_aspect_ratio?: string;
    avg_frame_rate?: string;
    color_range?: string;
    color_space?: string;
    color_transfer?: string;
    color_primaries?: string;
    channels?: number;
    side_data_list?: { side_data_type: string }[];
  }[];
  format: { duration: string };
}
const probed = async (path: string): Promise<Probed> => {
  const { stdout } = await run((await ffmpegPath()).replace(/ffmpeg$/, 'ffprobe'), [
    '-v',
    'error',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    path,
  ]);
  return JSON.parse(stdout) as Probed;
};

/** The frequency of a film's sound in Hz, to the nearest ten, by how often it crosses zero. */
const frequencyOf = async (path: string, work: string): Promise<number> => {
  const pcm = join(work, 'sound.pcm');
  await runFfmpeg('-i', path, '-vn', '-ac', '1', '-ar', '16000', '-f', 's16le', pcm);
  const bytes = await readFile(pcm);
  // The middle: encoders fade in and out.
  const [first, last] = [Math.floor(bytes.length / 8) * 2, Math.floor((bytes.length * 3) / 8) * 2];
  let crossings = 0;
  for (let at = first; at < last; at += 2) if (bytes.readInt16LE(at) < 0 !== bytes.readInt16LE(at + 2) < 0) crossings += 1;
  return Math.round((crossings * 16_000) / (last - first) / 10) * 10;
};

/** Folder of a storage on the disk. */
export interface Place {
  storage: Storage;
  folder: string;
  /** For files in between. */
  work: string;
}

const sizeOf = (made: { width: number; height: number }, source: { width: number; height: number }): string =>
  `${made.width} × ${made.height}${made.width === source.width && made.height === source.height ? '' : ` of ${source.width} × ${source.height}`}`;

/** Decodes one frame of a film. */
const frameOf = async (path: string, work: string): Promise<Buffer> => {
  const frame = join(work, 'shown.png');
  await runFfmpeg('-ss', '0.3', '-i', path, '-frames:v', '1', frame);
  return readFile(frame);
};

/** Throws where a film isn't what every browser plays. */
const requirePlayable = ({ streams }: Probed): void => {
  const video = streams.find(({ codec_type: type }) => type === 'video')!;
  const facts = [
    video.codec_name,
    video.pix_fmt,
    video.sample_aspect_ratio ?? '1:1',
    video.color_range ?? 'tv',
    video.side_data_list ?? [],
  ];
  if (JSON.stringify(facts) !== JSON.stringify(['h264', 'yuv420p', '1:1', 'tv', []])) throw new Error(`a film of ${JSON.stringify(facts)}`);
  if (!['bt709', undefined].includes(video.color_transfer)) throw new Error(`colors of ${video.color_transfer}`);
  const others = streams.filter((stream) => stream !== video);
  if (others.some(({ codec_name: codec, channels }) => codec !== 'aac' || channels !== 2) || others.length > 1)
    throw new Error('other streams');
};

const describePicture = async (
  { storage, folder, work }: Place,
  made: string,
  picture: { key: string; contentType: string },
): Promise<string> => {
  const { variants, ...source } = await makePictures(storage, picture.key, made, null);
  const largest = variants.findLast(({ name }) => name === 'picture')!;
  const parts = [`Picture, ${sizeOf(largest, source)}, ${await cornersOf(join(folder, largest.key))}`];
  if (await isAnimated(storage, picture.key, picture.contentType)) {
    const options = { folder: made, mark: null, ffmpegPath: await ffmpegPath(), signal: new AbortController().signal };
    const moving = await makeAnimation(storage, { ...picture, ...source }, options);
    if (!moving) throw new Error('no animation was made');
    const path = join(folder, moving.key);
    const facts = await probed(path);
    requirePlayable(facts);
    if (facts.streams.length !== 1 || (await cornersOf(await frameOf(path, work))) !== 'RGWB') throw new Error('another animation');
    parts.push(`moves for ${Number(facts.format.duration).toFixed(1)} s`);
  }
  return parts.join('; ');
};

/** A film's variant by name. */
const variantOf = (variants: readonly Variant[], name: Variant['name']): Variant | undefined =>
  variants.findLast((variant) => variant.name === name);

const describeFilm = async ({ storage, folder, work }: Place, made: string, key: string): Promise<string> => {
  const { variants, width, height } = await encodeRenditions(storage, key, made, {
    ffmpegPath: await ffmpegPath(),
    onProgress: () => {},
    signal: new AbortController().signal,
    mark: null,
    teaser: true,
  });
  const path = join(folder, variantOf(variants, 'mp4')!.key);
  const facts = await probed(path);
  requirePlayable(facts);
  const video = facts.streams.find(({ codec_type: type }) => type === 'video')!;
  const [frames = 0, seconds = 1] = video.avg_frame_rate!.split('/').map(Number);
  const corners = await cornersOf(await frameOf(path, work));
  const poster = variantOf(variants, 'poster')!;
  const posterCorners = await cornersOf(join(folder, poster.key));
  if (posterCorners !== corners) throw new Error(`a poster of ${posterCorners} of a film of ${corners}`);
  const hls = variantOf(variants, 'hls')!;
  const previews = variantOf(variants, 'previews')!;
  const shape = hls.width / hls.height;
  if (Math.abs(poster.width / poster.height / shape - 1) > 0.05) throw new Error('a poster of another shape');
  if (Math.abs(previews.width / previews.height / shape - 1) > 0.05) throw new Error('previews of another shape');
  const colors = video.color_transfer === 'bt709' && video.color_primaries === 'bt709' && video.color_space === 'bt709' ? ', BT.709' : '';
  const duration = Number(facts.format.duration);
  const parts = [
    `Film, ${sizeOf(hls, { width: width!, height: height! })}, ${corners}, ${duration.toFixed(1)} s, ${Math.round(frames / seconds)} fps${colors}`,
  ];
  const frequency = facts.streams.length > 1 ? await frequencyOf(path, work) : null;
  parts.push(frequency === null ? 'silent' : frequency === 440 ? 'sound' : `sound of ${frequency} Hz`);
  const teaser = variantOf(variants, 'teaser');
  if (teaser) parts.push(`teaser of ${Math.round(teaser.durationMs! / 1000)} s`);
  return parts.join('; ');
};

/** Takes a file as a performer's library does. @returns what comes out in words, or the sentence that refuses it */
export const resultOf = async (place: Place, path: string): Promise<string> => {
  const { storage } = place;
  // A name is never used twice, as in the product: decoders cache by it.
  const name = randomUUID();
  const [key, made] = [`uploads/${name}`, `made/${name}`];
  try {
    const stored = await storage.put(key, await readFile(path), { contentType: 'application/octet-stream' });
    const sniffed = await sniffKind(storage, key);
    if (!sniffed || !isTaken(sniffed, RULE)) throw kindRefused(RULE);
    const file = { key, ...sniffed, ...stored };
    const clean = await cleanFile({ storage, ffmpegPath: await ffmpegPath() }, file, new AbortController().signal);
    return await (sniffed.kind === 'image' ? describePicture(place, made, clean) : describeFilm(place, made, clean.key));
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    return `Refused: ${String(errorBody(error, 'en').message)}`;
  } finally {
    for (const folder of ['uploads', made, `${made}-poster`]) await storage.removeFolder(folder);
  }
};
