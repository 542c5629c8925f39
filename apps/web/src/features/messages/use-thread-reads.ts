import { MESSAGE_PAGE } from '@stagedoor/contract/conversations.values';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { readShown, shownAfter } from '../../app/read-shown.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { mayPass, waitOf } from './outbox.ts';
import { type Passage, readAround, readPassage } from './read-passage.ts';
import type { Thread } from './thread-state.ts';
import { MESSAGES, READ_TRIES, type ShownThread, useMoreMessages } from './use-more-messages.ts';

const NEVER = { times: 0, wait: 0 };

/** Reads what is shown again, or for the first time the messages around one, or the newest. */
const readThread = async (conversationId: string, messageId: string | null, thread: Thread, hasOlder: boolean): Promise<Passage> => {
  const shown = thread.messages.map(({ _id }) => _id);
  if (thread.hasNewer && shown.length > 0) return readPassage(conversationId, shown, hasOlder);
  if (thread.hasNewer && messageId !== null) return readAround(conversationId, messageId);
  const readPage = (query: { limit: number; offset: number }) => call(MESSAGES, { params: { id: conversationId }, query });
  return { ...(await readShown(readPage, shown, MESSAGE_PAGE)), hasNewer: false };
};

/**
 * Reads the messages of a conversation. Owns what is known of reading: its state, failures, and whether there are older messages.
 * @param messageId where reading begins while the thread says that there are newer messages; null for the end
 */
export const useThreadReads = (
  conversationId: string,
  messageId: string | null,
  { latestRef, changesRef, setThread }: ShownThread,
  markRead: () => void,
) => {
  const t = useText();
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [hasOlder, setOlder] = useState(false);
  const hasOlderRef = useRef(false);
  useEffect(() => {
    hasOlderRef.current = hasOlder;
  });
  const reads = useRef({ begun: 0, applied: 0 });
  /** Reads in a row that failed and may succeed later, and when the next one is due, in milliseconds. */
  const [failed, setFailed] = useState(NEVER);
  /** Reads what is shown, or the first page. What changed while it was read is read once more: the answer may be from before. */
  const read = useCallback(async () => {
    reads.current.begun += 1;
    const turn = reads.current.begun;
    const readAgain = async (tries: number): Promise<void> => {
      const before = changesRef.current;
      const shown = new Set(latestRef.current.messages.map(({ _id }) => _id));
      const { rows, ...beside } = await readThread(conversationId, messageId, latestRef.current, hasOlderRef.current);
      if (changesRef.current !== before && tries < READ_TRIES) {
        await readAgain(tries + 1);
        return;
      }
      // One that began later knows better.
      if (turn < reads.current.applied) return;
      reads.current.applied = turn;
      setThread((known) => ({ ...known, messages: shownAfter(known.messages, rows, shown), hasNewer: beside.hasNewer }));
      latestRef.current = { ...latestRef.current, hasNewer: beside.hasNewer };
      setOlder(beside.hasOlder);
    };
    try {
      await readAgain(1);
      setState('ready');
      setFailed(NEVER);
    } catch (error) {
      setState((before) => (before === 'ready' ? before : 'failed'));
      if (mayPass(error)) setFailed(({ times }) => ({ times: times + 1, wait: waitOf(error, times + 1) }));
    }
  }, [conversationId, messageId, latestRef, changesRef, setThread]);
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
    // Answers that are still on their way are of what was shown before.
    reads.current.applied = reads.current.begun + 1;
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
    ...useMoreMessages(conversationId, { latestRef, changesRef, setThread }, setOlder, markRead),
  };
};
