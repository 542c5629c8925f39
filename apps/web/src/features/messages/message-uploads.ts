import type { SentFile } from './thread-state.ts';

/** Uploads of this page. They go on while another conversation is open, and are followed again when theirs is. */
interface Upload {
  progress: number;
  listeners: Set<(progress: number) => void>;
  controller: AbortController;
  /** Undefined when it was refused or ended. */
  done: Promise<SentFile | undefined>;
}

const uploads = new Map<string, Upload>();

/** Starts an upload. @param send gets what ends it, and tells how far it is */
export const startUpload = (
  key: string,
  send: (options: { signal: AbortSignal; onProgress: (progress: number) => void }) => Promise<SentFile | undefined>,
): Promise<SentFile | undefined> => {
  const controller = new AbortController();
  const listeners: Upload['listeners'] = new Set();
  const onProgress = (progress: number) => {
    const upload = uploads.get(key);
    if (upload) upload.progress = progress;
    for (const listener of listeners) listener(progress);
  };
  const done = send({ signal: controller.signal, onProgress }).finally(() => uploads.delete(key));
  uploads.set(key, { progress: 0, listeners, controller, done });
  return done;
};

export const isUploadRunning = (key: string): boolean => uploads.has(key);

/** Ends an upload, if it is running. */
export const stopUpload = (key: string): void => uploads.get(key)?.controller.abort();

/** Follows a running upload. @returns what ends the following */
export const followUpload = (
  key: string,
  onProgress: (progress: number) => void,
  onDone: (stored: SentFile | undefined) => void,
): (() => void) => {
  const upload = uploads.get(key);
  if (!upload) return () => undefined;
  let isFollowed = true;
  onProgress(upload.progress);
  upload.listeners.add(onProgress);
  void upload.done.then((stored) => isFollowed && onDone(stored));
  return () => {
    isFollowed = false;
    upload.listeners.delete(onProgress);
  };
};
