import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '../platform/media/ffmpeg.ts';

/** The ffmpeg program of the tests: FFMPEG_PATH, or the one on the path. */
export const ffmpegPath = async (): Promise<string> => {
  const found = await findFfmpeg(process.env['FFMPEG_PATH'] || undefined);
  if (!found) throw new Error('These tests need ffmpeg: install it, or set FFMPEG_PATH.');
  return found;
};

export const runFfmpeg = async (...parameters: string[]): Promise<void> => {
  const child = spawn(await ffmpegPath(), ['-v', 'error', '-y', ...parameters], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${complaint}`);
};

/** Number of frames of a fully decoded video. */
export const framesOf = async (film: Buffer): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-count-'));
  try {
    await writeFile(join(folder, 'film.mp4'), film);
    await runFfmpeg('-i', join(folder, 'film.mp4'), '-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'framecrc', join(folder, 'frames'));
    return (await readFile(join(folder, 'frames'), 'utf8')).split('\n').filter((line) => /^\d/.test(line)).length;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** A real video: a moving test picture, by default of 160 × 90, with a tone unless disabled. */
export const video = async (
  options: { seconds?: number; sound?: boolean; faststart?: boolean; extra?: readonly string[]; name?: string; size?: string } = {},
): Promise<Buffer> => {
  const { seconds = 1, sound = true, faststart = false, extra = [], name = 'video.mp4', size = '160x90' } = options;
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-make-'));
  try {
    const path = join(folder, name);
    const picture = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=10`];
    const tone = sound ? ['-f', 'lavfi', '-i', 'sine=frequency=440', '-shortest'] : [];
    const form = ['-t', String(seconds), '-pix_fmt', 'yuv420p', '-g', '10', ...(faststart ? ['-movflags', '+faststart'] : [])];
    await runFfmpeg(...picture, ...tone, ...form, ...extra, path);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** A sound recording as browsers make it: a tone in WebM without a picture. */
export const recording = async ({
  seconds = 1,
  name = 'note.webm',
}: {
  seconds?: number;
  name?: string;
} = {}): Promise<Buffer<ArrayBuffer>> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-sound-'));
  try {
    const path = join(folder, name);
    await runFfmpeg('-f', 'lavfi', '-i', 'sine=frequency=440', '-t', String(seconds), path);
    return Buffer.from(await readFile(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Offset of the matrix from the name of an MP4's track header. */
const MATRIX_OFFSET = 44;
/** Cosine and sine of a turn to the right. */
const TURNS = { 90: [0, 1], 180: [-1, 0], 270: [0, -1] } as const;

/** An MP4 turned to the right as phones do: by the matrix of its first track. */
export const turnedBy = (mp4: Buffer, degrees: keyof typeof TURNS): Buffer => {
  const copy = Buffer.from(mp4);
  const header = copy.indexOf('tkhd');
  const [cosine, sine] = TURNS[degrees];
  const matrix = [cosine * 0x10000, sine * 0x10000, 0, -sine * 0x10000, cosine * 0x10000, 0, 0, 0, 0x40000000];
  matrix.forEach((value, index) => copy.writeInt32BE(value, header + MATRIX_OFFSET + index * 4));
  return copy;
};

/** An MP4 turned by a quarter. */
export const turned = (mp4: Buffer): Buffer => turnedBy(mp4, 90);

/** Captions in SubRip format. */
export const captions = (words = 'Good evening.'): Blob =>
  new Blob([`1\n00:00:00,000 --> 00:00:01,000\n${words}\n`], { type: 'application/x-subrip' });

export const asBlob = (bytes: Uint8Array, type = 'video/mp4'): Blob => new Blob([new Uint8Array(bytes)], { type });
