import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CodedError } from '../../platform/errors.ts';
import { encodeRenditions } from '../../platform/media/videos.ts';
import { createLocalStorage } from '../../platform/storage/local-storage.ts';
import { createUrlSigner } from '../../platform/storage/url-signer.ts';
import { ffmpegPath, video } from '../videos.ts';
import { createNumbers, damage } from './damage.ts';

/** A film of half a second takes one second; the rest is for busy machines. */
const MOST_MS = 30_000;

const SMALL = ['-vf', 'scale=64:36'];
const VP8 = [...SMALL, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'];
/** Whole films of half a second, of each container that performers upload. */
const FILMS: Readonly<Record<string, () => Promise<Buffer>>> = {
  mp4: () => video({ seconds: 0.5, extra: SMALL }),
  faststart: () => video({ seconds: 0.5, faststart: true, extra: SMALL }),
  mov: () => video({ seconds: 0.5, name: 'film.mov', extra: SMALL }),
  mkv: () => video({ seconds: 0.5, name: 'film.mkv', extra: SMALL }),
  webm: () => video({ seconds: 0.5, name: 'film.webm', extra: VP8 }),
};

export interface DamagedFilms {
  /** How often each container had each outcome: made, or the code of the refusal. */
  outcomes: Map<string, Map<string, number>>;
  /** What should not have happened, a line each: another error, a conversion that never ended, files or processes left. */
  problems: string[];
  /** The longest conversion, in milliseconds. */
  longestMs: number;
}

/** What is killed ends when the system comes to it: so long on a busy machine. */
const ENDS_WITHIN_MS = 5_000;

/** Processes with a path in their command line. */
const programsOf = async (path: string): Promise<string[]> => {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`${path}\0`)) found.push(command.replaceAll('\0', ' '));
  }
  return found;
};

/** Those that don't end soon. */
const programsLeft = async (path: string): Promise<string[]> => {
  const deadline = performance.now() + ENDS_WITHIN_MS;
  let programs = await programsOf(path);
  while (programs.length > 0 && performance.now() < deadline) {
    await delay(50);
    programs = await programsOf(path);
  }
  return programs;
};

const outcomeOf = (error: unknown): string => {
  if (error instanceof CodedError) return error.code;
  return error instanceof Error && /ended with/.test(error.message) ? 'FILE_NOT_MADE' : String(error);
};

/**
 * Converts damaged films as the server does with uploads: each is encoded or refused with a code, in time, and leaves no working files, no
 * forms of a refused film and no processes.
 * @param each how many mutations of each container
 * @param atOnce how many conversions run beside each other
 * @param seed of the mutations: the same seed damages in the same way
 */
export const encodeDamaged = async ({ each, atOnce, seed }: { each: number; atOnce: number; seed: number }): Promise<DamagedFilms> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-hostile-'));
  try {
    const storage = createLocalStorage(folder, createUrlSigner('test'));
    const ffmpeg = await ffmpegPath();
    const pick = createNumbers(seed);
    const waiting: { name: string; container: string; bytes: Buffer }[] = [];
    for (const [container, make] of Object.entries(FILMS)) {
      const film = await make();
      for (let at = 0; at < each; at += 1) waiting.push({ name: `${container}-${at}`, container, bytes: damage(film, pick) });
    }
    const result: DamagedFilms = { outcomes: new Map(), problems: [], longestMs: 0 };
    const convert = async ({ name, container, bytes }: (typeof waiting)[number]): Promise<void> => {
      const key = `uploads/${name}`;
      await storage.put(key, bytes, { contentType: 'application/octet-stream' });
      const begun = performance.now();
      const signal = AbortSignal.timeout(MOST_MS);
      const options = { ffmpegPath: ffmpeg, onProgress: () => undefined, signal, mark: null, teaser: true };
      const outcome = await encodeRenditions(storage, key, `feedVideo/${name}-`, options).then(() => 'made', outcomeOf);
      const took = performance.now() - begun;
      result.longestMs = Math.max(result.longestMs, took);
      const ofContainer = result.outcomes.get(container) ?? new Map<string, number>();
      result.outcomes.set(container, ofContainer.set(outcome, (ofContainer.get(outcome) ?? 0) + 1));
      if (outcome !== 'made' && !outcome.startsWith('FILE_')) result.problems.push(`${name}: ${outcome} after ${Math.round(took)} ms`);
      const forms = (await readdir(join(folder, 'feedVideo')).catch(() => [])).filter((one) => one.startsWith(`${name}-`));
      if (outcome !== 'made' && forms.length > 0) result.problems.push(`${name}: forms stayed: ${forms.join(', ')}`);
      const working = (await readdir(tmpdir())).filter((one) => one.startsWith(`stagedoor-video-${name}-`));
      if (working.length > 0) result.problems.push(`${name}: ${working.join(', ')} stayed`);
      const programs = await programsLeft(join(folder, key));
      if (programs.length > 0) result.problems.push(`${name}: still running: ${programs.join(' | ')}`);
      await storage.remove(key);
    };
    let next = 0;
    const work = async (): Promise<void> => {
      for (let film = waiting[next++]; film; film = waiting[next++]) await convert(film);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
