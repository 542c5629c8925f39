import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { access, constants } from 'node:fs/promises';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { makePictures } from './pictures.ts';
import type { Variant } from './variants.ts';

/** Taller videos are scaled down to this. */
const MAX_HEIGHT = 720;
const NICE = 10;
const THREADS = 2;
/** A video of which less than this part could be played was cut off. */
const LEAST_PLAYABLE = 0.9;

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
}

/** The ffmpeg program, or undefined where there is none. */
export const findFfmpeg = async (configured: string | undefined): Promise<string | undefined> => {
  const candidates = configured ? [configured] : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'ffmpeg'));
  for (const candidate of candidates) {
    if (
      await access(candidate, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return candidate;
  }
  return undefined;
};

/** What the machine lacks rather than the file. */
const NOT_THE_FILE = /No space left on device|Cannot allocate memory/;
/** Of `nice`: the program could not be started. */
const NOT_STARTED: readonly (number | null)[] = [126, 127];

/**
 * Runs a program at low priority; its errors' last lines come with the failure.
 * @throws CodedError FILE_UNREADABLE when the program gave the file up; any other Error may pass with another attempt.
 */
const run = (program: string, parameters: string[], signal: AbortSignal, onLine?: (line: string) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', String(NICE), program, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'], signal });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (onLine) {
        const lines = output.split('\n');
        output = lines.pop() ?? '';
        for (const line of lines) onLine(line);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors = (errors + chunk).slice(-2000)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve(output);
      if (code === null || NOT_STARTED.includes(code) || NOT_THE_FILE.test(errors))
        return reject(new Error(`${program} ended with ${code}: ${errors.split('\n').slice(-4).join(' ')}`));
      reject(new CodedError('FILE_UNREADABLE'));
    });
  });

interface Probe {
  width: number;
  height: number;
  durationMs: number;
  hasAudio: boolean;
}

const probe = async (ffmpeg: string, path: string, signal: AbortSignal): Promise<Probe> => {
  const ffprobe = ffmpeg.replace(/ffmpeg$/, 'ffprobe');
  const json = await run(
    ffprobe,
    [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_type,width,height,duration:format=duration:stream_side_data=rotation',
      '-of',
      'json',
      path,
    ],
    signal,
  );
  const { streams = [], format = {} } = JSON.parse(json) as {
    streams?: { codec_type: string; width?: number; height?: number; duration?: string; side_data_list?: { rotation?: number }[] }[];
    format?: { duration?: string };
  };
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  if (!video?.width || !video.height) throw new CodedError('FILE_UNREADABLE');
  const turned = Math.abs(video.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0) % 180 === 90;
  return {
    width: turned ? video.height : video.width,
    height: turned ? video.width : video.height,
    // What a browser recorded says no length.
    durationMs: Math.round((Number(format.duration ?? video.duration) || 0) * 1000),
    hasAudio: streams.some(({ codec_type }) => codec_type === 'audio'),
  };
};

/**
 * Makes a video's forms in a folder by the ffmpeg program: H.264 and AAC in a progressive MP4 of at most 720 lines,
 * a poster in the widths of pictures, and a blurred one. Without the program an MP4 is passed through as it came.
 *
 * @throws CodedError FILE_UNREADABLE
 */
export const makeVideoForms = async (storage: Storage, key: string, folder: string, options: VideoOptions): Promise<VideoForms> => {
  const { signal, onProgress } = options;
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
  const { width, height, durationMs, hasAudio } = await probe(ffmpeg, source, signal);
  const work = await mkdtemp(join(tmpdir(), 'stagedoor-video-'));
  try {
    const poster = join(work, 'poster.png');
    await run(ffmpeg, ['-v', 'error', '-y', '-ss', String(Math.min(1, durationMs / 4000)), '-i', source, '-frames:v', '1', poster], signal);
    const posterKey = `${folder}/poster-${randomUUID()}.png`;
    // No frame, no file, and no complaint either.
    const frame = await readFile(poster).catch(() => {
      throw new CodedError('FILE_UNREADABLE');
    });
    await storage.put(posterKey, frame, { contentType: 'image/png' });
    const pictures = await makePictures(storage, posterKey, `${folder}-poster`);
    await storage.remove(posterKey);

    const scaled = Math.min(MAX_HEIGHT, height - (height % 2));
    const target = join(work, 'video.mp4');
    const audio = hasAudio ? ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'] : ['-an'];
    await run(
      ffmpeg,
      [
        '-v',
        'error',
        '-y',
        '-threads',
        String(THREADS),
        '-i',
        source,
        '-map_metadata',
        '-1',
        '-map',
        '0:v:0',
        ...(hasAudio ? ['-map', '0:a:0'] : []),
        '-vf',
        `scale=-2:${scaled},format=yuv420p`,
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-crf',
        '23',
        '-g',
        '60',
        ...audio,
        '-movflags',
        '+faststart',
        '-progress',
        'pipe:1',
        target,
      ],
      signal,
      (line) => {
        const [name, value] = line.split('=');
        if (name === 'out_time_us' && durationMs > 0) onProgress(Math.min(0.99, Number(value) / 1000 / durationMs));
      },
    );
    const made = await probe(ffmpeg, target, signal);
    if (made.durationMs < durationMs * LEAST_PLAYABLE) throw new CodedError('FILE_UNREADABLE');
    await storage.put(mp4Key, createReadStream(target), { contentType: 'video/mp4' });
    const variants: Variant[] = [
      { name: 'mp4', key: mp4Key, width: made.width, height: made.height, contentType: 'video/mp4' },
      ...pictures.variants.map((variant): Variant => ({ ...variant, name: variant.name === 'blur' ? 'posterBlur' : 'poster' })),
    ];
    return { width, height, durationMs: made.durationMs, thumbhash: pictures.thumbhash, variants };
  } catch (error) {
    await storage.removeFolder(folder);
    await storage.removeFolder(`${folder}-poster`);
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
