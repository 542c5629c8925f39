import { MESSAGE_PAGE, UNDO_OFFERED_MS } from '@stagedoor/contract/conversations.values';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { readShown, shownAfter } from '../../app/read-shown.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useOnCatchUp } from '../../app/realtime-notices.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { mayPass, waitOf } from './outbox.ts';
import { outboxOf } from './page-outbox.ts';
import {
  EMPTY_THREAD,
  type Outgoing,
  type Thread,
  withAnnounced,
  withChanged,
  withDeleted,
  withMessages,
  withoutMessage,
  withReceipt,
  withSent,
} from './thread-state.ts';

const MESSAGES = 'GET /messages/conversations/{id}';
/** How often the same is read where it changes meanwhile. */
const READ_TRIES = 3;
const NEVER = { times: 0, wait: 0 };

export interface ThreadActions {
  thread: Thread;
  state: 'loading' | 'ready' | 'failed';
  reload: () => void;
  hasOlder: boolean;
  loadOlder: () => Promise<void>;
  /** Sends a message; an empty one is ignored. */
  send: (message: Pick<Outgoing, 'text' | 'files' | 'price' | 'replyTo'>) => void;
  retry: (key: string) => void;
  discard: (key: string) => void;
  remove: (messageId: string) => Promise<void>;
  /** The message that was just sent and can be taken back. */
  undoable: Undoable | null;
  /** Takes it back. @returns whether it is gone */
  undo: () => Promise<boolean>;
}

interface Undoable {
  messageId: string;
  /** What was typed. */
  text: string;
}

