import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoFiles } from '@stagedoor/demo-pictures';
import sharp, { type Sharp } from 'sharp';
import { enoughFrames } from '../modules/files/copies.rules.ts';
import { hitsOf } from '../modules/files/find-copies.ts';
import { probe } from '../platform/media/ffmpeg.ts';
import { type FrameHash, hashFilm } from '../platform/media/film-hashes.ts';
import { createHashIndex } from '../platform/media/hash-index.ts';
import { LEAST_QUALITY, brightnessOf, distanceOf, hashPicture } from '../platform/media/perceptual-hash.ts';
import { drawWatermark } from '../platform/media/watermark.ts';
import { cameraPicture } from './tagged-pictures.ts';
import { ffmpegPath, runFfmpeg } from './videos.ts';

// Changes that people make to pictures and films before they upload them again, and which of them are recognized: the table of docs/copies.md.

interface Size {
  width: number;
  height: number;
}

const cropped =
  (share: number) =>
  (picture: Sharp, { width, height }: Size) =>
    picture.extract({
      left: Math.round((width * share) / 2),
      top: Math.round((height * share) / 2),
      width: Math.round(width * (1 - share)),
      height: Math.round(height * (1 - share)),
    });

const written = ({ width, height }: Size): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="50%" y="55%" text-anchor="middle" font-family="sans-serif" font-size="${Math.round(width / 9)}" font-weight="bold" fill="#fff" stroke="#000">LEAKED</text></svg>`,
  );

type PictureChange = (picture: Sharp, size: Size) => Sharp;

/** Changes of pictures, by their names. */
export const PICTURE_CHANGES: Readonly<Record<string, PictureChange>> = {
  'encoded again as JPEG, quality 30': (picture) => picture.jpeg({ quality: 30 }),
  'encoded again as WebP, quality 40': (picture) => picture.webp({ quality: 40 }),
  'encoded again as AVIF, quality 40': (picture) => picture.avif({ quality: 40, effort: 2 }),
  'a quarter of the size': (picture, { width }) => picture.resize({ width: Math.round(width / 4) }),
  'another shape: 20 % narrower': (picture, { width, height }) => picture.resize({ width: Math.round(width * 0.8), height, fit: 'fill' }),
  '30 % brighter': (picture) => picture.modulate({ brightness: 1.3 }),
  '30 % darker': (picture) => picture.modulate({ brightness: 0.7 }),
  'more contrast': (picture) => picture.linear(1.4, -50),
  grey: (picture) => picture.greyscale(),
  blurred: (picture) => picture.blur(4),
  mirrored: (picture) => picture.flop(),
  'turned by a quarter': (picture) => picture.rotate(90),
  'turned by 5 degrees': (picture) => picture.rotate(5, { background: '#000' }),
  'cropped by 2 %': cropped(0.02),
  'cropped by 5 %': cropped(0.05),
  'cropped by 10 %': cropped(0.1),
  'cropped by 20 %': cropped(0.2),
  'in a black frame of 2 %': (picture, { width }) => picture.extend({ ...framed(width * 0.02), background: '#000' }),
  'in a white frame of 10 %': (picture, { width }) => picture.extend({ ...framed(width * 0.1), background: '#fff' }),
  'with the watermark of this site': (picture, size) => {
    const input = drawWatermark('stagedoor · luna', size);
    return input ? picture.composite([{ input, gravity: 'southeast' }]) : picture;
  },
  'with large words over it': (picture, size) => picture.composite([{ input: written(size) }]),
  'mirrored, smaller and encoded again': (picture, { width }) =>
    picture
      .flop()
      .resize({ width: Math.round(width / 2) })
      .jpeg({ quality: 40 }),
};

function framed(by: number) {
  const side = Math.round(by);
  return { top: side, bottom: side, left: side, right: side };
}

/** Changes of films, as ffmpeg's parameters. */
export const FILM_CHANGES: Readonly<Record<string, readonly string[]>> = {
  'encoded again, a low bitrate': ['-b:v', '150k'],
  'half the size': ['-vf', 'scale=iw/2:-2'],
  'another frame rate': ['-r', '15'],
  'trimmed: without the first 2 seconds': ['-ss', '2'],
  'trimmed: 2 seconds of the middle': ['-ss', '2', '-t', '2'],
  'faster by a quarter': ['-vf', 'setpts=PTS/1.25'],
  mirrored: ['-vf', 'hflip'],
  brighter: ['-vf', 'eq=brightness=0.15'],
  grey: ['-vf', 'hue=s=0'],
  'cropped by 5 %': ['-vf', 'crop=iw*0.95:ih*0.95'],
  'cropped by 20 %': ['-vf', 'crop=iw*0.8:ih*0.8'],
  'in a black frame of 10 %': ['-vf', 'pad=iw*1.2:ih*1.2:(ow-iw)/2:(oh-ih)/2'],
  'within a longer film': ['-vf', 'tpad=start_duration=8:color=gray'],
};

/** How often a change was recognized, and how far it takes hashes. */
export interface Recognized {
  change: string;
  found: number;
  of: number;
  /** Median of the distances of all, those too far included; of films of their nearest frames. */
  median: number;
  most: number;
}

const recognizedOf = (change: string, tried: readonly { distance: number; isFound: boolean }[]): Recognized => {
  const distances = tried.map(({ distance }) => distance).sort((a, b) => a - b);
  const found = tried.filter(({ isFound }) => isFound).length;
  return { change, found, of: tried.length, median: distances[distances.length >> 1]!, most: distances.at(-1)! };
};

const frameOf = async (picture: Buffer): Promise<FrameHash> => {
  const { data } = await sharp(picture)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: 512, height: 512, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { ...hashPicture(brightnessOf(data)), atMs: 0 };
};

const likeness = (frames: readonly FrameHash[], blocked: readonly FrameHash[]): { distance: number; isFound: boolean } => {
  const own = createHashIndex();
  const kept = blocked.filter(({ quality }) => quality >= LEAST_QUALITY);
  for (const [id, { turns }] of kept.entries()) own.add(id, turns[0]!);
  const hits = hitsOf(frames, { own, listed: createHashIndex() });
  const times = new Set([...hits.values()].flatMap((near) => near.map(({ atMs }) => atMs)));
  const nearest = frames.flatMap(({ turns }) => kept.flatMap(({ turns: [hash] }) => turns.map((turn) => distanceOf(turn, hash!))));
  return {
    distance: Math.min(...nearest),
    isFound: Math.min(hits.size, times.size) >= enoughFrames(frames.length, kept.length),
  };
};

/** So many pictures of each folder: all would take many minutes. */
const OF_EACH = { covers: 12, posts: 1 };

/** Some of the demo's pictures, each changed in each way. */
export const recognizePictures = async (): Promise<Recognized[]> => {
  const folders = ['covers', ...(await readdir(join(demoFiles, 'posts'))).map((name) => join('posts', name))];
  const names = (
    await Promise.all(
      folders.map(async (name) =>
        (await readdir(join(demoFiles, name))).slice(0, name === 'covers' ? OF_EACH.covers : OF_EACH.posts).map((file) => join(name, file)),
      ),
    )
  ).flat();
  const rows: Recognized[] = [];
  const originals = await Promise.all(
    names.map(async (name) => {
      const file = await readFile(join(demoFiles, name));
      const { width, height } = await sharp(file).metadata();
      return { file, size: { width, height }, hash: await frameOf(file) };
    }),
  );
  const plain = originals.filter(({ hash }) => hash.quality < LEAST_QUALITY).length;
  for (const [change, apply] of Object.entries(PICTURE_CHANGES)) {
    const tried = [];
    for (const { file, size, hash } of originals.filter(({ hash: { quality } }) => quality >= LEAST_QUALITY))
      tried.push(likeness([await frameOf(await apply(sharp(file), size).toBuffer())], [hash]));
    rows.push(recognizedOf(change, tried));
  }
  const [first, ...others] = originals;
  const apart = others.map(({ hash }) => likeness([hash], [first!.hash]));
  return [...rows, recognizedOf(`another picture (${plain} of ${names.length} were too plain to be compared)`, apart)];
};

/** The demo's films, each changed in each way. @param folder for what is made */
export const recognizeFilms = async (folder: string): Promise<Recognized[]> => {
  const ffmpeg = await ffmpegPath();
  const { signal } = new AbortController();
  const framesOf = async (path: string): Promise<FrameHash[]> =>
    hashFilm(ffmpeg, path, (await probe(ffmpeg, path, signal)).durationMs, { work: folder, signal });
  const films = (await readdir(join(demoFiles, 'films')))
    .filter((name) => !name.includes('tall'))
    .map((name) => join(demoFiles, 'films', name));
  const originals = await Promise.all(films.map(async (path, index) => ({ path, index })));
  const hashes: FrameHash[][] = [];
  for (const { path } of originals) hashes.push(await framesOf(path));
  const rows: Recognized[] = [];
  for (const [change, parameters] of Object.entries(FILM_CHANGES)) {
    const tried = [];
    for (const { path, index } of originals) {
      const copy = join(folder, 'copy.mp4');
      await runFfmpeg('-i', path, ...parameters, '-an', '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', copy);
      tried.push(likeness(await framesOf(copy), hashes[index]!));
    }
    rows.push(recognizedOf(change, tried));
  }
  const apart = hashes.flatMap((one, index) => hashes.slice(index + 1).map((other) => likeness(one, other)));
  return [...rows, recognizedOf('another film', apart)];
};

/** A decoded picture of the largest rendition's size, as it is hashed beside its encoding. */
export const decodedPicture = async (width: number, height: number): Promise<() => Sharp> => {
  const { data, info } = await sharp(await cameraPicture(width, height, 86))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return () => sharp(data, { raw: info });
};
