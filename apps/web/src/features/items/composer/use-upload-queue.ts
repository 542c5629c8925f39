import { useCallback, useRef } from 'react';
import { ApiError } from '../../../app/api.ts';
import { call } from '../../../app/browser-call.ts';
import { prepareUpload } from '../../../app/resumable-upload.ts';
import type { DraftFile } from './draft-files.ts';
import type { FileRole, Uploads } from './uploads.ts';

/** Sends files one after the other, whenever they were picked. Owns those that wait or are being sent. */
export const useUploadQueue = (uploads: Uploads, change: (key: string, part: Partial<DraftFile>) => void) => {
  const running = useRef(new Map<string, AbortController>());
  const queue = useRef(Promise.resolve());
  const send = useCallback(
    async (key: string, file: File, role: FileRole) => {
      const upload = uploads[role];
      const controller = running.current.get(key);
      // Removed while queued.
      if (!upload || !controller || controller.signal.aborted) return;
      try {
        const way = { signal: controller.signal, onProgress: (sent: number) => change(key, { sent }) };
        const {
          done,
          files: whole,
          ...brought
        } = await prepareUpload(file, upload.purpose, {
          ...way,
          onWaiting: (waiting) => change(key, { waiting }),
        });
        // The same file is the same upload: a lost response creates no duplicate.
        const sent = whole.file ? { [upload.field ?? 'file']: whole.file } : {};
        const uploaded = await call(upload.call, { ...brought, files: sent, ...way, idempotencyKey: key });
        await done();
        change(key, { uploaded, sent: null });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code !== 'ABORTED') change(key, { error: error.message, sent: null, waiting: false });
      } finally {
        running.current.delete(key);
      }
    },
    [change, uploads],
  );
  const enqueue = useCallback(
    (key: string, file: File, role: FileRole) => {
      running.current.set(key, new AbortController());
      queue.current = queue.current.then(() => send(key, file, role));
    },
    [send],
  );
  const abort = useCallback((key: string) => running.current.get(key)?.abort(), []);

  return { enqueue, abort };
};
