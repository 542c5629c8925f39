import type { UploadedFile } from '@stagedoor/contract/items';
import type { Picture } from '@stagedoor/contract/shapes';
import { MESSAGE_FILES } from '@stagedoor/contract/conversations.values';
import { useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { acceptedKinds, IMAGES, isAccepted } from '../../ui/accepted-files.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

/** A picture chosen for the next message. */
export interface ChosenFile {
  key: string;
  name: string;
  /** Share of the upload that is sent, 0 to 1. */
  progress: number;
  /** Once the server has it. */
  stored: { _id: string; picture: Picture } | null;
}

const storedOf = ({ _id, picture }: UploadedFile): ChosenFile['stored'] => (picture ? { _id, picture } : null);

/** The pictures chosen for the next message of a conversation; each is uploaded at once. */
export const useMessageFiles = (conversationId: string) => {
  const t = useText();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const change = (key: string, changes: Partial<ChosenFile>) =>
    setFiles((known) => known.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const remove = (key: string) => setFiles((known) => known.filter((one) => one.key !== key));
  const upload = async (file: File) => {
    const key = crypto.randomUUID();
    setFiles((known) => [...known, { key, name: file.name, progress: 0, stored: null }]);
    try {
      const stored = await call('POST /messages/conversations/{id}/files', {
        params: { id: conversationId },
        files: { file },
        idempotencyKey: key,
        onProgress: (progress) => change(key, { progress }),
      });
      change(key, { progress: 1, stored: storedOf(stored) });
    } catch (error) {
      remove(key);
      toast((error instanceof ApiError && error.message) || t('messages.failed'), { tone: 'bad', stays: 5000 });
    }
  };
  const add = (chosen: readonly File[]) => {
    const accepted = chosen.filter((file) => isAccepted(file, IMAGES));
    if (accepted.length < chosen.length) toast(t('ui.fileKindRefused', { kinds: acceptedKinds(IMAGES) }), { tone: 'bad', stays: 5000 });
    const room = MESSAGE_FILES - files.length;
    if (accepted.length > room) toast(t('messages.tooManyFiles', { count: MESSAGE_FILES }), { tone: 'bad', stays: 5000 });
    for (const file of accepted.slice(0, room)) void upload(file);
  };
  return { files, add, remove, clear: () => setFiles([]), isUploading: files.some(({ stored }) => !stored) };
};
