import type { Log } from '../telemetry/log.ts';
import type { Uploads } from './uploads.ts';

const INTERVAL_MS = 3_600_000;

/**
 * Deletes abandoned uploads at the start and every hour, on each node: with a folder of its own, what has arrived is on its disk.
 * @returns a function that stops it
 */
export const startSweepingUploads = (uploads: Uploads, log: Log): (() => void) => {
  const sweep = (): void =>
    void uploads.sweep().catch((error: unknown) => log.warn({ err: error }, 'abandoned uploads could not be swept'));
  sweep();
  const timer = setInterval(sweep, INTERVAL_MS).unref();
  return () => clearInterval(timer);
};
