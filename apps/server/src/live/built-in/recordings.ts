import { type ChildProcess, fork } from 'node:child_process';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { niceness } from '../../platform/niceness.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { LiveAuthority } from '../live-authority.ts';
import { PIECE_NAME, RECORDING_FACTS, RECORDING_FILE } from './recording-files.ts';

const EVERY_MS = 10_000;
const MAX_TRIES = 3;
/** The lowest priority that still gets on: shows come first. */
const NICE = 15;

/** What the child says of the file it has made. */
const facts = z.object({ durationMs: z.int().nonnegative(), width: z.int().positive(), height: z.int().positive() });
export type RecordingFacts = z.output<typeof facts>;

export interface RecordingsOptions {
  directory: string;
  authority: LiveAuthority;
  /** A show that is still being written is left alone. */
  isOpen(streamId: string): boolean;
  log: Log;
}

const exists = (process_: number): boolean => {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Puts the pieces of shows that have ended together, each in a process of its own, and hands them over. */
export const createRecordings = ({ directory, authority, isOpen, log }: RecordingsOptions) => {
  const tries = new Map<string, number>();
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isClosed = false;

  const put = (folder: string): Promise<{ ok: boolean; said: string }> =>
    new Promise((resolve) => {
      const mine = fork(new URL('./finish-recording.entry.ts', import.meta.url), [folder], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      child = mine;
      let said = '';
      try {
        if (mine.pid !== undefined) setPriority(mine.pid, niceness(NICE));
      } catch {
        // It may have ended already.
      }
      mine.stderr!.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-2000);
      });
      mine.once('error', (error) => {
        said += error.message;
      });
      mine.once('close', (code) => {
        child = undefined;
        resolve({ ok: code === 0, said });
      });
    });
  /** Two processes on one machine don't take the same folder; one that died holds nothing. */
  const claim = async (folder: string): Promise<boolean> => {
    const path = join(folder, 'claim');
    const holder = Number(await readFile(path, 'utf8').catch(() => '0'));
    if (holder > 0 && holder !== process.pid && exists(holder)) return false;
    await writeFile(path, String(process.pid), { mode: 0o600 });
    return true;
  };
  const factsOf = async (folder: string): Promise<RecordingFacts | undefined> => {
    const text = await readFile(join(folder, RECORDING_FACTS), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : facts.parse(JSON.parse(text));
  };

  const finishOne = async (streamId: string): Promise<void> => {
    const folder = join(directory, streamId);
    const names = await readdir(folder).catch(() => undefined);
    // Another machine's to finish.
    if (!names) return;
    if (!names.some((name) => PIECE_NAME.test(name)) && !names.includes(RECORDING_FACTS)) {
      await authority.recordingFailed(streamId, 'nothing was recorded');
      await rm(folder, { recursive: true, force: true });
      return;
    }
    if (!(await claim(folder))) return;
    let made = await factsOf(folder);
    if (!made) {
      const { ok, said } = await put(folder);
      if (isClosed) return;
      made = ok ? await factsOf(folder) : undefined;
      if (!made) {
        const tried = (tries.get(streamId) ?? 0) + 1;
        tries.set(streamId, tried);
        log.error({ streamId, tried, said }, 'a recording could not be put together');
        if (tried < MAX_TRIES) return;
        tries.delete(streamId);
        await authority.recordingFailed(streamId, said.trim().split('\n').at(-1)?.slice(0, 300) || 'it can’t be read');
        await rm(folder, { recursive: true, force: true });
        return;
      }
    }
    await authority.recorded(streamId, { path: join(folder, RECORDING_FILE), ...made });
    tries.delete(streamId);
    await rm(folder, { recursive: true, force: true });
  };
  const finishAll = async (): Promise<void> => {
    for (const streamId of await authority.unfinishedRecordings()) {
      if (isClosed) return;
      if (!/^[\w-]{1,64}$/.test(streamId) || isOpen(streamId)) continue;
      try {
        await finishOne(streamId);
      } catch (error) {
        log.error({ err: error, streamId }, 'a recording waits');
      }
    }
  };
  const finish = (): Promise<void> => {
    if (isClosed) return Promise.resolve();
    isWanted = true;
    running ??= (async () => {
      while (isWanted && !isClosed) {
        isWanted = false;
        await finishAll().catch((error: unknown) => log.warn({ err: error }, 'recordings wait'));
      }
      running = undefined;
    })();
    return running;
  };

  return {
    finish,
    start(): void {
      timer = setInterval(() => void finish(), EVERY_MS);
      void finish();
    },
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      child?.kill('SIGKILL');
      await running;
    },
  };
};
