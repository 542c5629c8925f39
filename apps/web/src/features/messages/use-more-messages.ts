import { MESSAGE_PAGE } from '@stagedoor/contract/conversations.values';
import type { RefObject } from 'react';
import { call } from '../../app/browser-call.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { readBeside } from './read-passage.ts';
import { type Thread, withMessages } from './thread-state.ts';

export const MESSAGES = 'GET /messages/conversations/{id}';
/** How often the same is read where it changes meanwhile. */
export const READ_TRIES = 3;

/** The messages on this page: how they change, and as they were rendered last. */
export interface ShownThread {
  latestRef: RefObject<Thread>;
  /** Counts changes that were announced: an answer may be from before. */
  changesRef: RefObject<number>;
  noteChange: () => void;
  setThread: (change: (known: Thread) => Thread) => void;
}

/** Loads messages before and after those that are shown, when asked. */
export const useMoreMessages = (
  conversationId: string,
  { latestRef, changesRef, setThread }: Omit<ShownThread, 'noteChange'>,
  setOlder: (hasOlder: boolean) => void,
  markRead: () => void,
) => {
  const t = useText();
  const complain = () => toast(t('messages.failed'), { tone: 'bad' });
  const readOlder = async (): Promise<void> => {
    const { messages, hasNewer } = latestRef.current;
    const first = messages[0]?._id;
    if (hasNewer && first !== undefined) {
      const { rows, hasMore } = await readBeside(conversationId, first, 'older');
      setThread((known) => withMessages(known, rows));
      setOlder(hasMore);
      return;
    }
    const offset = messages.length;
    const answer = await call(MESSAGES, { params: { id: conversationId }, query: { limit: MESSAGE_PAGE, offset } });
    setThread((known) => withMessages(known, answer.data));
    setOlder(answer.data.length > 0 && (answer.isCapped === true || answer.total > offset + answer.data.length));
  };
  /** Reads the last page again when something was announced meanwhile: that isn't on it. */
  const readNewer = async (tries: number): Promise<void> => {
    const last = latestRef.current.messages.at(-1)?._id;
    if (last === undefined) return;
    const before = changesRef.current;
    const { rows, hasMore } = await readBeside(conversationId, last, 'newer');
    if (!hasMore && changesRef.current !== before && tries < READ_TRIES) {
      await readNewer(tries + 1);
      return;
    }
    setThread((known) => ({ ...withMessages(known, rows), hasNewer: hasMore }));
    latestRef.current = { ...latestRef.current, hasNewer: hasMore };
    if (!hasMore) markRead();
  };
  return {
    loadOlder: (): Promise<void> => readOlder().catch(complain),
    loadNewer: (): Promise<void> => readNewer(1).catch(complain),
  };
};
