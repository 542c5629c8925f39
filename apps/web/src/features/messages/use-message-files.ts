import type { UploadedFile } from '@stagedoor/contract/items';
import { MESSAGE_FILES } from '@stagedoor/contract/conversations.values';
import type { MediaItem } from '@stagedoor/contract/media';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { acceptedKinds, AUDIO, DOCUMENTS, IMAGES, isAccepted, VIDEOS } from '../../ui/accepted-files.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { type DraftFile, keepStoredFile } from './message-draft.ts';
import { followUpload, isUploadRunning, startUpload, stopUpload } from './message-uploads.ts';
import type { SentFile } from './thread-state.ts';

/** `accept` of the input for a message's files. */
export const MESSAGE_ACCEPT = [IMAGES, VIDEOS, DOCUMENTS].join(',');
/** And what else may be dropped, pasted or recorded. */
const ACCEPTED = [MESSAGE_ACCEPT, AUDIO].join(',');

/** A file chosen for the next message. */
export interface ChosenFile {
  key: string;
  name: string;
  /** Share of the upload that is sent, 0 to 1. */
  progress: number;
  /** Once the server has it. */
  stored: SentFile | null;
  /** Its upload ended with the page: it has to be chosen again. */
  isLost: boolean;
}

const storedOf = (file: UploadedFile | MediaItem): SentFile => ({
  _id: file._id,
  kind: file.kind,
  picture: file.picture,
  ...('inside' in file && file.inside ? { inside: file.inside } : {}),
});

const restored = ({ key, name, stored }: DraftFile): ChosenFile => ({
  key,
  name,
  progress: stored ? 1 : 0,
  stored: stored && { ...stored, picture: null },
  isLost: !stored && !isUploadRunning(key),
});

/** Asks for the stored files of a kept draft again. @returns whether the answer is awaited */
const useRestored = (
  initial: readonly ChosenFile[],
  setFiles: (change: (shown: readonly ChosenFile[]) => readonly ChosenFile[]) => void,
): boolean => {
  const t = useText();
  const [isChecking, setChecking] = useState(initial.some(({ stored }) => stored));
  // The addresses of pictures expire, and files may be gone: both are asked for. Without an answer the draft stays as it is.
  const onRestored = useEffectEvent((found: readonly UploadedFile[], asked: readonly string[]) => {
    const known = new Map(found.map((file) => [file._id, storedOf(file)]));
    const gone = asked.filter((id) => !known.has(id));
    if (gone.length > 0) toast(t('messages.filesGone', { count: gone.length }), { tone: 'bad', stays: 5000 });
    setFiles((shown) =>
      shown
        .filter(({ stored }) => !stored || !gone.includes(stored._id))
        .map((file) => (file.stored ? { ...file, stored: known.get(file.stored._id) ?? file.stored } : file)),
    );
  });
  useEffect(() => {
    const ids = initial.flatMap(({ stored }) => stored?._id ?? []);
    if (ids.length === 0) return;
    void call('GET /messages/files', { query: { ids: ids.join(',') } })
      .then(({ data }) => onRestored(data, ids))
      .catch(() => undefined)
      .finally(() => setChecking(false));
  }, [initial]);
  return isChecking;
};

interface Sending {
  files: { file: File };
  idempotencyKey: string;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
}

/** Uploads a file; a performer's pictures go into the media library. */
const sendFile = (conversationId: string, isPerformer: boolean, sending: Sending) =>
  isPerformer && isAccepted(sending.files.file, IMAGES)
    ? call('POST /messages/private/photo', sending)
    : call('POST /messages/conversations/{id}/files', {
        params: { id: conversationId },
        body: { name: sending.files.file.name },
        ...sending,
      });

/**
 * The files chosen for the next message of a conversation; each is uploaded at once, also while another conversation is open.
 * @param isPerformer pictures go into the media library's storage, with its watermark, so that they may have a price
 * @param kept the files of the draft that this device keeps
 */
