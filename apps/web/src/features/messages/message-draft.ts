import type { PrivateMessage } from '@stagedoor/contract/conversations';
import type { MessageFileKind } from '@stagedoor/contract/conversations.values';
import { readDraft, removeDraft, writeDraft } from '../../ui/forms/draft-store.ts';

/** A file of an unsent message, as this device keeps it. */
export interface DraftFile {
  key: string;
  name: string;
  /** Once the server has it. Without one, its upload is running, or ended with the page. */
  stored: { _id: string; kind: MessageFileKind } | null;
}

/** A message that is being written. */
export interface MessageDraft {
  text: string;
  /** As typed. */
  price: string;
  files: readonly DraftFile[];
  replyTo: PrivateMessage['replyTo'];
}

const EMPTY: MessageDraft = { text: '', price: '', files: [], replyTo: null };

const nameOf = (conversationId: string): string => `message.${conversationId}`;

/** What this device keeps of a conversation's unsent message. */
export const readMessageDraft = (accountId: string, conversationId: string): MessageDraft => {
  const kept = readDraft<MessageDraft | string>(accountId, nameOf(conversationId))?.typed;
  // Earlier versions kept the text alone.
  return typeof kept === 'string' ? { ...EMPTY, text: kept } : { ...EMPTY, ...kept };
};

/** Keeps an unsent message; an empty one is removed. A price alone isn't kept: it belongs to files. */
export const keepMessageDraft = (accountId: string, conversationId: string, draft: MessageDraft): void => {
  if (draft.text.trim() || draft.files.length > 0 || draft.replyTo)
    writeDraft<MessageDraft>(accountId, nameOf(conversationId), { saved: EMPTY, typed: draft });
  else removeDraft(accountId, nameOf(conversationId));
};

/** Notes in a kept message that the server has one of its files: its conversation may have been left meanwhile. */
export const keepStoredFile = (accountId: string, conversationId: string, key: string, stored: DraftFile['stored']): void => {
  const draft = readMessageDraft(accountId, conversationId);
  if (draft.files.some((file) => file.key === key))
    keepMessageDraft(accountId, conversationId, {
      ...draft,
      files: draft.files.map((file) => (file.key === key ? { ...file, stored } : file)),
    });
};
