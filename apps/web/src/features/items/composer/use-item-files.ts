import { useCallback, useState } from 'react';
import { call } from '../../../app/browser-call.ts';
import { type DraftFile, movedTo, pickedFile, uploadedFile } from './draft-files.ts';
import type { FileRole, Uploaded, Uploads } from './uploads.ts';
import { useProcessing } from './use-processing.ts';
import { useUploadQueue } from './use-upload-queue.ts';

const NO_FILES: readonly Uploaded[] = [];

/** Uploads files one after the other, with progress; each can be removed at any time, and moved. */
export const useItemFiles = (uploads: Uploads, own: readonly Uploaded[] = NO_FILES) => {
  const [initial] = useState(own);
  const [files, setFiles] = useState<readonly DraftFile[]>(() => initial.map(uploadedFile));
  const change = useCallback(
    (key: string, part: Partial<DraftFile>) => setFiles((known) => known.map((file) => (file.key === key ? { ...file, ...part } : file))),
    [],
  );
  const { enqueue, abort } = useUploadQueue(uploads, change);

  const add = useCallback(
    (picked: readonly File[], role: FileRole) => {
      const drafts = picked.map((file) => ({ file, key: crypto.randomUUID() }));
      setFiles((known) => [...known, ...drafts.map(({ file, key }) => pickedFile(key, file, role))]);
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

  const remove = useCallback(
    (key: string) => {
      abort(key);
      setFiles((known) => known.filter((file) => file.key !== key));
    },
    [abort],
  );

  /** Moves a file to an index; the others make room. */
  const move = useCallback((key: string, to: number) => setFiles((known) => movedTo(known, key, to)), []);

  useProcessing(files, setFiles);

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
