import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';

type Page = ResponseOf<Contract['GET /performer/media-libraries/search']>;

const LIMIT = 30;
export const LIBRARY = ['GET /performer/media-libraries/search'];

/** The caller's files, newest first, paged; videos show their encoding progress. @param fanId who may have bought some of them */
export const useLibrary = ({ q = '', kind, fanId }: { q?: string; kind?: 'image' | 'video' | undefined; fanId?: string | undefined }) => {
  const list = useInfiniteQuery<Page, ApiError>({
    queryKey: [...LIBRARY, q, kind ?? null, fanId ?? null],
    queryFn: ({ pageParam }) =>
      call('GET /performer/media-libraries/search', {
        query: {
          limit: LIMIT,
          ...(q ? { q } : {}),
          ...(kind ? { kind } : {}),
          ...(fanId ? { fanId } : {}),
          ...(pageParam ? { after: pageParam as string } : {}),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after ?? undefined,
  });
  useRealtimeEvent('files/changed', () => void list.refetch());
  return {
    items: list.data?.pages.flatMap(({ data }) => data) ?? [],
    total: list.data?.pages[0]?.total ?? 0,
    usedBytes: list.data?.pages[0]?.usedBytes ?? 0,
    storage: list.data?.pages[0]?.storage,
    isPending: list.isPending,
    error: list.error,
    refetch: list.refetch,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
  };
};
export type Library = ReturnType<typeof useLibrary>;
