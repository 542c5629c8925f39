import type { Message } from '@stagedoor/contract/conversations';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { type ChatLines, type Said, withAnnounced, withDeleted, withPending, withSent } from './chat-messages.ts';
import { useChatReads } from './use-chat-reads.ts';

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
  const { lines, setLines, loaded, hasOlder, arrived, loadOlder } = useChatReads({
    conversationId,
    isOpen,
    joined,
    failure,
    placeholder,
    onArrived,
  });
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
    loadOlder,
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
