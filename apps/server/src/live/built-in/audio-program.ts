import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Log } from '../../platform/telemetry/log.ts';

/** Maximum buffered input of a program that is too slow. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** Delay before a program that exited is started again. */
const RETRY_MS = 5_000;

export interface AudioProgramOptions {
  program: string;
  arguments: readonly string[];
  log: Log;
  /** The program starts, perhaps again: its output begins at zero. @returns what it is to read first */
  begins(): Buffer | undefined;
  output(chunk: Buffer): void;
}

/** Keeps ffmpeg running while it is given audio. Owns the process. */
export const createAudioProgram = ({ program, arguments: args, log, begins, output }: AudioProgramOptions) => {
  let child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  let endedAt = -Infinity;
  let isClosed = false;

  const start = (): void => {
    const head = begins();
    const mine = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    child = mine;
    let hasWarned = false;
    mine.stdout.on('data', (chunk: Buffer) => {
      if (child === mine) output(chunk);
    });
    mine.stderr.on('data', (chunk: Buffer) => {
      if (!hasWarned && child === mine)
        log.warn({ ffmpeg: chunk.toString().trim().slice(0, 300) }, 'ffmpeg reports a problem with the audio of a stream');
      hasWarned = true;
    });
    mine.stdin.on('error', () => {});
    mine.on('error', (error) => log.error({ err: error }, 'ffmpeg could not be started'));
    mine.on('close', () => {
      if (child !== mine) return;
      child = undefined;
      endedAt = performance.now();
    });
    if (head) mine.stdin.write(head);
  };

  return {
    /** Starts it if it doesn't run. @returns whether it takes input now */
    isReady(): boolean {
      if (isClosed) return false;
      if (!child) {
        if (performance.now() - endedAt < RETRY_MS) return false;
        start();
      }
      return child !== undefined && child.stdin.writable && child.stdin.writableLength <= MAX_BUFFERED_BYTES;
    },
    write: (bytes: Buffer): void => void child?.stdin.write(bytes),
    /** Ends it; the next input starts another one. */
    reset(): void {
      const mine = child;
      child = undefined;
      endedAt = -Infinity;
      mine?.stdin.destroy();
      mine?.kill('SIGKILL');
    },
    close(): void {
      isClosed = true;
      this.reset();
    },
  };
};
