import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../app/api.ts';
import { call } from '../../../app/browser-call.ts';
import { prepareUpload } from '../../../app/resumable-upload.ts';
import { useData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import type { FileRole, Uploaded, Uploads } from './uploads.ts';

/** A file of the item being edited: uploading, or uploaded. */
export interface DraftFile {
  key: string;
  kind: 'image' | 'video';
  /** URL of the local file, shown until the server has a picture of it. */
  local: string | null;
  /** The file to send again after a failure. */
  source: { file: File; role: FileRole } | null;
  /** Upload progress, 0 to 1; null once uploaded. */
  sent: number | null;
  /** The connection is lost; it resumes automatically. */
  waiting?: boolean;
  uploaded: Uploaded | null;
  error: string | null;
}

const uploadedFile = (uploaded: Uploaded): DraftFile => ({
  key: uploaded._id,
  kind: uploaded.kind === 'video' ? 'video' : 'image',
  local: null,
  source: null,
  sent: null,
  uploaded,
  error: null,
});

/** How often files that are processed are read again, in milliseconds. */
const POLL_MS = 5000;

const NO_FILES: readonly Uploaded[] = [];

/** Uploads files one after the other, with progress; each can be removed at any time, and moved. */
export const useItemFiles = (uploads: Uploads, own: readonly Uploaded[] = NO_FILES) => {
  const [initial] = useState(own);
  const [files, setFiles] = useState<readonly DraftFile[]>(() => initial.map(uploadedFile));
  const running = useRef(new Map<string, AbortController>());
  /** Files are sent one after the other, whenever they were picked. */
  const queue = useRef(Promise.resolve());
  const change = useCallback(
    (key: string, part: Partial<DraftFile>) => setFiles((known) => known.map((file) => (file.key === key ? { ...file, ...part } : file))),
    [],
  );

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

  const add = useCallback(
    (picked: readonly File[], role: FileRole) => {
      const drafts = picked.map((file) => ({ file, key: crypto.randomUUID() }));
      setFiles((known) => [
        ...known,
        ...drafts.map(
          ({ file, key }): DraftFile => ({
            key,
            kind: role === 'image' ? 'image' : 'video',
            local: URL.createObjectURL(file),
            source: { file, role },
            sent: 0,
            uploaded: null,
            error: null,
          }),
        ),
      ]);
      for (const { file, key } of drafts) enqueue(key, file, role);
    },
    [enqueue],
  );

  /** Retries a failed upload. */
  const retry = useCallback(
    ({ key, source }: DraftFile) => {
      if (!source) return;
      change(key, { error: null, sent: 0 });
      enqueue(key, source.file, source.role);
    },
    [change, enqueue],
  );

  /** Adds files of the library, which are uploaded already. */
  const take = useCallback(
    (items: readonly Uploaded[]) =>
      setFiles((known) => [...known, ...items.filter(({ _id }) => known.every((file) => file.uploaded?._id !== _id)).map(uploadedFile)]),
    [],
  );

  /** Puts the files of a kept draft in the place of those shown, in their order. @returns how many are gone */
  const restore = useCallback(
    async (ids: readonly string[]): Promise<number> => {
      const known = new Map(initial.map((file) => [file._id, file]));
      const missing = ids.filter((id) => !known.has(id));
      if (missing.length > 0) {
        // Without an answer the draft stays as it is: its files may still be there.
        const { data } = await call('GET /performer/media-libraries/uploaded', { query: { ids: missing.join(',') } });
        for (const file of data) known.set(file._id, file);
      }
      const found = ids.flatMap((id) => known.get(id) ?? []);
      setFiles(found.map(uploadedFile));
      return ids.length - found.length;
    },
    [initial],
  );

  const remove = useCallback((key: string) => {
    running.current.get(key)?.abort();
    setFiles((known) => known.filter((file) => file.key !== key));
  }, []);

  /** Moves a file to an index; the others make room. */
  const move = useCallback(
    (key: string, to: number) =>
      setFiles((known) => {
        const moved = known.find((file) => file.key === key);
        return moved ? known.filter((file) => file !== moved).toSpliced(to, 0, moved) : known;
      }),
    [],
  );

  useRealtimeEvent('files/changed', ({ fileId, state, progress }) =>
    setFiles((known) =>
      known.map((file) => (file.uploaded?._id === fileId ? { ...file, uploaded: { ...file.uploaded, state, progress } } : file)),
    ),
  );
  // It may have been told before the upload was answered, or while the connection was away.
  const processed = files.flatMap(({ uploaded }) => (uploaded?.state === 'processing' ? [uploaded._id] : [])).join(',');
  const { data: read } = useData(
    'GET /performer/media-libraries/uploaded',
    { query: { ids: processed } },
    { enabled: processed !== '', refetchInterval: POLL_MS },
  );
  useEffect(() => {
    if (!read) return;
    const states = new Map(read.data.map((file) => [file._id, file]));
    setFiles((known) => known.map((file) => ({ ...file, uploaded: (file.uploaded && states.get(file.uploaded._id)) ?? file.uploaded })));
  }, [read]);

  return {
    files,
    add,
    take,
    remove,
    retry,
    move,
    restore,
    /** Whether an upload is in progress. */
    busy: files.some((file) => file.sent !== null),
    /** Some aren't uploaded: only this page has them. */
    hasLocal: files.some((file) => !file.uploaded),
    ids: files.flatMap((file) => (file.uploaded ? [file.uploaded._id] : [])),
  };
};

export type ItemFiles = ReturnType<typeof useItemFiles>;
