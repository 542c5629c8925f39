import type { ResponseOf, Contract } from '@stagedoor/contract';
import type { Notification } from '@stagedoor/contract/notifications';
import { NOTIFICATION_PAGE, type NotificationFilter } from '@stagedoor/contract/notifications.values';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';

type Page = ResponseOf<Contract['GET /notifications']>;
type Pages = InfiniteData<Page>;
const UNREAD = ['GET /notifications/total-unread', {}];

/** The rows of pages that were read at different times: one that moved to the front meanwhile is shown once. */
const rowsOf = (pages: readonly Page[]): Notification[] => [
  ...new Map(pages.flatMap(({ data }) => data).map((row) => [row._id, row])).values(),
];

/** The own notifications, twelve more at a time; refetched when something is told. */
export const useNotifications = (filter: NotificationFilter) => {
  const list = useInfiniteQuery<Page, ApiError>({
    queryKey: ['notifications', filter],
    queryFn: ({ pageParam }) => call('GET /notifications', { query: { limit: NOTIFICATION_PAGE, offset: pageParam as number, filter } }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => {
      const read = pages.length * NOTIFICATION_PAGE;
      return page.data.length === NOTIFICATION_PAGE && read < page.total ? read : undefined;
    },
  });
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const rows = list.data ? rowsOf(list.data.pages) : undefined;
  return { ...list, rows, left: Math.min(NOTIFICATION_PAGE, Math.max(0, total - (rows?.length ?? 0))) };
};

/** Marks one notification as read, or all: here at once, then at the server. */
export const useMarkRead = () => {
  const client = useQueryClient();
  const mark = useCallback(
    (isRead: (row: Notification) => boolean) =>
      client.setQueriesData<Pages>(
        { queryKey: ['notifications'] },
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({ ...page, data: page.data.map((row) => (isRead(row) ? { ...row, isRead: true } : row)) })),
          },
      ),
    [client],
  );
  const settle = useCallback(
    (unread: Promise<{ total: number }>) =>
      unread.then(
        (total) => void client.setQueryData(UNREAD, total),
        () => Promise.all([client.invalidateQueries({ queryKey: ['notifications'] }), client.invalidateQueries({ queryKey: UNREAD })]),
      ),
    [client],
  );
  const markOne = useCallback(
    ({ _id: id, isRead }: Notification) => {
      if (isRead) return;
      mark((row) => row._id === id);
      client.setQueryData<{ total: number }>(UNREAD, (known) => known && { total: Math.max(0, known.total - 1) });
      void settle(call('PUT /notifications/{id}/read', { params: { id } }));
    },
    [client, mark, settle],
  );
  const markAll = useCallback(async () => {
    mark(() => true);
    client.setQueryData(UNREAD, { total: 0 });
    await settle(call('PUT /notifications/read-all'));
  }, [client, mark, settle]);
  return { markOne, markAll };
};
