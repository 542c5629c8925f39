import { isId } from '@stagedoor/contract/ids.values';
import { ACCESS_FILTERS } from '@stagedoor/contract/items.values';
import { RANKING_PERIODS } from '@stagedoor/contract/videos.values';
import { type ItemSource } from '../../features/item-lists/sources.ts';
import { RANKED, SORTS } from '../../features/videos/VideoSort.tsx';

export const DEFAULT_PERIOD = 'week';

const MAX_WORDS = 60;

const MAX_TAG = 40;

export type VideoSource = Extract<ItemSource, { list: 'videos' | 'rankedVideos' }>;

/** The videos an address names; unknown values are ignored. */
export const videoSourceIn = (search: URLSearchParams): VideoSource => {
  const q = (search.get('q') ?? '').trim().slice(0, MAX_WORDS);
  const tag = (search.get('tag') ?? '').trim().slice(0, MAX_TAG);
  const category = search.get('category') ?? '';
  const access = ACCESS_FILTERS.find((filter) => filter === search.get('access'));
  const sortBy = SORTS.find((sort) => sort === search.get('sortBy'));
  if (search.get('sortBy') === RANKED && !q && !tag && !access && !isId(category))
    return { list: 'rankedVideos', period: RANKING_PERIODS.find((period) => period === search.get('period')) ?? DEFAULT_PERIOD };
  return {
    list: 'videos',
    query: {
      ...(q ? { q } : {}),
      ...(tag ? { tag } : {}),
      ...(isId(category) ? { categoryId: category } : {}),
      ...(access ? { access } : {}),
      // Prices ascend; dates and counts descend.
      ...(sortBy ? { sortBy, sort: sortBy === 'price' ? ('asc' as const) : ('desc' as const) } : {}),
    },
  };
};
