import { type ChildProcess, fork } from 'node:child_process';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { backgroundNiceness } from '../../platform/background-priority.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { LiveAuthority } from '../live-authority.ts';
import { RECORDING_PART, RECORDING_METADATA, RECORDING_FILE } from './recording-files.ts';
import { isAlive } from '../../platform/is-alive.ts';

const INTERVAL_MS = 10_000;
const MAX_ATTEMPTS = 3;
/** Low priority: live shows come first. */
const NICE = 15;

/** The metadata that the child process writes. */
const metadataSchema = z.object({ durationMs: z.int().nonnegative(), width: z.int().nonnegative(), height: z.int().nonnegative() });
export type RecordingMetadata = z.output<typeof metadataSchema>;

export interface RecordingsOptions {
  directory: string;
  authority: LiveAuthority;
  /** Whether a recording is still in progress. */
  isOpen(streamId: string): boolean;
  log: Log;
}

/** Remuxes a recording in a low-priority process, which is handed to `onForked`. */
const remux = (folder: string, onForked: (child: ChildProcess | undefined) => void): Promise<{ ok: boolean; stderr: string }> =>
  new Promise((resolve) => {
    const forked = fork(new URL('./finish-recording.entry.ts', import.meta.url), [folder], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    onForked(forked);
    let stderr = '';
    try {
      if (forked.pid !== undefined) setPriority(forked.pid, backgroundNiceness(NICE));
    } catch {
      // It may have ended already.
    }
    forked.stderr!.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-2000);
    });
    forked.once('error', (error) => {
      stderr += error.message;
    });
    forked.once('close', (code) => {
      onForked(undefined);
      resolve({ ok: code === 0, stderr });
    });
  });

/** Claims a folder among the processes of this machine; the claim of a dead process doesn't count. */
const claim = async (folder: string): Promise<boolean> => {
  const path = join(folder, 'claim');
  const holder = Number(await readFile(path, 'utf8').catch(() => '0'));
  if (holder > 0 && holder !== process.pid && isAlive(holder)) return false;
  await writeFile(path, String(process.pid), { mode: 0o600 });
  return true;
};

const readMetadata = async (folder: string): Promise<RecordingMetadata | undefined> => {
  const text = await readFile(join(folder, RECORDING_METADATA), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : metadataSchema.parse(JSON.parse(text));
};

/** Remuxes the recordings of ended shows, each in a separate process, and hands them to the authority. */
export const createRecordings = ({ directory, authority, isOpen, log }: RecordingsOptions) => {
  const attemptsByStream = new Map<string, number>();
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isRerunRequested = false;
  let isClosed = false;

  const finishOne = async (streamId: string): Promise<void> => {
    const folder = join(directory, streamId);
    const names = await readdir(folder).catch(() => undefined);
    // Recorded on another machine.
    if (!names) return;
    if (!names.some((name) => RECORDING_PART.test(name)) && !names.includes(RECORDING_METADATA)) {
      await authority.recordingFailed(streamId, 'nothing was recorded');
      await rm(folder, { recursive: true, force: true });
      return;
    }
    if (!(await claim(folder))) return;
    let metadata = await readMetadata(folder);
    if (!metadata) {
      const { ok, stderr } = await remux(folder, (own) => (child = own));
      if (isClosed) return;
      metadata = ok ? await readMetadata(folder) : undefined;
      if (!metadata) {
        const attempts = (attemptsByStream.get(streamId) ?? 0) + 1;
        attemptsByStream.set(streamId, attempts);
        log.error({ streamId, attempts, stderr }, 'a recording could not be remuxed');
        if (attempts < MAX_ATTEMPTS) return;
        attemptsByStream.delete(streamId);
        await authority.recordingFailed(streamId, stderr.trim().split('\n').at(-1)?.slice(0, 300) || 'it can’t be read');
        await rm(folder, { recursive: true, force: true });
        return;
      }
    }
    await authority.recorded(streamId, { path: join(folder, RECORDING_FILE), ...metadata });
    attemptsByStream.delete(streamId);
    await rm(folder, { recursive: true, force: true });
  };
  const finishAll = async (): Promise<void> => {
    for (const streamId of await authority.unfinishedRecordings()) {
      if (isClosed) return;
      if (!/^[\w-]{1,64}$/.test(streamId) || isOpen(streamId)) continue;
      try {
        await finishOne(streamId);
      } catch (error) {
        log.error({ err: error, streamId }, 'finishing a recording failed');
      }
    }
  };
  const finish = (): Promise<void> => {
    if (isClosed) return Promise.resolve();
    isRerunRequested = true;
    running ??= (async () => {
      while (isRerunRequested && !isClosed) {
        isRerunRequested = false;
        await finishAll().catch((error: unknown) => log.warn({ err: error }, 'finishing recordings failed'));
      }
      running = undefined;
    })();
    return running;
  };

  return {
    finish,
    start(): void {
      timer = setInterval(() => void finish(), INTERVAL_MS);
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
