import type { InsideFact } from '@stagedoor/contract/inside.values';
import type { PrivateMessage } from '@stagedoor/contract/conversations';
import type { MessageFileKind } from '@stagedoor/contract/conversations.values';
import type { Picture } from '@stagedoor/contract/shapes';

/** A file of a message on its way. */
export interface SentFile {
  _id: string;
  kind: MessageFileKind;
  /** Of a picture; of a video once it has a poster. */
  picture: Picture | null;
  /** Details that a document reveals besides its content. */
  inside?: readonly InsideFact[];
}

/** A message on its way: kept on this device until the server has it. */
export interface Outgoing {
  /** The idempotency key: a retry can't send it twice. */
  key: string;
  text: string;
  /** Files that were uploaded before, or are of the media library. */
  files: readonly SentFile[];
  /** Tokens that the files cost; null when they are free. */
  price: string | null;
  replyTo: PrivateMessage['replyTo'];
  /** `waiting` for a connection; `failed` was refused. */
  state: 'sending' | 'waiting' | 'failed';
}

export interface Thread {
  /** Oldest first. */
  messages: readonly PrivateMessage[];
  outbox: readonly Outgoing[];
  /** There are later messages than these, which were read around an earlier one. What is sent and announced isn't added: there would be a gap. */
  hasNewer: boolean;
}

export const EMPTY_THREAD: Thread = { messages: [], outbox: [], hasNewer: false };

/** Adds messages, or replaces those that are known; ids follow the order of creation. */
export const withMessages = (thread: Thread, messages: readonly PrivateMessage[]): Thread => {
  const byId = new Map(thread.messages.map((message) => [message._id, message]));
  for (const message of messages) byId.set(message._id, message);
  return { ...thread, messages: [...byId.values()].toSorted((a, b) => (a._id < b._id ? -1 : 1)) };
};

/** Replaces messages that are shown: one that was taken back or deleted while they were read stays so. */
export const withChanged = (thread: Thread, messages: readonly PrivateMessage[]): Thread => {
  const shown = new Set(thread.messages.filter(({ isDeleted }) => !isDeleted).map(({ _id }) => _id));
  return withMessages(
    thread,
    messages.filter(({ _id }) => shown.has(_id)),
  );
};

/** Adds a message on its way, or replaces that of the same key. */
export const withOutgoing = (thread: Thread, outgoing: Outgoing): Thread => {
  const isKnown = thread.outbox.some(({ key }) => key === outgoing.key);
  return {
    ...thread,
    outbox: isKnown ? thread.outbox.map((one) => (one.key === outgoing.key ? outgoing : one)) : [...thread.outbox, outgoing],
  };
};

export const withoutOutgoing = (thread: Thread, key: string): Thread => ({
  ...thread,
  outbox: thread.outbox.filter((one) => one.key !== key),
});

/** The server has the message. */
export const withSent = (thread: Thread, key: string, message: PrivateMessage): Thread =>
  thread.hasNewer ? withoutOutgoing(thread, key) : withMessages(withoutOutgoing(thread, key), [message]);

/** A message announced by the server. An own one that is still on its way here is added by its own answer. */
export const withAnnounced = (thread: Thread, message: PrivateMessage, ownId: string): Thread =>
  thread.hasNewer || (message.sender._id === ownId && thread.outbox.some(({ text, state }) => state === 'sending' && text === message.text))
    ? thread
    : withMessages(thread, [message]);

export const withDeleted = (thread: Thread, messageId: string, text: string): Thread => ({
  ...thread,
  messages: thread.messages.map((message) => (message._id === messageId ? { ...message, text, isDeleted: true } : message)),
});

/** A message that was taken back. */
export const withoutMessage = (thread: Thread, messageId: string): Thread => ({
  ...thread,
  messages: thread.messages.filter(({ _id }) => _id !== messageId),
});

/** The other side received or saw all own messages. */
export const withReceipt = (thread: Thread, ownId: string, receipt: { deliveredAt?: string; seenAt?: string }): Thread => ({
  ...thread,
  messages: thread.messages.map((message) =>
    message.sender._id !== ownId || message.seenAt
      ? message
      : {
          ...message,
          deliveredAt: message.deliveredAt ?? receipt.deliveredAt ?? receipt.seenAt ?? null,
          seenAt: receipt.seenAt ?? null,
        },
  ),
});
