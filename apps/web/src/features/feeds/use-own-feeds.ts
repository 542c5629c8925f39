import type { ItemState } from '@stagedoor/contract/items.values';
import { useListData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useOwnListQuery } from '../lists/OwnListPage.tsx';

/** States one looks for; `all` besides. */
export const FEED_STATES = ['active', 'processing', 'review', 'scheduled', 'draft'] as const satisfies readonly ItemState[];

/** The posts that the address asks for. */
export const useOwnFeeds = () => {
  const { query, state, isSearched, isNarrow } = useOwnListQuery(FEED_STATES);
  const isDrafts = state === 'draft';
  const { state: _, ...ofDrafts } = query;
  const all = useListData('GET /performer/feeds', { query }, { enabled: !isDrafts });
  const drafts = useListData('GET /performer/feeds/draft/search', { query: ofDrafts }, { enabled: isDrafts });
  const own = isDrafts ? drafts : all;
  const { refetch } = own;
  useRealtimeEvent('feeds/published', () => void refetch());
  useRealtimeEvent('files/changed', () => void refetch());
  return { own, isDrafts, isNarrow: isDrafts ? isSearched : isNarrow, refetch: () => void refetch() };
};
