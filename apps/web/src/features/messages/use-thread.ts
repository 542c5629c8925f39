import { MESSAGE_PAGE, UNDO_OFFERED_MS } from '@stagedoor/contract/conversations.values';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useRealtime, useRealtimeEvent } from '../../app/realtime.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { readDraft, removeDraft, writeDraft } from '../../ui/forms/draft-store.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import {
  EMPTY_THREAD,
  type Outgoing,
  type Thread,
  withAnnounced,
  withDeleted,
  withMessages,
  withoutMessage,
  withoutOutgoing,
  withOutgoing,
  withReceipt,
  withSent,
} from './thread-state.ts';

const MESSAGES = 'GET /messages/conversations/{id}';
const outboxOf = (conversationId: string): string => `outbox.${conversationId}`;

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
  const { state: connection } = useRealtime();
  const [thread, setThread] = useState<Thread>(EMPTY_THREAD);
  const [state, setState] = useState<ThreadActions['state']>('loading');
  const [older, setOlder] = useState(0);
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

  const update = useCallback(
    (change: (known: Thread) => Thread) =>
      setThread((known) => {
        const next = change(known);
        if (next.outbox !== known.outbox) {
          if (next.outbox.length > 0) writeDraft(ownId, outboxOf(conversationId), { saved: [], typed: next.outbox as Outgoing[] });
          else removeDraft(ownId, outboxOf(conversationId));
        }
        return next;
      }),
    [ownId, conversationId],
  );

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

  const read = useCallback(async () => {
    try {
      const since = latest.current.messages.at(-1)?._id;
      const answer = await call(MESSAGES, {
        params: { id: conversationId },
        query: since ? { limit: 100, since } : { limit: MESSAGE_PAGE },
      });
      update((known) => withMessages(known, answer.data));
      if (!since) setOlder(answer.total - answer.data.length);
      setState('ready');
    } catch {
      setState((before) => (before === 'ready' ? before : 'failed'));
    }
  }, [conversationId, update]);

  /** One after the other, so that they arrive in order. */
  const isSending = useRef(false);
  const sendNext = useEffectEvent(async () => {
    if (isSending.current) return;
    const next = latest.current.outbox.find((one) => one.state !== 'failed');
    if (!next) return;
    isSending.current = true;
    try {
      update((known) => withOutgoing(known, { ...next, state: 'sending' }));
      const message = await call('POST /messages/conversations/{id}', {
        params: { id: conversationId },
        body: {
          text: next.text,
          fileId: next.files.map(({ _id }) => _id),
          ...(next.price ? { price: next.price } : {}),
          ...(next.replyTo ? { replyTo: next.replyTo._id } : {}),
        },
        idempotencyKey: next.key,
      });
      update((known) => withSent(known, next.key, message));
      setUndoable({ messageId: message._id, text: next.text });
      void client.invalidateQueries({ queryKey: ['GET /conversations'] });
      isSending.current = false;
    } catch (error) {
      isSending.current = false;
      const isAway = error instanceof ApiError && (error.status === 0 || error.status === 503);
      update((known) => withOutgoing(known, { ...next, state: isAway ? 'waiting' : 'failed' }));
      if (!isAway) toast((error instanceof ApiError && error.message) || t('messages.failed'), { tone: 'bad' });
    }
  });
  const sendable = thread.outbox.filter(({ state: one }) => one === 'sending').length;
  useEffect(() => {
    if (sendable > 0) void sendNext();
  }, [sendable, thread.messages.length]);

  useEffect(() => {
    latest.current = EMPTY_THREAD;
    setState('loading');
    const kept = readDraft<Outgoing[]>(ownId, outboxOf(conversationId))?.typed ?? [];
    setThread({ messages: [], outbox: kept.map((one) => (one.state === 'failed' ? one : { ...one, state: 'sending' })) });
    void read();
    markRead();
  }, [conversationId, ownId, read, markRead]);
  // Reconnected: what came meanwhile is read, what waits is sent.
  const isConnected = connection === 'connected';
  useEffect(() => {
    if (!isConnected) return;
    void read();
    update((known) =>
      known.outbox.some((one) => one.state === 'waiting')
        ? { ...known, outbox: known.outbox.map((one) => (one.state === 'waiting' ? { ...one, state: 'sending' } : one)) }
        : known,
    );
  }, [isConnected, read, update]);
  useEffect(() => {
    const onShow = () => markRead();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, [markRead]);

  useRealtimeEvent('conversations/message', (event) => {
    if (event.conversationId !== conversationId) return;
    const isOwn = event.message.sender._id === ownId;
    // Who writes has seen what was written before.
    update((known) => withAnnounced(isOwn ? known : withReceipt(known, ownId, { seenAt: event.message.createdAt }), event.message, ownId));
    if (!isOwn) markRead();
  });
  useRealtimeEvent('conversations/deleted', (event) => {
    if (event.conversationId === conversationId) update((known) => withDeleted(known, event.messageId, t('conversations.messageDeleted')));
  });
  useRealtimeEvent('conversations/removed', (event) => {
    if (event.conversationId === conversationId) update((known) => withoutMessage(known, event.messageId));
  });
  // What a message sells was bought, given back, or can be shown now.
  useRealtimeEvent('conversations/changed', (event) => {
    if (event.conversationId !== conversationId) return;
    const at = latest.current.messages.findIndex(({ _id }) => _id === event.messageId);
    if (at < 0) return;
    const before = latest.current.messages[at - 1]?._id;
    void call(MESSAGES, { params: { id: conversationId }, query: before ? { since: before, limit: 1 } : { limit: MESSAGE_PAGE } })
      .then(({ data }) => update((known) => withMessages(known, data)))
      .catch(() => undefined);
  });
  useRealtimeEvent('conversations/read', ({ conversationId: id, accountId, seenAt }) => {
    if (id === conversationId && accountId !== ownId) update((known) => withReceipt(known, ownId, { seenAt }));
  });
  useRealtimeEvent('conversations/delivered', ({ conversationId: id, accountId, deliveredAt }) => {
    if (id === conversationId && accountId !== ownId) update((known) => withReceipt(known, ownId, { deliveredAt }));
  });

  const enqueue = (outgoing: Outgoing) => update((known) => withOutgoing(known, outgoing));
  return {
    thread,
    state,
    reload: () => void read(),
    hasOlder: older > 0,
    loadOlder: async () => {
      try {
        const offset = thread.messages.length;
        const answer = await call(MESSAGES, { params: { id: conversationId }, query: { limit: MESSAGE_PAGE, offset } });
        update((known) => withMessages(known, answer.data));
        setOlder(answer.total - offset - answer.data.length);
      } catch {
        toast(t('messages.failed'), { tone: 'bad' });
      }
    },
    send: ({ text, files, price, replyTo }) => {
      const said = text.trim();
      if (said || files.length > 0) enqueue({ key: crypto.randomUUID(), text: said, files, price, replyTo, state: 'sending' });
    },
    retry: (key) => {
      const one = thread.outbox.find((outgoing) => outgoing.key === key);
      if (one) enqueue({ ...one, state: 'sending' });
    },
    discard: (key) => update((known) => withoutOutgoing(known, key)),
    undoable,
    undo: async () => {
      if (!undoable) return false;
      setUndoable(null);
      try {
        await call('DELETE /messages/{id}', { params: { id: undoable.messageId }, query: { undo: 'true' } });
        update((known) => withoutMessage(known, undoable.messageId));
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
        update((known) => withDeleted(known, messageId, t('conversations.messageDeleted')));
        void client.invalidateQueries({ queryKey: ['GET /conversations'] });
      } catch (error) {
        toast((error instanceof ApiError && error.message) || t('messages.failed'), { tone: 'bad' });
      }
    },
  };
};
