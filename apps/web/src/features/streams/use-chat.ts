import type { Message } from '@stagedoor/contract/conversations';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { readShown } from '../../app/read-shown.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useOnMissed } from '../../app/realtime-notices.ts';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import {
  type ChatLines,
  lastId,
  NO_LINES,
  type Said,
  withAnnounced,
  withDeleted,
  withMessages,
  withPending,
  withSent,
  withShown,
} from './chat-messages.ts';

/** Page size; the specification opens a conversation with 25. */
const PAGE = 25;
/** Poll interval without a socket (docs/domains/streams.md), in milliseconds. */
const POLL_MS = 3000;
/** How soon a first page that couldn't be read is asked for again, in milliseconds. */
const AGAIN_MS = 5000;

/** Lines read at once: where more came since the last known one, and of what is shown after a disconnection. */
const MOST_SINCE = 100;

const MESSAGES = 'GET /messages/conversations/public/{id}';
const SEND = 'POST /messages/stream/public/conversations/{id}';
const SEND_PAID = 'POST /messages/stream/conversations/{id}';

interface ChatOptions {
  streamId: string;
  conversationId: string;
  /** Messages can still be sent. */
  isOpen: boolean;
  /** Of a private or group show. */
  isPaid?: boolean;
  /** The room's events are received: without them the messages are polled. */
  joined: boolean;
  /** Called for messages and gifts since the page was opened. */
  onArrived?: (message: Message) => void;
}

export interface Chat {
  conversationId: string;
  lines: ChatLines;
  loaded: boolean;
  /** The room's events are received. */
  joined: boolean;
  /** There are older messages than the first one shown. */
  hasOlder: boolean;
  loadOlder: () => Promise<void>;
  /** Sends a message. `onSettled`: it was stored, or refused. */
  send: (line: Said, onSettled?: () => void) => void;
  retry: (key: string) => void;
  discard: (key: string) => void;
  remove: (messageId: string) => Promise<void>;
}

