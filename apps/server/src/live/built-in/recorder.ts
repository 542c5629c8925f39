import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../platform/telemetry/log.ts';
import type { WrittenPiece } from '../media/packager.ts';

export interface RecorderOptions {
  /** The show's own folder. */
  folder: string;
  /** More bytes than these waiting for the disk end the recording. */
  maxWaitingBytes: number;
  log: Log;
}

/**
 * Writes a show down while it is live, as a fragmented MP4 that is whole up to its last fragment at any moment. A disk that is full or too slow ends
 * the recording, never the show.
 */
export const createRecorder = ({ folder, maxWaitingBytes, log }: RecorderOptions) => {
  let file: WriteStream | undefined;
  let hasFailed = false;
  let isClosed = false;
  const fail = (error: unknown): void => {
    if (hasFailed) return;
    hasFailed = true;
    log.error({ err: error, folder }, 'a recording ends early');
    file?.destroy();
  };
  try {
    // At once: where there is none, the show was on another machine.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    fail(error);
  }

  return {
    write({ kind, data }: WrittenPiece): void {
      if (hasFailed || isClosed) return;
      if (!file) {
        if (kind !== 'init') return;
        file = createWriteStream(join(folder, `${Date.now()}.mp4`), { flags: 'wx', mode: 0o600, highWaterMark: 1024 * 1024 });
        file.on('error', fail);
      }
      if (file.writableLength > maxWaitingBytes) fail(new Error('the disk does not keep up'));
      else file.write(data);
    },
    /** Resolves once everything is with the operating system. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        isClosed = true;
        if (!file || file.closed || hasFailed) return resolve();
        file.once('close', () => resolve());
        file.end();
      }),
  };
};

export type Recorder = ReturnType<typeof createRecorder>;
