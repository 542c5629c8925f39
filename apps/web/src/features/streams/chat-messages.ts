import type { Message } from '@stagedoor/contract/conversations';

/** A line of the own that is on its way, or was not taken. */
export interface PendingLine {
  /** Of this page alone; also the Idempotency-Key of its attempts. */
  key: string;
  text: string;
  failed: boolean;
}

/** What a chat shows: the messages, oldest first, and the own lines that no message stands for yet. */
export interface ChatLines {
  messages: readonly Message[];
  pending: readonly PendingLine[];
}

export const NO_LINES: ChatLines = { messages: [], pending: [] };

/** Ids are UUIDv7: their order is that of time. */
const byId = (one: Message, other: Message): number => (one._id < other._id ? -1 : one._id > other._id ? 1 : 0);

/** Puts messages among those known: each once, in the order of time, the newer state of one that was known. */
export const withMessages = (lines: ChatLines, added: readonly Message[]): ChatLines => {
  if (added.length === 0) return lines;
  const known = new Map(lines.messages.map((message) => [message._id, message]));
  // A deletion that was heard stays, though an older answer arrives after it.
  for (const message of added) if (!known.get(message._id)?.isDeleted) known.set(message._id, message);
  return { ...lines, messages: [...known.values()].toSorted(byId) };
};

/** A message that was announced: the own one takes the place of the first line that waits with its words. */
export const withAnnounced = (lines: ChatLines, message: Message, ownId: string | null): ChatLines => {
  const next = withMessages(lines, [message]);
  if (message.sender._id !== ownId || message.kind !== 'text') return next;
  const index = lines.pending.findIndex((line) => line.text === message.text);
  return index < 0 ? next : { ...next, pending: lines.pending.toSpliced(index, 1) };
};

/** A deleted message stays, with the sentence that says so. */
export const withDeleted = (lines: ChatLines, messageId: string, sentence: string): ChatLines => ({
  ...lines,
  messages: lines.messages.map((message) =>
    message._id === messageId ? { ...message, text: sentence, tip: null, gift: null, kind: 'text', isDeleted: true } : message,
  ),
});

export const withPending = (lines: ChatLines, line: PendingLine): ChatLines => ({
  ...lines,
  pending: [...lines.pending.filter((other) => other.key !== line.key), line],
});

/** The answer to an own line. */
export const withSent = (lines: ChatLines, key: string, message: Message): ChatLines =>
  withMessages({ ...lines, pending: lines.pending.filter((line) => line.key !== key) }, [message]);

/** The id after which messages are asked for; undefined without any. */
export const lastId = (lines: ChatLines): string | undefined => lines.messages.at(-1)?._id;