/** The messages of a private conversation, and those on their way, which survive a reload and a lost connection. */
export const useThread = (conversationId: string): ThreadActions => {
  const t = useText();
  const ownId = useCurrentUser()._id;
  const client = useQueryClient();
  const outbox = outboxOf(ownId);
  const [thread, setThread] = useState<Thread>(EMPTY_THREAD);
  const [state, setState] = useState<ThreadActions['state']>('loading');
  const [hasOlder, setOlder] = useState(false);
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  useEffect(() => {
    if (!undoable) return undefined;
    const timer = setTimeout(() => setUndoable(null), UNDO_OFFERED_MS);
    return () => clearTimeout(timer);
  }, [undoable]);
  const latest = useRef(thread);
  useEffect(() => {
    latest.current = thread;
  });

  /** Tells the server that all was read; the counts beside the conversation and in the rail follow. */
  const markRead = useCallback(() => {
    if (document.hidden) return;
    void call('POST /messages/read-all/{id}', { params: { id: conversationId } })
      .then(() => {
        void client.invalidateQueries({ queryKey: ['GET /messages/total-unread-messages'] });
        void client.invalidateQueries({ queryKey: ['GET /conversations'] });
      })
      .catch(() => undefined);
  }, [client, conversationId]);

  /** Reads what is shown, or the first page. What changed while it was read is read once more: the answer may be from before. */
  const changes = useRef(0);
  /** The last ones that the other side gave. */
  const receipt = useRef<{ deliveredAt: string | null; seenAt: string | null }>({ deliveredAt: null, seenAt: null });
  const reads = useRef({ begun: 0, applied: 0 });
  /** Reads in a row that failed and may succeed later, and when the next one is due, in milliseconds. */
  const [failed, setFailed] = useState(NEVER);
  const read = useCallback(async () => {
    reads.current.begun += 1;
    const turn = reads.current.begun;
    const readPage = (page: { limit: number; offset: number }) => call(MESSAGES, { params: { id: conversationId }, query: page });
    const readAgain = async (tries: number): Promise<void> => {
      const before = changes.current;
      const shown = latest.current.messages.map(({ _id }) => _id);
      const { rows, hasOlder } = await readShown(readPage, shown, MESSAGE_PAGE);
      if (changes.current !== before && tries < READ_TRIES) {
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
  }, [conversationId]);
  // What is shown remains. What it lacks was announced to nobody here, so it is read as soon as the server answers.
  useEffect(() => {
    if (state !== 'ready' || failed.times === 0) return undefined;
    const timer = setTimeout(() => void read().then(markRead), failed.wait);
    return () => clearTimeout(timer);
  }, [state, failed, read, markRead]);

  const failure = t('messages.failed');
  useEffect(() => {
    if (state === 'failed') toast(failure, { tone: 'bad' });
  }, [state, failure]);

  useEffect(
    () =>
      outbox.subscribe((event) => {
        if (event.conversationId !== conversationId) return;
        const waiting = outbox.of(conversationId);
        if (event.type === 'changed') setThread((known) => ({ ...known, outbox: waiting }));
        // Sent by another page: announced, perhaps, while it was still on its way here.
        if (event.type === 'changed' && event.isElsewhere) void read();
        if (event.type !== 'sent') return;
        // The other side may have it before the answer is here.
        const { createdAt, deliveredAt, seenAt } = event.message;
        const since = (at: string | null) => (at !== null && at >= createdAt ? at : null);
        const told = { deliveredAt: deliveredAt ?? since(receipt.current.deliveredAt), seenAt: seenAt ?? since(receipt.current.seenAt) };
        setThread((known) => withSent(known, event.outgoing.key, { ...event.message, ...told }));
        setUndoable({ messageId: event.message._id, text: event.outgoing.text });
      }),
    [outbox, conversationId, read],
  );

  useEffect(() => {
    latest.current = EMPTY_THREAD;
    setState('loading');
    setFailed(NEVER);
    setThread({ messages: [], outbox: outbox.of(conversationId) });
    void read();
    markRead();
  }, [conversationId, outbox, read, markRead]);
  // What came and changed meanwhile was announced to nobody here, and what was read may not have reached the server.
  useOnCatchUp(() => void read().then(markRead));
  useEffect(() => {
    const onShow = () => markRead();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, [markRead]);

  useRealtimeEvent('conversations/message', (event) => {
    if (event.conversationId !== conversationId) return;
    const isOwn = event.message.sender._id === ownId;
    // Who writes has seen what was written before.
    setThread((known) =>
      withAnnounced(isOwn ? known : withReceipt(known, ownId, { seenAt: event.message.createdAt }), event.message, ownId),
    );
    if (!isOwn) markRead();
  });
  useRealtimeEvent('conversations/deleted', (event) => {
    changes.current += 1;
    if (event.conversationId === conversationId)
      setThread((known) => withDeleted(known, event.messageId, t('conversations.messageDeleted')));
  });
  useRealtimeEvent('conversations/removed', (event) => {
    changes.current += 1;
    if (event.conversationId === conversationId) setThread((known) => withoutMessage(known, event.messageId));
  });
  // What a message sells was bought, given back, or can be shown now.
  useRealtimeEvent('conversations/changed', (event) => {
    if (event.conversationId !== conversationId) return;
    changes.current += 1;
    const at = latest.current.messages.findIndex(({ _id }) => _id === event.messageId);
    if (at < 0) return;
    const before = latest.current.messages[at - 1]?._id;
    void call(MESSAGES, { params: { id: conversationId }, query: before ? { since: before, limit: 1 } : { limit: MESSAGE_PAGE } })
      .then(({ data }) => setThread((known) => withChanged(known, data)))
      .catch(() => undefined);
  });
  useRealtimeEvent('conversations/read', ({ conversationId: id, accountId, seenAt }) => {
    changes.current += 1;
    if (id === conversationId && accountId !== ownId) {
      receipt.current = { deliveredAt: seenAt, seenAt };
      setThread((known) => withReceipt(known, ownId, { seenAt }));
    }
  });
  useRealtimeEvent('conversations/delivered', ({ conversationId: id, accountId, deliveredAt }) => {
    changes.current += 1;
    if (id === conversationId && accountId !== ownId) {
      receipt.current = { ...receipt.current, deliveredAt };
      setThread((known) => withReceipt(known, ownId, { deliveredAt }));
    }
  });

  return {
    thread,
    state,
    reload: () => {
      setState('loading');
      void read();
    },
    hasOlder,
    loadOlder: async () => {
      try {
        const offset = thread.messages.length;
        const answer = await call(MESSAGES, { params: { id: conversationId }, query: { limit: MESSAGE_PAGE, offset } });
        setThread((known) => withMessages(known, answer.data));
        setOlder(answer.data.length > 0 && (answer.isCapped === true || answer.total > offset + answer.data.length));
      } catch {
        toast(failure, { tone: 'bad' });
      }
    },
    send: ({ text, files, price, replyTo }) => {
      const said = text.trim();
      if (said || files.length > 0)
        outbox.add(conversationId, { key: crypto.randomUUID(), text: said, files, price, replyTo, state: 'sending' });
    },
    retry: (key) => outbox.retry(conversationId, key),
    discard: (key) => outbox.discard(conversationId, key),
    undoable,
    undo: async () => {
      if (!undoable) return false;
      setUndoable(null);
      try {
        await call('DELETE /messages/{id}', { params: { id: undoable.messageId }, query: { undo: 'true' } });
        setThread((known) => withoutMessage(known, undoable.messageId));
        void client.invalidateQueries({ queryKey: ['GET /conversations'] });
        return true;
      } catch (error) {
        toast((error instanceof ApiError && error.message) || t('messages.failed'), { tone: 'bad' });
        return false;
      }
    },
    remove: async (messageId) => {
      try {
        await call('DELETE /messages/{id}', { params: { id: messageId } });
        setThread((known) => withDeleted(known, messageId, t('conversations.messageDeleted')));
        void client.invalidateQueries({ queryKey: ['GET /conversations'] });
      } catch (error) {
        toast((error instanceof ApiError && error.message) || t('messages.failed'), { tone: 'bad' });
      }
    },
  };
};
