import { MESSAGE_PAGE } from '@stagedoor/contract/conversations.values';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { readShown, shownAfter } from '../../app/read-shown.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { mayPass, waitOf } from './outbox.ts';
import { type Thread, withMessages } from './thread-state.ts';

export const MESSAGES = 'GET /messages/conversations/{id}';
/** How often the same is read where it changes meanwhile. */
const READ_TRIES = 3;
const NEVER = { times: 0, wait: 0 };

/** The messages on this page: how they change, and as they were rendered last. */
export interface ShownThread {
  latestRef: RefObject<Thread>;
  /** Counts changes that were announced: an answer may be from before. */
  changesRef: RefObject<number>;
  noteChange: () => void;
  setThread: (change: (known: Thread) => Thread) => void;
}

/** Reads the messages of a conversation. Owns what is known of reading: its state, failures, and whether there are older messages. */
export const useThreadReads = (conversationId: string, { latestRef, changesRef, setThread }: ShownThread, markRead: () => void) => {
  const t = useText();
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [hasOlder, setOlder] = useState(false);
  const reads = useRef({ begun: 0, applied: 0 });
  /** Reads in a row that failed and may succeed later, and when the next one is due, in milliseconds. */
  const [failed, setFailed] = useState(NEVER);
  /** Reads what is shown, or the first page. What changed while it was read is read once more: the answer may be from before. */
  const read = useCallback(async () => {
    reads.current.begun += 1;
    const turn = reads.current.begun;
    const readPage = (page: { limit: number; offset: number }) => call(MESSAGES, { params: { id: conversationId }, query: page });
    const readAgain = async (tries: number): Promise<void> => {
      const before = changesRef.current;
      const shown = latestRef.current.messages.map(({ _id }) => _id);
      const { rows, hasOlder } = await readShown(readPage, shown, MESSAGE_PAGE);
      if (changesRef.current !== before && tries < READ_TRIES) {
        await readAgain(tries + 1);
        return;
      }
      // One that began later knows better.
      if (turn < reads.current.applied) return;
      reads.current.applied = turn;
      setThread((known) => ({ ...known, messages: shownAfter(known.messages, rows, new Set(shown)) }));
      setOlder(hasOlder);
    };
    try {
      await readAgain(1);
      setState('ready');
      setFailed(NEVER);
    } catch (error) {
      setState((before) => (before === 'ready' ? before : 'failed'));
      if (mayPass(error)) setFailed(({ times }) => ({ times: times + 1, wait: waitOf(error, times + 1) }));
    }
  }, [conversationId, latestRef, changesRef, setThread]);
  // The shown messages stay. Missed ones were announced while nobody listened here, so they are read once the server answers.
  useEffect(() => {
    if (state !== 'ready' || failed.times === 0) return undefined;
    const timer = setTimeout(() => void read().then(markRead), failed.wait);
    return () => clearTimeout(timer);
  }, [state, failed, read, markRead]);

  const failure = t('messages.failed');
  useEffect(() => {
    if (state === 'failed') toast(failure, { tone: 'bad' });
  }, [state, failure]);

  const restart = useCallback(() => {
    setState('loading');
    setFailed(NEVER);
  }, []);

  return {
    state,
    hasOlder,
    read,
    /** Starts over, for another conversation. */
    restart,
    reload: () => {
      setState('loading');
      void read();
    },
    /** @param offset how many are shown */
    loadOlder: async (offset: number): Promise<void> => {
      try {
        const answer = await call(MESSAGES, { params: { id: conversationId }, query: { limit: MESSAGE_PAGE, offset } });
        setThread((known) => withMessages(known, answer.data));
        setOlder(answer.data.length > 0 && (answer.isCapped === true || answer.total > offset + answer.data.length));
      } catch {
        toast(failure, { tone: 'bad' });
      }
    },
  };
};
