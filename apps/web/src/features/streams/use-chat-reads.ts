import type { Message } from '@stagedoor/contract/conversations';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { readShown } from '../../app/read-shown.ts';
import { useOnMissed } from '../../app/realtime-notices.ts';
import { toast } from '../../ui/toast.tsx';
import { type ChatLines, lastId, NO_LINES, withDeleted, withMessages, withShown } from './chat-messages.ts';

/** Page size; the specification opens a conversation with 25. */
const PAGE = 25;
/** Poll interval without a socket (docs/domains/streams.md), in milliseconds. */
const POLL_MS = 3000;
/** How soon a first page that couldn't be read is asked for again, in milliseconds. */
const AGAIN_MS = 5000;

/** Lines read at once: where more came since the last known one, and of what is shown after a disconnection. */
const MOST_SINCE = 100;

const MESSAGES = 'GET /messages/conversations/public/{id}';

/** A chat on this page. */
interface ChatPage {
  conversationId: string;
  isOpen: boolean;
  joined: boolean;
  /** Said when lines can't be read. */
  failure: string;
  /** Stands in place of a deleted message. */
  placeholder: string;
  onArrived: ((message: Message) => void) | undefined;
}

/** Reads the first page of a conversation, and again until it could be read. */
const useFirstPage = (reread: (depth: number) => Promise<void>, reset: () => void, complain: () => void): void => {
  /** How often the first page couldn't be read, in a row. */
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    reset();
    setFailures(0);
    let isCurrent = true;
    reread(PAGE).catch(() => {
      if (!isCurrent) return;
      complain();
      setFailures(1);
    });
    return () => {
      isCurrent = false;
    };
  }, [reread, reset, complain]);
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
};

/** Reads a chat's lines: the first page, what came since, and what was missed. Owns the lines and what is known of reading them. */
export const useChatReads = ({ conversationId, isOpen, joined, failure, placeholder, onArrived }: ChatPage) => {
  const [lines, setLines] = useState<ChatLines>(NO_LINES);
  const [loaded, setLoaded] = useState(false);
  const [hasOlder, setOlder] = useState(false);
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
      // If more lines came than are read, the older ones would no longer adjoin.
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
  const reset = useCallback(() => {
    setLines(NO_LINES);
    setLoaded(false);
    latest.current = { ...latest.current, lines: NO_LINES, loaded: false };
  }, []);
  const complain = useCallback(() => toast(latest.current.failure, { tone: 'bad' }), []);
  useFirstPage(reread, reset, complain);
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

  return {
    lines,
    setLines,
    loaded,
    hasOlder,
    arrived,
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
  };
};
