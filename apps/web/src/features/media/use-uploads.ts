import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';

/** A file on its way into the library. */
export interface Upload {
  key: string;
  file: File;
  /** Sent so far, 0 to 1; null when it stopped, and `error` says why. */
  sent: number | null;
  error: string | null;
}

/** Sends files into the library one after the other; each can be stopped, and one that failed sent again with the same key. */
export const useUploads = (onDone: () => void) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const queue = useRef(Promise.resolve());
  const change = (key: string, part: Partial<Upload>) =>
    setUploads((known) => known.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const drop = (key: string) => setUploads((known) => known.filter((upload) => upload.key !== key));

  const send = useCallback(
    async ({ key, file }: Pick<Upload, 'key' | 'file'>) => {
      const controller = running.current.get(key);
      // It was stopped while it waited.
      if (!controller || controller.signal.aborted) return;
      try {
        await call('POST /performer/media-libraries/upload', {
          body: { name: file.name.replace(/\.\w{1,5}$/, '').slice(0, 120) },
          files: { file },
          signal: controller.signal,
          onProgress: (sent: number) => change(key, { sent }),
          // The same file again is the same upload: an answer that was lost makes no second one.
          idempotencyKey: key,
        });
        drop(key);
        onDone();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'ABORTED') drop(key);
        else change(key, { sent: null, error: error.message });
      } finally {
        running.current.delete(key);
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
      const made = files.map((file): Upload => ({ key: crypto.randomUUID(), file, sent: 0, error: null }));
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
  return { uploads, add, retry, stop };
};
