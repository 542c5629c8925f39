import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ffmpegPath, video } from '../../testing/videos.ts';
import { CodedError } from '../errors.ts';
import { createUrlSigner } from '../storage/url-signer.ts';
import { createLocalStorage } from '../storage/local-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { encodeRenditions } from './videos.ts';

// Damaged films: whatever they contain, they are encoded or refused, in time, and no working files are left.

const FILMS = 30;
const AT_ONCE = 4;
/** A film of half a second takes one second; the rest is for busy machines. */
const MOST_MS = 30_000;
const SEED = 20_260_811;

let folder: string;
let storage: Storage;
let ffmpeg: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-fuzzed-'));
  storage = createLocalStorage(folder, createUrlSigner('test'));
  ffmpeg = await ffmpegPath();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The same numbers in every run: a linear congruential generator, 0 to `below`. */
const numbers = (seed: number): ((below: number) => number) => {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    return Number((state >> 33n) % BigInt(below));
  };
};

const EXTREMES = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/** A copy with some bytes changed, some numbers made extreme, or its end cut off: mostly where the container describes itself. */
const damage = (film: Buffer, pick: (below: number) => number): Buffer => {
  const damaged = Buffer.from(film);
  const described = film.indexOf('moov');
  // For MP4 the description, wherever it is; for Matroska the beginning.
  const [from, length] = described < 0 ? [0, 600] : [described, film.length - described];
  const place = (): number => (pick(4) === 0 ? pick(film.length - 4) : from + pick(Math.min(length, film.length - from) - 4));
  const way = pick(3);
  for (let count = 1 + pick(6); count > 0; count -= 1) {
    if (way === 0) damaged[place()] = pick(256);
    else damaged.writeUInt32BE(EXTREMES[pick(EXTREMES.length)]!, place());
  }
  return way === 2 && pick(2) === 0 ? damaged.subarray(0, 64 + pick(damaged.length - 64)) : damaged;
};

/** Processes with a path in their command line. */
const programsOf = async (path: string): Promise<string[]> => {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(path)) found.push(command.replaceAll('\0', ' '));
  }
  return found;
};

test('a damaged film is encoded or refused in time, and leaves no files or processes', async () => {
  const films = await Promise.all([
    video({ seconds: 0.5, extra: ['-vf', 'scale=64:36'] }),
    video({ seconds: 0.5, faststart: true, extra: ['-vf', 'scale=64:36'] }),
    video({ seconds: 0.5, name: 'film.webm', extra: ['-vf', 'scale=64:36', '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'] }),
  ]);
  const pick = numbers(SEED);
  const damaged = Array.from({ length: FILMS }, (_, at) => damage(films[at % films.length]!, pick));
  const outcomes = new Map<string, number>();
  const problems: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < damaged.length; at = next++) {
      const key = `uploads/${at}`;
      const target = `feedVideo/bent-${at}`;
      await storage.put(key, damaged[at]!, { contentType: 'application/octet-stream' });
      const begun = performance.now();
      const outcome = await encodeRenditions(storage, key, target, {
        ffmpegPath: ffmpeg,
        onProgress: () => undefined,
        signal: AbortSignal.timeout(MOST_MS),
        mark: null,
        teaser: true,
      }).then(
        () => 'made',
        (error: unknown) =>
          error instanceof CodedError
            ? error.code
            : error instanceof Error && /ended with/.test(error.message)
              ? 'FILE_NOT_MADE'
              : String(error),
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const isFine = ['made', 'FILE_UNREADABLE', 'FILE_NOT_MADE'].includes(outcome);
      if (!isFine) problems.push(`film ${at}: ${outcome} after ${Math.round(performance.now() - begun)} ms`);
      const left = await readdir(join(folder, 'feedVideo')).catch(() => []);
      if (outcome !== 'made' && left.some((name) => name.startsWith(`bent-${at}`) && !/\d/.test(name.charAt(`bent-${at}`.length))))
        problems.push(`film ${at}: forms stayed`);
      const working = (await readdir(tmpdir())).filter((name) => name.startsWith(`stagedoor-video-bent-${at}-`));
      if (working.length > 0) problems.push(`film ${at}: ${working.join(', ')} stayed`);
      const programs = await programsOf(join(folder, key));
      if (programs.some((command) => command.includes(`${join(folder, key)} `))) problems.push(`film ${at}: ${programs.join(' | ')}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(problems).toEqual([]);
  // Enough damage for refusals, and little enough for successes.
  expect([...outcomes.keys()].toSorted()).toEqual(expect.arrayContaining(['FILE_UNREADABLE', 'made']));
});
