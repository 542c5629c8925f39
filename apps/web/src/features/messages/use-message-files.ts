import type { UploadedFile } from '@stagedoor/contract/items';
import { MESSAGE_FILES } from '@stagedoor/contract/conversations.values';
import type { MediaItem } from '@stagedoor/contract/media';
import { useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { acceptedKinds, AUDIO, DOCUMENTS, IMAGES, isAccepted, VIDEOS } from '../../ui/accepted-files.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
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
}

const storedOf = ({ _id, kind, picture }: UploadedFile | MediaItem): SentFile => ({ _id, kind, picture });

/**
 * The files chosen for the next message of a conversation; each is uploaded at once.
 * @param isPerformer pictures go into the media library's storage, with its watermark, so that they may have a price
 */
export const useMessageFiles = (conversationId: string, isPerformer: boolean) => {
  const t = useText();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const change = (key: string, changes: Partial<ChosenFile>) =>
    setFiles((known) => known.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const remove = (key: string) => setFiles((known) => known.filter((one) => one.key !== key));
  /** @returns undefined when it was refused, which is told */
  const upload = async (file: File): Promise<SentFile | undefined> => {
    const key = crypto.randomUUID();
    setFiles((known) => [...known, { key, name: file.name, progress: 0, stored: null }]);
    const sending = { files: { file }, idempotencyKey: key, onProgress: (progress: number) => change(key, { progress }) };
    try {
      const answer =
        isPerformer && isAccepted(file, IMAGES)
          ? await call('POST /messages/private/photo', sending)
          : await call('POST /messages/conversations/{id}/files', {
              params: { id: conversationId },
              body: { name: file.name },
              ...sending,
            });
      const stored = storedOf(answer);
      change(key, { progress: 1, stored });
      return stored;
    } catch (error) {
      remove(key);
      toast((error instanceof ApiError && error.message) || t('messages.failed'), { tone: 'bad', stays: 5000 });
      return undefined;
    }
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
      ...fresh.slice(0, room).map((item) => ({ key: item._id, name: item.name, progress: 1, stored: storedOf(item) })),
    ]);
  };
  return { files, add, upload, pick, remove, clear: () => setFiles([]), room, isUploading: files.some(({ stored }) => !stored) };
};
