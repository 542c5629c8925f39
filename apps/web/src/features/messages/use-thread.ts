import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { useOnCatchUp } from '../../app/realtime-notices.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { outboxOf } from './page-outbox.ts';
import { EMPTY_THREAD, type Outgoing, type Thread, withSent } from './thread-state.ts';
import { type Receipt, useThreadEvents } from './use-thread-events.ts';
import { useThreadReads } from './use-thread-reads.ts';
import { type Undoable, useUndo } from './use-undo.ts';

export interface ThreadActions {
  thread: Thread;
  state: 'loading' | 'ready' | 'failed';
  reload: () => void;
  hasOlder: boolean;
  loadOlder: () => Promise<void>;
  loadNewer: () => Promise<void>;
  /** From messages around an earlier one to the newest. */
  toNewest: () => void;
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

/** A sent message with the receipts that came before its answer. */
const withEarlier = <Sent extends Receipt & { createdAt: string }>(message: Sent, receipt: Receipt): Sent => {
  const { createdAt, deliveredAt, seenAt } = message;
  const since = (at: string | null) => (at !== null && at >= createdAt ? at : null);
  return { ...message, deliveredAt: deliveredAt ?? since(receipt.deliveredAt), seenAt: seenAt ?? since(receipt.seenAt) };
};

/** Tells the server that all was read, once the newest is shown; the counts beside the conversation and in the rail follow. */
const useMarkRead = (conversationId: string, latestRef: RefObject<Thread>): (() => void) => {
  const client = useQueryClient();
  return useCallback(() => {
    if (document.hidden || latestRef.current.hasNewer) return;
    void call('POST /messages/read-all/{id}', { params: { id: conversationId } })
      .then(() => {
        void client.invalidateQueries({ queryKey: ['GET /messages/total-unread-messages'] });
        void client.invalidateQueries({ queryKey: ['GET /conversations'] });
      })
      .catch(() => undefined);
  }, [client, conversationId, latestRef]);
};

/**
 * The messages of a private conversation, and those on their way, which survive a reload and a lost connection.
 * @param messageId a message to begin at, with those around it; null to begin at the newest
 */
export const useThread = (conversationId: string, messageId: string | null): ThreadActions => {
  const ownId = useCurrentUser()._id;
  const outbox = outboxOf(ownId);
  const [thread, setThread] = useState<Thread>(EMPTY_THREAD);
  const latestRef = useRef(thread);
  const changesRef = useRef(0);
  const noteChange = useCallback(() => {
    changesRef.current += 1;
  }, []);
  const shown = { latestRef, changesRef, noteChange, setThread };
  const { undoable, offer, undo, remove } = useUndo(shown);
  useEffect(() => {
    latestRef.current = thread;
  });
  const markRead = useMarkRead(conversationId, latestRef);
  const receipt = useRef<Receipt>({ deliveredAt: null, seenAt: null });
  const { state, hasOlder, read, restart, reload, loadOlder, loadNewer } = useThreadReads(conversationId, messageId, shown, markRead);

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
        const sent = withEarlier(event.message, receipt.current);
        setThread((known) => withSent(known, event.outgoing.key, sent));
        offer({ messageId: event.message._id, text: event.outgoing.text });
      }),
    [outbox, conversationId, read, offer],
  );

  const openedRef = useRef<string | null>(null);
  useEffect(() => {
    const isOpen = openedRef.current === conversationId;
    // Shown messages stay: the page scrolls to another one of them, and without one nothing moves.
    if (isOpen && (messageId === null || latestRef.current.messages.some(({ _id }) => _id === messageId))) return;
    openedRef.current = conversationId;
    latestRef.current = { ...EMPTY_THREAD, outbox: outbox.of(conversationId), hasNewer: messageId !== null };
    restart();
    setThread(latestRef.current);
    // All count as read once the newest are shown: at once, or when it is known that there is no such message.
    void read().then(() => messageId !== null && markRead());
    markRead();
  }, [conversationId, messageId, outbox, restart, read, markRead]);
  // What came and changed meanwhile was announced to nobody here, and what was read may not have reached the server.
  useOnCatchUp(() => void read().then(markRead));
  useEffect(() => {
    const onShow = () => markRead();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, [markRead]);

  const onReceipt = (last: Partial<Receipt>) => {
    receipt.current = { ...receipt.current, ...last };
  };
  useThreadEvents(conversationId, ownId, shown, { onReceipt, markRead });

  return {
    thread,
    state,
    reload,
    hasOlder,
    loadOlder,
    loadNewer,
    toNewest: () => {
      latestRef.current = { ...latestRef.current, messages: [], hasNewer: false };
      restart();
      setThread((known) => ({ ...known, messages: [], hasNewer: false }));
      void read().then(markRead);
    },
    send: ({ text, files, price, replyTo }) => {
      const said = text.trim();
      if (said || files.length > 0)
        outbox.add(conversationId, { key: crypto.randomUUID(), text: said, files, price, replyTo, state: 'sending' });
    },
    retry: (key) => outbox.retry(conversationId, key),
    discard: (key) => outbox.discard(conversationId, key),
    undoable,
    undo,
    remove,
  };
};