/** The conversation of a show. */
export const useChat = ({ streamId, conversationId, isOpen, isPaid = false, joined, onArrived }: ChatOptions): Chat => {
  const text = useText();
  const failure = text('chat.failed');
  const placeholder = text('conversations.messageDeleted');
  const ownId = useSession()?._id ?? null;
  const [lines, setLines] = useState<ChatLines>(NO_LINES);
  const [loaded, setLoaded] = useState(false);
  const [hasOlder, setOlder] = useState(false);
  /** How often the first page couldn't be read, in a row. */
  const [failures, setFailures] = useState(0);
  const wasJoined = useRef(false);
  /** A second press meanwhile reads nothing. */
  const readsOlder = useRef(false);
  const seen = useRef(new Set<string>());
  const latest = useRef({ lines, onArrived, loaded, failure });
  useEffect(() => {
    latest.current = { lines, onArrived, loaded, failure };
  });
  const arrived = useCallback((messages: readonly Message[]) => {
    for (const message of messages) {
      if (seen.current.has(message._id)) continue;
      seen.current.add(message._id);
      if (latest.current.loaded && !message.isDeleted) latest.current.onArrived?.(message);
    }
  }, []);

  const readPage = useCallback(
    (query: { limit: number; offset?: number; since?: string }) => call(MESSAGES, { params: { id: conversationId }, query }),
    [conversationId],
  );
  /** Reads so many of the newest lines again, at least a page, and whatever came since. */
  const reread = useCallback(
    async (depth: number) => {
      const all = latest.current.lines.messages.map(({ _id }) => _id);
      const shown = all.slice(-depth);
      const { rows, hasOlder: isMore } = await readShown(readPage, shown, PAGE);
      arrived(rows.toReversed());
      // Where more came than is read, what is above would be apart from it.
      const isApart = isMore && shown.length > 0 && rows.at(-1)!._id > shown[0]!;
      setLines((known) => withShown(known, rows, new Set(isApart ? all : shown)));
      if (isApart || shown.length === all.length) setOlder(isMore);
      setLoaded(true);
    },
    [readPage, arrived],
  );
  /** Reads what came since the last known message, and what was deleted. */
  const read = useCallback(async () => {
    const since = lastId(latest.current.lines);
    const answer = since ? await readPage({ limit: MOST_SINCE, since }) : null;
    if (!answer || answer.data.length === MOST_SINCE) return reread(PAGE);
    arrived(answer.data);
    return setLines((known) => withDeleted(withMessages(known, answer.data), answer.deletedIds ?? [], placeholder));
  }, [readPage, reread, arrived, placeholder]);
  useEffect(() => {
    setLines(NO_LINES);
    setLoaded(false);
    latest.current = { ...latest.current, lines: NO_LINES, loaded: false };
    setFailures(0);
    let isCurrent = true;
    reread(PAGE).catch(() => {
      if (!isCurrent) return;
      toast(latest.current.failure, { tone: 'bad' });
      setFailures(1);
    });
    return () => {
      isCurrent = false;
    };
  }, [reread]);
  // Nothing else reads earlier lines where the room's events are received.
  useEffect(() => {
    if (failures === 0) return undefined;
    const again = () =>
      reread(PAGE).then(
        () => setFailures(0),
        () => setFailures((known) => known + 1),
      );
    const timer = setTimeout(() => void again(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [failures, reread]);
  useEffect(() => {
    if (!isOpen) return undefined;
    if (joined) {
      // Messages between the last response and the first event; after a disconnection also what was deleted meanwhile.
      (wasJoined.current ? reread(MOST_SINCE) : read()).catch(() => undefined);
      wasJoined.current = true;
      return undefined;
    }
    let timer: ReturnType<typeof setTimeout>;
    const poll = () => {
      if (!document.hidden) read().catch(() => undefined);
      timer = setTimeout(poll, POLL_MS);
    };
    timer = setTimeout(poll, POLL_MS);
    return () => clearTimeout(timer);
  }, [isOpen, joined, read, reread]);
  useOnMissed(() => void reread(MOST_SINCE).catch(() => undefined));
  useRealtimeEvent('messages/created', (event) => {
    if (event.streamId !== streamId) return;
    arrived([event.message]);
    setLines((known) => withAnnounced(known, event.message, ownId));
  });
  useRealtimeEvent('messages/deleted', (event) => {
    if (event.streamId === streamId) setLines((known) => withDeleted(known, [event.messageId], placeholder));
  });

  const send = async (key: string, line: Said, onSettled?: () => void) => {
    setLines((known) => withPending(known, { ...line, key, failed: false }));
    const body = { text: line.text, fileId: line.pictures.map(({ _id }) => _id) };
    try {
      const message = await call(isPaid ? SEND_PAID : SEND, { params: { id: conversationId }, body, idempotencyKey: key });
      setLines((known) => withSent(known, key, message));
    } catch (error) {
      setLines((known) => withPending(known, { ...line, key, failed: true }));
      if (error instanceof ApiError) toast(error.message || failure, { tone: 'bad' });
    }
    onSettled?.();
  };
  return {
    conversationId,
    lines,
    loaded,
    joined,
    hasOlder,
    loadOlder: async () => {
      if (readsOlder.current) return;
      readsOlder.current = true;
      try {
        const answer = await call(MESSAGES, { params: { id: conversationId }, query: { limit: PAGE, offset: lines.messages.length } });
        setLines((known) => withMessages(known, answer.data));
        setOlder(answer.data.length > 0 && (answer.isCapped === true || answer.total > lines.messages.length + answer.data.length));
      } catch {
        toast(failure, { tone: 'bad' });
      } finally {
        readsOlder.current = false;
      }
    },
    send: (line, onSettled) => void send(crypto.randomUUID(), line, onSettled),
    retry: (key) => {
      const line = lines.pending.find((pending) => pending.key === key);
      if (line) void send(key, { text: line.text, pictures: line.pictures });
    },
    discard: (key) => setLines((known) => ({ ...known, pending: known.pending.filter((line) => line.key !== key) })),
    remove: async (messageId) => {
      try {
        await call('DELETE /messages/{id}', { params: { id: messageId } });
        setLines((known) => withDeleted(known, [messageId], placeholder));
      } catch (error) {
        toast((error instanceof ApiError && error.message) || failure, { tone: 'bad' });
      }
    },
  };
};
