import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { prepareUpload } from '../../app/resumable-upload.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';

type Uploaded = ResponseOf<Contract['POST /feeds/files/photo/upload']>;

/** The purpose of a file; each has its own endpoint. */
type Role = 'image' | 'video' | 'teaser';

const PURPOSES = { image: 'feedPhoto', video: 'feedVideo', teaser: 'feedTeaser' } as const;
const CALLS = {
  image: 'POST /feeds/files/photo/upload',
  video: 'POST /feeds/files/video/upload',
  teaser: 'POST /feeds/files/teaser/upload',
} as const;

/** A file of the post being edited: uploading, or uploaded. */
export interface DraftFile {
  key: string;
  kind: 'image' | 'video';
  /** URL of the local file until the server's exists; videos have none. */
  local: string | null;
  /** The file to send again after a failure. */
  source: { file: File; role: Role } | null;
  /** Upload progress, 0 to 1; null once uploaded. */
  sent: number | null;
  /** The connection is lost; it resumes automatically. */
  waiting?: boolean;
  uploaded: Uploaded | null;
  error: string | null;
}

/** Uploads files one after the other, with progress; each can be removed at any time. */
export const useFeedFiles = (initial: readonly Uploaded[] = []) => {
  const [files, setFiles] = useState<readonly DraftFile[]>(() =>
    initial.map((uploaded) => ({
      key: uploaded._id,
      kind: uploaded.kind === 'video' ? 'video' : 'image',
      local: null,
      source: null,
      sent: null,
      uploaded,
      error: null,
    })),
  );
  const running = useRef(new Map<string, AbortController>());
  const change = useCallback(
    (key: string, part: Partial<DraftFile>) => setFiles((known) => known.map((file) => (file.key === key ? { ...file, ...part } : file))),
    [],
  );

  const send = useCallback(
    async (key: string, file: File, role: Role) => {
      const controller = new AbortController();
      running.current.set(key, controller);
      try {
        const way = { signal: controller.signal, onProgress: (sent: number) => change(key, { sent }) };
        const { done, ...brought } = await prepareUpload(file, PURPOSES[role], {
          ...way,
          onWaiting: (waiting) => change(key, { waiting }),
        });
        // The same file is the same upload: a lost response creates no duplicate.
        const uploaded = await call(CALLS[role], { ...brought, ...way, idempotencyKey: key });
        await done();
        change(key, { uploaded, sent: null });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code !== 'ABORTED') change(key, { error: error.message, sent: null, waiting: false });
      } finally {
        running.current.delete(key);
      }
    },
    [change],
  );

  const add = useCallback(
    async (picked: readonly File[], role: Role) => {
      const drafts = picked.map((file) => ({ file, key: crypto.randomUUID() }));
      setFiles((known) => [
        ...known,
        ...drafts.map(
          ({ file, key }): DraftFile => ({
            key,
            kind: role === 'image' ? 'image' : 'video',
            local: role === 'video' ? null : URL.createObjectURL(file),
            source: { file, role },
            sent: 0,
            uploaded: null,
            error: null,
          }),
        ),
      ]);
      for (const { file, key } of drafts) await send(key, file, role);
    },
    [send],
  );

  /** Retries a failed upload. */
  const retry = useCallback(
    ({ key, source }: DraftFile) => {
      if (!source) return;
      change(key, { error: null, sent: 0 });
      void send(key, source.file, source.role);
    },
    [change, send],
  );

  /** Adds files of the library, which are uploaded already. */
  const take = useCallback(
    (items: readonly Uploaded[]) =>
      setFiles((known) => [
        ...known,
        ...items
          .filter(({ _id }) => known.every((file) => file.uploaded?._id !== _id))
          .map(
            (uploaded): DraftFile => ({
              key: uploaded._id,
              kind: uploaded.kind === 'video' ? 'video' : 'image',
              local: null,
              source: null,
              sent: null,
              uploaded,
              error: null,
            }),
          ),
      ]),
    [],
  );

  const remove = useCallback((key: string) => {
    running.current.get(key)?.abort();
    setFiles((known) => known.filter((file) => file.key !== key));
  }, []);

  useRealtimeEvent('files/changed', ({ fileId, state, progress }) =>
    setFiles((known) =>
      known.map((file) => (file.uploaded?._id === fileId ? { ...file, uploaded: { ...file.uploaded, state, progress } } : file)),
    ),
  );

  return {
    files,
    add,
    take,
    remove,
    retry,
    /** Whether an upload is in progress. */
    busy: files.some((file) => file.sent !== null),
    ids: files.flatMap((file) => (file.uploaded ? [file.uploaded._id] : [])),
  };
};

export type FeedFiles = ReturnType<typeof useFeedFiles>;
