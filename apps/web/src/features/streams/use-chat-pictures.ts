import { CHAT_PICTURES } from '@stagedoor/contract/conversations.values';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { acceptedKinds, IMAGES, isAccepted } from '../../ui/accepted-files.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type { SaidPicture } from './chat-messages.ts';

/** A picture chosen for the next line of a chat. */
export interface ChosenPicture {
  key: string;
  file: File;
  /** Share of the upload that is sent, 0 to 1. */
  progress: number;
  /** Once the server has it. */
  stored: SaidPicture | null;
  /** Its upload was refused, or didn't arrive. */
  isFailed: boolean;
}

/** The pictures chosen for the next line of a show's chat; each is uploaded at once, and ends with the chat. */
export const useChatPictures = (conversationId: string) => {
  const t = useText();
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([]);
  const uploads = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const upload of running.values()) upload.abort();
    };
  }, []);
  const change = (key: string, changes: Partial<ChosenPicture>) =>
    setChosen((known) => known.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const upload = async (key: string, file: File) => {
    const controller = new AbortController();
    const { signal } = controller;
    uploads.current.set(key, controller);
    try {
      const { _id, picture } = await call('POST /messages/conversations/{id}/files', {
        params: { id: conversationId },
        body: { name: file.name },
        files: { file },
        idempotencyKey: key,
        signal,
        onProgress: (progress) => change(key, { progress }),
      });
      change(key, { progress: 1, stored: { _id, picture } });
    } catch (error) {
      if (!signal.aborted) {
        change(key, { isFailed: true });
        toast((error instanceof ApiError && error.message) || t('chat.failed'), { tone: 'bad', stays: 5000 });
      }
    }
    uploads.current.delete(key);
  };
  return {
    chosen,
    /** Those that are no pictures, or too many, are left out, which is told. */
    add: (files: readonly File[]) => {
      const room = CHAT_PICTURES - chosen.length;
      const accepted = files.filter((file) => isAccepted(file, IMAGES));
      if (accepted.length < files.length) toast(t('ui.fileKindRefused', { kinds: acceptedKinds(IMAGES) }), { tone: 'bad', stays: 5000 });
      if (accepted.length > room) toast(t('chat.tooManyPictures', { count: CHAT_PICTURES }), { tone: 'bad', stays: 5000 });
      const added = accepted.slice(0, room).map((file) => ({ key: crypto.randomUUID(), file, progress: 0, stored: null, isFailed: false }));
      setChosen((known) => [...known, ...added]);
      for (const { key, file } of added) void upload(key, file);
    },
    retry: (key: string) => {
      const failed = chosen.find((one) => one.key === key);
      if (!failed) return;
      change(key, { progress: 0, isFailed: false });
      void upload(key, failed.file);
    },
    remove: (key: string) => {
      uploads.current.get(key)?.abort();
      setChosen((known) => known.filter((one) => one.key !== key));
    },
    clear: () => setChosen([]),
  };
};
