import type { Log } from '../telemetry/log.ts';
import type { Uploads } from './uploads.ts';

const EVERY_MS = 3_600_000;

/**
 * Gives up abandoned uploads once at the start and every hour. Each node does it for itself: parts lie on the disk of the node that took
 * them, where no other node's jobs reach.
 * @returns how to stop
 */
export const startSweepingUploads = (uploads: Uploads, log: Log): (() => void) => {
  const sweep = (): void =>
    void uploads.sweep().catch((error: unknown) => log.warn({ err: error }, 'abandoned uploads could not be swept'));
  sweep();
  const timer = setInterval(sweep, EVERY_MS).unref();
  return () => clearInterval(timer);
};
