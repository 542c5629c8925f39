import type { ConversationFilter } from '@stagedoor/contract/conversations.values';
import { useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useOnCatchUp } from '../../app/realtime-notices.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { type ConversationPage, NO_ROWS, withConversation, withFirstPage, withNextPage } from './conversation-rows.ts';

const PAGE = 30;
/** Of one request. */
const MOST = 100;

/** The own conversations under a filter: the first page, kept current, and as many further ones as were asked for. */
export const useConversations = (filter: ConversationFilter, isOn: boolean) => {
  const t = useText();
  const { _id: ownId } = useCurrentUser();
  const list = useData('GET /conversations', { query: { filter, limit: PAGE } }, { enabled: isOn });
  const { data: page, refetch } = list;
  const [shown, setShown] = useState<{ filter: ConversationFilter; page: ConversationPage | undefined; known: typeof NO_ROWS }>({
    filter,
    page: undefined,
    known: NO_ROWS,
  });
  if (page && (shown.page !== page || shown.filter !== filter))
    setShown({ filter, page, known: withFirstPage(shown.filter === filter ? shown.known : NO_ROWS, page) });
  const [isLoading, setLoading] = useState(false);
  const { known } = shown;

  const reread = () => void refetch();
  /** The first page holds what is new; of what stands below it one is read. */
  const rereadOne = (id: string) => {
    reread();
    if (!known.rows.some(({ _id }) => _id === id) || page?.data.some(({ _id }) => _id === id)) return;
    void call('GET /conversations/{id}', { params: { id } })
      .catch(() => null)
      .then((found) => {
        if (found && !('peer' in found)) return;
        const isListed = found?.lastMessage && (filter !== 'unread' || found.totalNotSeenMessages > 0);
        setShown((last) => ({ ...last, known: withConversation(last.known, id, isListed ? found : null) }));
      });
  };
  /** Of what stands below the first page nothing was announced meanwhile: all that is shown is read again, in few requests. */
  const rereadAll = async () => {
    const count = known.rows.length;
    let fresh = NO_ROWS;
    for (let after: string | null | undefined; fresh.rows.length < count && after !== null; ) {
      const next: ConversationPage = await call('GET /conversations', {
        query: { filter, limit: MOST, ...(after === undefined ? {} : { after }) },
      });
      fresh = withNextPage(fresh, next);
      after = next.after;
    }
    // More was loaded meanwhile: that is fresh, and none of it is taken away.
    setShown((last) => (last.filter === filter && last.known.rows.length === count ? { ...last, known: fresh } : last));
  };
  useOnCatchUp(() => {
    reread();
    if (known.rows.length > PAGE) void rereadAll().catch(() => undefined);
  });
  useRealtimeEvent('conversations/message', reread);
  useRealtimeEvent('conversations/deleted', ({ conversationId }) => rereadOne(conversationId));
  useRealtimeEvent('conversations/removed', ({ conversationId }) => rereadOne(conversationId));
  useRealtimeEvent('conversations/read', ({ accountId, conversationId }) => {
    if (accountId === ownId) rereadOne(conversationId);
  });

  const loadMore = async () => {
    if (isLoading || known.after === null) return;
    setLoading(true);
    try {
      const next = await call('GET /conversations', { query: { filter, limit: PAGE, after: known.after } });
      setShown((last) =>
        last.filter === filter && last.known.after === known.after ? { ...last, known: withNextPage(last.known, next) } : last,
      );
    } catch {
      toast(t('messages.failed'), { tone: 'bad' });
    } finally {
      setLoading(false);
    }
  };
  const isShown = shown.page !== undefined && shown.filter === filter;
  return { list, rows: isShown ? known.rows : undefined, hasMore: isShown && known.after !== null, isLoading, loadMore };
};
