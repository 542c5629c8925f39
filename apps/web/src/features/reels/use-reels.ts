import type { ReelView } from '@stagedoor/contract/reels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ApiError, Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';

/** Reels a request asks for. */
const LIMIT = 12;

export interface ReelPage {
  data: readonly ReelView[];
  after: string | null;
}

/** A page of the reels that the caller hasn't seen, then of the others. */
export const loadReels = (isFollowing: boolean, after?: string, by: Call = call): Promise<ReelPage> =>
  by('GET /videos/reels', {
    query: { limit: LIMIT, ...(after ? { after } : {}), ...(isFollowing ? { from: 'following' as const } : {}) },
  });

/**
 * The reels one after the other. A reel is seen while the list goes on and then comes again among those that were: it stays at its first place.
 * @param first shown before all others: the one whose address was opened
 */
export const useReels = (isFollowing: boolean, initial: ReelPage, first?: ReelView) => {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery<ReelPage, ApiError>({
    queryKey: ['reels', isFollowing, first?._id ?? null],
    queryFn: ({ pageParam }) => loadReels(isFollowing, pageParam as string | undefined),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after ?? undefined,
    initialData: { pages: [initial], pageParams: [undefined] },
    // What is being watched isn't put into another order.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const pages = data?.pages;
  const reels = useMemo(() => {
    const shown = new Map<string, ReelView>(first ? [[first._id, first]] : []);
    for (const page of pages ?? []) for (const reel of page.data) if (!shown.has(reel._id)) shown.set(reel._id, reel);
    return [...shown.values()];
  }, [pages, first]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { reels, error, more };
};
