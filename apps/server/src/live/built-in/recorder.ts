import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../platform/telemetry/log.ts';
import type { WrittenPiece } from '../media/packager.ts';

export interface RecorderOptions {
  /** The show's own folder. */
  folder: string;
  /** The recording ends when more bytes than these are buffered. */
  maxBufferedBytes: number;
  /** Tells whether more than the reserve is left on the disk. */
  hasRoom(): Promise<boolean>;
  log: Log;
}

/** How often a recording looks whether the disk has room: at 6 Mbit/s, 4 MB are written meanwhile. */
const ROOM_MS = 5000;

/**
 * Records a live show as a fragmented MP4, which is valid up to its last fragment at any time. A disk that is almost full or too slow ends the
 * recording, never the show. The rest of the disk belongs to the database.
 */
export const createRecorder = ({ folder, maxBufferedBytes, hasRoom, log }: RecorderOptions) => {
  let file: WriteStream | undefined;
  let hasFailed = false;
  let isClosed = false;
  const fail = (error: unknown): void => {
    if (hasFailed) return;
    hasFailed = true;
    log.error({ err: error, folder }, 'a recording was aborted');
    file?.destroy();
  };
  try {
    // Created at once: a missing folder means that another machine recorded the show.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    fail(error);
  }

  let lookedAt = Number.NEGATIVE_INFINITY;
  const watchRoom = (): void => {
    if (performance.now() - lookedAt < ROOM_MS) return;
    lookedAt = performance.now();
    hasRoom()
      .then((isThere) => {
        if (!isThere) fail(new Error('the disk is almost full'));
      })
      .catch(fail);
  };

  return {
    write({ kind, data }: WrittenPiece): void {
      if (hasFailed || isClosed) return;
      if (!file) {
        if (kind !== 'init') return;
        file = createWriteStream(join(folder, `${Date.now()}.mp4`), { flags: 'wx', mode: 0o600, highWaterMark: 1024 * 1024 });
        file.on('error', fail);
      }
      watchRoom();
      if (file.writableLength > maxBufferedBytes) fail(new Error('the disk is too slow'));
      else file.write(data);
    },
    /** Resolves once everything was written to the file. */
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
