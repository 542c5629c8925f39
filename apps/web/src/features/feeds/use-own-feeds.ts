import type { ItemState } from '@stagedoor/contract/items.values';
import { useListData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useListSearch } from '../lists/use-list-search.ts';

export const FEEDS_ON_PAGE = 24;

/** States one looks for; `all` besides. */
export const FEED_STATES = ['active', 'processing', 'review', 'scheduled', 'draft'] as const satisfies readonly ItemState[];

/** The posts that the address asks for. */
export const useOwnFeeds = () => {
  const { get, offset } = useListSearch();
  const q = get('q') ?? '';
  const state = FEED_STATES.find((one) => one === get('state'));
  const isDrafts = state === 'draft';
  const isNarrow = q !== '' || (state !== undefined && !isDrafts);
  const words = { limit: FEEDS_ON_PAGE, offset, ...(q ? { q } : {}) };
  const all = useListData('GET /performer/feeds', { query: { ...words, ...(state ? { state } : {}) } }, { enabled: !isDrafts });
  const drafts = useListData('GET /performer/feeds/draft/search', { query: words }, { enabled: isDrafts });
  const own = isDrafts ? drafts : all;
  const { refetch } = own;
  useRealtimeEvent('feeds/published', () => void refetch());
  useRealtimeEvent('files/changed', () => void refetch());
  return { own, state, isDrafts, isNarrow, refetch: () => void refetch() };
};
