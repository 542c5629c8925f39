import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
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

/** Tells the server that all was read; the counts beside the conversation and in the rail follow. */
const useMarkRead = (conversationId: string): (() => void) => {
  const client = useQueryClient();
  return useCallback(() => {
    if (document.hidden) return;
    void call('POST /messages/read-all/{id}', { params: { id: conversationId } })
      .then(() => {
        void client.invalidateQueries({ queryKey: ['GET /messages/total-unread-messages'] });
        void client.invalidateQueries({ queryKey: ['GET /conversations'] });
      })
      .catch(() => undefined);
  }, [client, conversationId]);
};

/** The messages of a private conversation, and those on their way, which survive a reload and a lost connection. */
export const useThread = (conversationId: string): ThreadActions => {
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
  const markRead = useMarkRead(conversationId);
  const receipt = useRef<Receipt>({ deliveredAt: null, seenAt: null });
  const { state, hasOlder, read, restart, reload, loadOlder } = useThreadReads(conversationId, shown, markRead);

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

  useEffect(() => {
    latestRef.current = EMPTY_THREAD;
    restart();
    setThread({ messages: [], outbox: outbox.of(conversationId) });
    void read();
    markRead();
  }, [conversationId, outbox, restart, read, markRead]);
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
    loadOlder: () => loadOlder(thread.messages.length),
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
