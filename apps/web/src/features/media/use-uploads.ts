import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { prepareUpload, type UploadControl } from '../../app/resumable-upload.ts';

/** An upload into the library. */
export interface Upload {
  key: string;
  file: File;
  /** Upload progress, 0 to 1; null when it stopped, with the reason in `error`. */
  sent: number | null;
  error: string | null;
  /** The connection is lost; it resumes automatically. */
  waiting: boolean;
  /** Whether it is paused by the user; null if it can't be. */
  paused: boolean | null;
}

/** Uploads files into the library one after the other; each can be cancelled, a large one paused, and a failed one retried with the same key. */
export const useUploads = (onDone: () => void) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const controls = useRef(new Map<string, UploadControl>());
  const queue = useRef(Promise.resolve());
  const change = (key: string, part: Partial<Upload>) =>
    setUploads((known) => known.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const drop = (key: string) => setUploads((known) => known.filter((upload) => upload.key !== key));

  const send = useCallback(
    async ({ key, file }: Pick<Upload, 'key' | 'file'>) => {
      const controller = running.current.get(key);
      // Cancelled while queued.
      if (!controller || controller.signal.aborted) return;
      try {
        const way = { signal: controller.signal, onProgress: (sent: number) => change(key, { sent }) };
        const { done, ...brought } = await prepareUpload(file, 'media', {
          ...way,
          onWaiting: (waiting) => change(key, { waiting }),
          onControl: (control) => {
            controls.current.set(key, control);
            change(key, { paused: false });
          },
        });
        change(key, { paused: null });
        await call('POST /performer/media-libraries/upload', {
          body: { name: file.name.replace(/\.\w{1,5}$/, '').slice(0, 120) },
          ...brought,
          ...way,
          // The same file is the same upload: a lost response creates no duplicate.
          idempotencyKey: key,
        });
        await done();
        drop(key);
        onDone();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'ABORTED') drop(key);
        else change(key, { sent: null, error: error.message, waiting: false, paused: null });
      } finally {
        running.current.delete(key);
        controls.current.delete(key);
      }
    },
    [onDone],
  );
  const enqueue = useCallback(
    (upload: Pick<Upload, 'key' | 'file'>) => {
      running.current.set(upload.key, new AbortController());
      queue.current = queue.current.then(() => send(upload));
    },
    [send],
  );
  const add = useCallback(
    (files: readonly File[]) => {
      const made = files.map((file): Upload => ({ key: crypto.randomUUID(), file, sent: 0, error: null, waiting: false, paused: null }));
      setUploads((known) => [...known, ...made]);
      for (const upload of made) enqueue(upload);
    },
    [enqueue],
  );
  const retry = useCallback(
    (upload: Upload) => {
      change(upload.key, { sent: 0, error: null });
      enqueue(upload);
    },
    [enqueue],
  );
  const stop = useCallback((key: string) => {
    running.current.get(key)?.abort();
    drop(key);
  }, []);
  const hold = useCallback((key: string, paused: boolean) => {
    const control = controls.current.get(key);
    if (!control) return;
    if (paused) control.pause();
    else control.resume();
    change(key, { paused, waiting: false });
  }, []);
  return { uploads, add, retry, stop, hold };
};
