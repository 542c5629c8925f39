import type { AnswerOf, Contract } from '@stagedoor/contract';
import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { bringFile } from '../../app/resumable-upload.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';

type Uploaded = AnswerOf<Contract['POST /feeds/files/photo/upload']>;

/** A file of the post being written: on its way, or with us. */
export interface DraftFile {
  key: string;
  kind: 'image' | 'video';
  /** An address of the local file, until ours is there. */
  local: string | null;
  /** Sent so far, 0 to 1; null once it is with us. */
  sent: number | null;
  /** The way is broken; it goes on by itself. */
  waiting?: boolean;
  uploaded: Uploaded | null;
  error: string | null;
}

/** Sends files one after the other, with progress; each can be taken back at any time. */
export const useFeedFiles = (initial: readonly Uploaded[] = []) => {
  const [files, setFiles] = useState<readonly DraftFile[]>(() =>
    initial.map((uploaded) => ({
      key: uploaded._id,
      kind: uploaded.kind === 'video' ? 'video' : 'image',
      local: null,
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

  const add = useCallback(
    async (picked: readonly File[], kind: DraftFile['kind']) => {
      const drafts = picked.map((file) => ({ file, key: crypto.randomUUID() }));
      setFiles((known) => [
        ...known,
        ...drafts.map(
          ({ file, key }): DraftFile => ({
            key,
            kind,
            local: kind === 'image' ? URL.createObjectURL(file) : null,
            sent: 0,
            uploaded: null,
            error: null,
          }),
        ),
      ]);
      for (const { file, key } of drafts) {
        const controller = new AbortController();
        running.current.set(key, controller);
        try {
          const way = { signal: controller.signal, onProgress: (sent: number) => change(key, { sent }) };
          const { done, ...brought } = await bringFile(file, kind === 'image' ? 'feedPhoto' : 'feedVideo', {
            ...way,
            onWaiting: (waiting) => change(key, { waiting }),
          });
          const input = { ...brought, ...way, idempotencyKey: key };
          const uploaded = await (kind === 'image'
            ? call('POST /feeds/files/photo/upload', input)
            : call('POST /feeds/files/video/upload', input));
          await done();
          change(key, { uploaded, sent: null });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (error.code !== 'ABORTED') change(key, { error: error.message, sent: null });
        } finally {
          running.current.delete(key);
        }
      }
    },
    [change],
  );

  /** Files that are with us already: of the library. */
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
    /** Something is still being sent. */
    busy: files.some((file) => file.sent !== null),
    ids: files.flatMap((file) => (file.uploaded ? [file.uploaded._id] : [])),
  };
};

export type FeedFiles = ReturnType<typeof useFeedFiles>;
