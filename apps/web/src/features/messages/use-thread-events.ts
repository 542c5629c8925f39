import { MESSAGE_PAGE } from '@stagedoor/contract/conversations.values';
import { call } from '../../app/browser-call.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useText } from '../../ui/text.ts';
import { withAnnounced, withChanged, withDeleted, withReceipt, withoutMessage } from './thread-state.ts';
import { MESSAGES, type ShownThread } from './use-more-messages.ts';

/** The last receipts that the other side gave. */
export interface Receipt {
  deliveredAt: string | null;
  seenAt: string | null;
}

/** Applies to the shown messages what is announced of their conversation. */
export const useThreadEvents = (
  conversationId: string,
  ownId: string,
  { latestRef, setThread, noteChange }: ShownThread,
  { onReceipt, markRead }: { onReceipt: (receipt: Partial<Receipt>) => void; markRead: () => void },
): void => {
  const t = useText();
  useRealtimeEvent('conversations/message', (event) => {
    if (event.conversationId !== conversationId) return;
    const isOwn = event.message.sender._id === ownId;
    if (latestRef.current.hasNewer) noteChange();
    // A sender has seen the messages before their own.
    setThread((known) =>
      withAnnounced(isOwn ? known : withReceipt(known, ownId, { seenAt: event.message.createdAt }), event.message, ownId),
    );
    if (!isOwn) markRead();
  });
  useRealtimeEvent('conversations/deleted', (event) => {
    noteChange();
    if (event.conversationId === conversationId)
      setThread((known) => withDeleted(known, event.messageId, t('conversations.messageDeleted')));
  });
  useRealtimeEvent('conversations/removed', (event) => {
    noteChange();
    if (event.conversationId === conversationId) setThread((known) => withoutMessage(known, event.messageId));
  });
  // The files that a message sells were bought, given back, or can be shown now.
  useRealtimeEvent('conversations/changed', (event) => {
    if (event.conversationId !== conversationId) return;
    noteChange();
    const at = latestRef.current.messages.findIndex(({ _id }) => _id === event.messageId);
    if (at < 0) return;
    const before = latestRef.current.messages[at - 1]?._id;
    void call(MESSAGES, { params: { id: conversationId }, query: before ? { since: before, limit: 1 } : { limit: MESSAGE_PAGE } })
      .then(({ data }) => setThread((known) => withChanged(known, data)))
      .catch(() => undefined);
  });
  useRealtimeEvent('conversations/read', ({ conversationId: id, accountId, seenAt }) => {
    noteChange();
    if (id === conversationId && accountId !== ownId) {
      onReceipt({ deliveredAt: seenAt, seenAt });
      setThread((known) => withReceipt(known, ownId, { seenAt }));
    }
  });
  useRealtimeEvent('conversations/delivered', ({ conversationId: id, accountId, deliveredAt }) => {
    noteChange();
    if (id === conversationId && accountId !== ownId) {
      onReceipt({ deliveredAt });
      setThread((known) => withReceipt(known, ownId, { deliveredAt }));
    }
  });
};
