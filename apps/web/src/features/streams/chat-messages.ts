import type { Message } from '@stagedoor/contract/conversations';
import type { Picture } from '@stagedoor/contract/shapes';
import { shownAfter } from '../../app/read-shown.ts';

/** A picture of a line. */
export interface SaidPicture {
  _id: string;
  picture: Picture | null;
}

/** What is said in one line: words, pictures, or both. */
export interface Said {
  text: string;
  pictures: readonly SaidPicture[];
}

/** An own message that is being sent, or failed. */
export interface PendingLine extends Said {
  /** Local to this page; also the Idempotency-Key of its attempts. */
  key: string;
  failed: boolean;
}

/** State of a chat: the messages, oldest first, and own messages not yet confirmed. */
export interface ChatLines {
  messages: readonly Message[];
  pending: readonly PendingLine[];
}

export const NO_LINES: ChatLines = { messages: [], pending: [] };

/** Ids are UUIDv7: sorted by time. */
const byId = (one: Message, other: Message): number => (one._id < other._id ? -1 : one._id > other._id ? 1 : 0);

/** Merges messages into the list: no duplicates, in order of time, the newer state wins. */
export const withMessages = (lines: ChatLines, added: readonly Message[]): ChatLines => {
  if (added.length === 0) return lines;
  const known = new Map(lines.messages.map((message) => [message._id, message]));
  // A known deletion is kept even if an older response arrives later.
  for (const message of added) if (!known.get(message._id)?.isDeleted) known.set(message._id, message);
  return { ...lines, messages: [...known.values()].toSorted(byId) };
};

/** What is shown was read again: what is gone goes. @param before ids that were shown when the reading began */
export const withShown = (lines: ChatLines, rows: readonly Message[], before: ReadonlySet<string>): ChatLines => {
  const deleted = new Map(lines.messages.filter(({ isDeleted }) => isDeleted).map((message) => [message._id, message]));
  return {
    ...lines,
    messages: shownAfter(
      lines.messages,
      rows.map((message) => deleted.get(message._id) ?? message),
      before,
    ),
  };
};

/** The pictures of a message. */
export const picturesOf = ({ files }: Pick<Message, 'files'>): SaidPicture[] =>
  files.flatMap((file) => (file.kind === 'image' ? [file] : []));

const isSame = ({ text, pictures }: Said, message: Message): boolean =>
  text === message.text && pictures.map(({ _id }) => _id).join(' ') === message.fileId.join(' ');

/** Adds an announced message; an own one replaces the first pending message that says the same. */
export const withAnnounced = (lines: ChatLines, message: Message, ownId: string | null): ChatLines => {
  const next = withMessages(lines, [message]);
  if (message.sender._id !== ownId || message.kind !== 'text') return next;
  const index = lines.pending.findIndex((line) => isSame(line, message));
  return index < 0 ? next : { ...next, pending: lines.pending.toSpliced(index, 1) };
};

/** Deleted messages stay, with a placeholder text alone. */
export const withDeleted = (lines: ChatLines, deleted: readonly string[], sentence: string): ChatLines => {
  const isNew = ({ _id, isDeleted }: Message) => !isDeleted && deleted.includes(_id);
  // Polls repeat each deletion: only a new one renders.
  if (!lines.messages.some(isNew)) return lines;
  const messages = lines.messages.map(
    (message): Message =>
      isNew(message)
        ? { ...message, text: sentence, fileId: [], files: [], tip: null, gift: null, kind: 'text', isDeleted: true }
        : message,
  );
  return { ...lines, messages };
};

export const withPending = (lines: ChatLines, line: PendingLine): ChatLines => ({
  ...lines,
  pending: [...lines.pending.filter((other) => other.key !== line.key), line],
});

/** Replaces a pending message with the server's. */
export const withSent = (lines: ChatLines, key: string, message: Message): ChatLines =>
  withMessages({ ...lines, pending: lines.pending.filter((line) => line.key !== key) }, [message]);

/** The id after which messages are requested; undefined without any. */
export const lastId = (lines: ChatLines): string | undefined => lines.messages.at(-1)?._id;
