import { isId } from '@stagedoor/contract/ids.values';
import { ACCESS_FILTERS } from '@stagedoor/contract/items.values';
import { RANKING_PERIODS } from '@stagedoor/contract/videos.values';
import type { Call } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';
import { loadItems, type ItemSource } from '../../features/item-lists/sources.ts';
import { RANKED, SORTS } from '../../features/videos/VideoSort.tsx';

export const DEFAULT_PERIOD = 'week';

const MAX_WORDS = 60;

const MAX_TAG = 40;

export type VideoSource = Extract<ItemSource, { list: 'videos' | 'rankedVideos' }>;

/** The videos an address names; unknown values are ignored. */
const sourceIn = (search: URLSearchParams): VideoSource => {
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

/** The first videos that an address names, and the categories. */
export const loadVideos = async (by: Call, url: string) => {
  const source = sourceIn(new URL(url).searchParams);
  const [first, categories] = await Promise.all([
    orErrorPage(loadItems(source, undefined, by)),
    by('GET /categories/search', { query: { kind: 'video' } }).catch(() => null),
  ]);
  return { source, first, categories: categories?.data ?? [] };
};
