import { useEffect } from 'react';
import { useData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import type { DraftFile } from './draft-files.ts';

/** How often files that are processed are read again, in milliseconds. */
const POLL_MS = 5000;

type Change = (change: (known: readonly DraftFile[]) => readonly DraftFile[]) => void;

/** Follows the processing of uploaded files. */
export const useProcessing = (files: readonly DraftFile[], setFiles: Change): void => {
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
  }, [read, setFiles]);
};
