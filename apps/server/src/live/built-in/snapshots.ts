import { spawn } from 'node:child_process';
import { backgroundNiceness } from '../../platform/background-priority.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { Packager } from '../media/packager.ts';

/** Width of a snapshot in pixels. */
const WIDTH = 320;
/** A show is decoded at most once in this time; those who ask meanwhile share its picture, in milliseconds. */
const INTERVAL_MS = 10_000;
/** A decoder that takes longer is killed. */
const TIMEOUT_MS = 4_000;
/** Shows that wait for the decoder; more are refused. */
const MAX_WAITING = 24;
const NICE = 15;
/** No show of ours sends more: 1080p in either direction. */
const MAX_PIXELS = 1920 * 1088;
const MAX_BYTES = 256 * 1024;

const ARGUMENTS = (
  '-hide_banner -loglevel error -threads 1 -protocol_whitelist pipe -f mp4 -i pipe:0 ' +
  `-map 0:v:0 -frames:v 1 -vf scale=${WIDTH}:-2 -q:v 6 -threads 1 -f mjpeg pipe:1`
).split(' ');

/** The newest key picture of a show with its parameters, as a whole file; undefined before there is one. */
const keyPictureOf = (packager: Packager): Buffer | undefined => {
  const picture = packager.video()?.parameters;
  if (!picture || picture.width * picture.height > MAX_PIXELS) return undefined;
  const segment = packager.segments().findLast(({ parts }) => parts[0]?.independent);
  const init = segment && packager.init(segment.init);
  return init && Buffer.concat([init, segment.parts[0]!.data]);
};

/** Decodes the first picture of an MP4 file. @returns a JPEG; undefined where that fails */
const decode = (program: string, file: Buffer, log: Log): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const child = spawn('nice', ['-n', String(backgroundNiceness(NICE)), program, ...ARGUMENTS], { stdio: ['pipe', 'pipe', 'ignore'] });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    // It may end before it has read everything.
    child.stdin.on('error', () => {});
    child.on('error', (error) => {
      clearTimeout(timer);
      log.warn({ err: error }, 'a snapshot could not be decoded');
      resolve(undefined);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0 && bytes > 0 ? Buffer.concat(chunks) : undefined);
    });
    child.stdin.end(file);
  });

/**
 * Snapshots of shows for those who moderate: the newest key picture, decoded on demand by a process of low priority, one at a time. A picture is
 * in memory for ten seconds and nowhere else.
 */
export const createSnapshots = ({
  ffmpeg,
  log,
}: {
  /** Path of ffmpeg; without it there are none. */ ffmpeg(): string | undefined;
  log: Log;
}) => {
  const taken = new Map<string, Promise<Buffer | undefined>>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const decodeInTurn = async (program: string, packager: Packager): Promise<Buffer | undefined> => {
    const before = last;
    const own = (async () => {
      await before;
      const file = keyPictureOf(packager);
      return file && (await decode(program, file, log));
    })();
    last = own;
    waiting += 1;
    try {
      return await own;
    } finally {
      waiting -= 1;
    }
  };

  return {
    /** @returns a JPEG of 320 pixels' width; undefined without a picture, without ffmpeg, or where too many wait */
    take(id: string, packager: Packager): Promise<Buffer | undefined> {
      const known = taken.get(id);
      if (known) return known;
      const program = ffmpeg();
      if (program === undefined || waiting >= MAX_WAITING) return Promise.resolve(undefined);
      const picture = decodeInTurn(program, packager);
      taken.set(id, picture);
      setTimeout(() => taken.delete(id), INTERVAL_MS).unref();
      return picture;
    },
  };
};