export const useMessageFiles = (conversationId: string, isPerformer: boolean, kept: readonly DraftFile[]) => {
  const t = useText();
  const ownId = useCurrentUser()._id;
  const [initial] = useState(() => kept.map(restored));
  const [files, setFiles] = useState<readonly ChosenFile[]>(initial);
  const change = (key: string, changes: Partial<ChosenFile>) =>
    setFiles((known) => known.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const drop = (key: string) => setFiles((known) => known.filter((one) => one.key !== key));
  const remove = (key: string) => {
    stopUpload(key);
    drop(key);
  };
  const end = (key: string, stored: SentFile | undefined) => (stored ? change(key, { progress: 1, stored }) : drop(key));

  const isChecking = useRestored(initial, setFiles);
  const onEnd = useEffectEvent(end);
  useEffect(() => {
    const followed = initial
      .filter(({ stored }) => !stored)
      .map(({ key }) =>
        followUpload(
          key,
          (progress) => setFiles((known) => known.map((one) => (one.key === key ? { ...one, progress } : one))),
          (stored) => onEnd(key, stored),
        ),
      );
    return () => {
      for (const leave of followed) leave();
    };
  }, [initial]);

  const send = async (key: string, file: File): Promise<SentFile | undefined> => {
    const stored = await startUpload(key, async ({ signal, onProgress }) => {
      const sending = { files: { file }, idempotencyKey: crypto.randomUUID(), signal, onProgress };
      try {
        const answer = storedOf(await sendFile(conversationId, isPerformer, sending));
        keepStoredFile(ownId, conversationId, key, { _id: answer._id, kind: answer.kind });
        return answer;
      } catch (error) {
        if (!signal.aborted) toast((error instanceof ApiError && error.message) || t('messages.failed'), { tone: 'bad', stays: 5000 });
        return undefined;
      }
    });
    end(key, stored);
    return stored;
  };
  const follow = (key: string) =>
    followUpload(
      key,
      (progress) => change(key, { progress }),
      () => undefined,
    );
  /** @returns undefined when it was refused, which is told */
  const upload = (file: File): Promise<SentFile | undefined> => {
    const key = crypto.randomUUID();
    setFiles((known) => [...known, { key, name: file.name, progress: 0, stored: null, isLost: false }]);
    const sent = send(key, file);
    follow(key);
    return sent;
  };
  /** Chooses a file whose upload was lost again, or another in its place. */
  const chooseAgain = (key: string, file: File) => {
    if (!isAccepted(file, ACCEPTED)) {
      toast(t('ui.fileKindRefused', { kinds: acceptedKinds(ACCEPTED) }), { tone: 'bad', stays: 5000 });
      return;
    }
    change(key, { name: file.name, progress: 0, isLost: false });
    void send(key, file);
    follow(key);
  };
  const room = MESSAGE_FILES - files.length;
  const tellFull = () => toast(t('messages.tooManyFiles', { count: MESSAGE_FILES }), { tone: 'bad', stays: 5000 });
  const add = (chosen: readonly File[]) => {
    const accepted = chosen.filter((file) => isAccepted(file, ACCEPTED));
    if (accepted.length < chosen.length) toast(t('ui.fileKindRefused', { kinds: acceptedKinds(ACCEPTED) }), { tone: 'bad', stays: 5000 });
    if (accepted.length > room) tellFull();
    for (const file of accepted.slice(0, room)) void upload(file);
  };
  const pick = (items: readonly MediaItem[]) => {
    const fresh = items.filter(({ _id }) => files.every(({ stored }) => stored?._id !== _id));
    if (fresh.length > room) tellFull();
    setFiles((known) => [
      ...known,
      ...fresh.slice(0, room).map((item) => ({ key: item._id, name: item.name, progress: 1, stored: storedOf(item), isLost: false })),
    ]);
  };
  return {
    files,
    add,
    upload,
    pick,
    remove,
    chooseAgain,
    clear: () => setFiles([]),
    room,
    /** Some can't be sent yet. */
    isUploading: isChecking || files.some(({ stored, isLost }) => !stored && !isLost),
    lost: files.filter(({ isLost }) => isLost).length,
  };
};
