import type { Contract, ResponseOf } from '@stagedoor/contract';
import type { Call } from '../../app/api.ts';
import type { ItemSource } from '../../features/item-lists/sources.ts';
import { loadPerformers, type PerformerSource } from '../../features/performers/PerformerList.tsx';
import { loadCategories } from '../../features/search/CategoryRow.tsx';
import { hasAny, type ItemFilters, itemFiltersIn, peopleFiltersIn, productTypeIn } from '../../features/search/filters.ts';
import { type itemSort, performerSort, sortIn, sortsOf } from '../../features/search/sorts.ts';

export const MAX_LENGTH = 60;

/** The search words; a longer input is truncated to what the calls accept. */
export const wordsIn = (search: URLSearchParams): string => (search.get('q') ?? '').trim().slice(0, MAX_LENGTH);

/** The tabs of one kind each. */
export const KIND_TABS = ['performers', 'posts', 'videos', 'galleries', 'reels', 'products'] as const;
export type KindTab = (typeof KIND_TABS)[number];
/** The best of all kinds comes first. */
const TABS = ['top', ...KIND_TABS] as const;
export type Tab = (typeof TABS)[number];
export const TAB_TEXTS = {
  top: 'search.top',
  performers: 'search.performers',
  posts: 'search.posts',
  videos: 'videos.title',
  galleries: 'galleries.tab',
  reels: 'reels.title',
  products: 'products.title',
} as const;
export const COUNTS = {
  performers: 'performers',
  posts: 'feeds',
  videos: 'videos',
  galleries: 'galleries',
  reels: 'reels',
  products: 'products',
} as const;
export type Totals = ResponseOf<Contract['GET /search/total']>;
export type Top = ResponseOf<Contract['GET /search/top']>;

/** The query of items. */
export type ItemQuery = ItemFilters & { q?: string } & ReturnType<typeof itemSort>;
/** Kinds of items, but products, as lists. Reels are open to everybody: of other access there are none. */
export const SOURCES: Record<Exclude<KindTab, 'performers' | 'products'>, (query: ItemQuery) => ItemSource> = {
  posts: (query) => ({ list: 'search', query }),
  videos: (query) => ({ list: 'videos', query }),
  galleries: (query) => ({ list: 'galleries', query }),
  reels: ({ access: _access, sortBy: _sortBy, sort: _sort, ...query }) => ({ list: 'reels', query }),
};
export const NONE_FOR = {
  posts: 'search.noPosts',
  videos: 'videos.noneFor',
  galleries: 'galleries.noneFor',
  reels: 'reels.noneFor',
} as const;

/** Tells if anything was asked of a kind: filters of items alone say nothing of performers, and the other way round. */
const isAsked = (search: URLSearchParams, tab: KindTab): boolean => {
  const [ofPeople, ofItems] = [
    hasAny(peopleFiltersIn(search)),
    hasAny(itemFiltersIn(search)) || (tab === 'products' && productTypeIn(search) !== undefined),
  ];
  return wordsIn(search) !== '' || ofPeople === ofItems || (tab === 'performers' ? ofPeople : ofItems);
};
/** How many of a kind were found; null when nothing was asked of it, and for the best of all. */
export const countIn = (search: URLSearchParams, total: Totals | null, tab: Tab): number | null =>
  total && tab !== 'top' && isAsked(search, tab) ? total[COUNTS[tab]] : null;

/** The best of all kinds are of words; filters of performers say nothing of items. */
const hasTop = (search: URLSearchParams): boolean => wordsIn(search) !== '' && !hasAny(peopleFiltersIn(search));
const chosenIn = (search: URLSearchParams): Tab | undefined =>
  TABS.find((tab) => tab === search.get('tab') && (tab !== 'top' || hasTop(search)));

/**
 * The tabs that are shown: with words the best of all, then the kinds that have something, the one with the most first; all kinds as they are where
 * nothing narrows them.
 */
export const tabsBy = (search: URLSearchParams, total: Totals | null): readonly Tab[] => {
  const hasWords = wordsIn(search) !== '';
  if (!hasWords && !hasAny(peopleFiltersIn(search)) && !hasAny(itemFiltersIn(search))) return KIND_TABS;
  const count = (tab: KindTab): number => countIn(search, total, tab) ?? -1;
  const kinds = KIND_TABS.filter((tab) => !hasWords || !total || count(tab) > 0 || chosenIn(search) === tab);
  return [...(hasTop(search) ? (['top'] as const) : []), ...kinds.toSorted((one, other) => count(other) - count(one))];
};
/** The tab chosen; without a choice the first one. */
export const tabIn = (search: URLSearchParams, total: Totals | null): Tab => chosenIn(search) ?? tabsBy(search, total)[0]!;

export const sourceIn = (search: URLSearchParams): PerformerSource => {
  const q = wordsIn(search);
  const filters = peopleFiltersIn(search);
  const sort = sortIn(search, 'performers', q !== '');
  return q || hasAny(filters) || sort !== 'rank'
    ? { list: 'search', query: { ...(q ? { q } : {}), ...performerSort(sort), ...filters } }
    : { list: 'featured' };
};

/** Loads what an address asks for: performers at once, how many there are of each kind, or the categories. */
export const loadSearch = async (by: Call, address: string) => {
  const { searchParams } = new URL(address);
  const q = wordsIn(searchParams);
  const productType = productTypeIn(searchParams);
  const query = {
    ...(q ? { q } : {}),
    ...peopleFiltersIn(searchParams),
    ...itemFiltersIn(searchParams),
    ...(productType ? { productType } : {}),
  };
  const tab = chosenIn(searchParams) ?? (hasTop(searchParams) ? 'top' : undefined);
  const isAnything = hasAny(query) || searchParams.has('tab');
  const [performers, total, categories, top] = await Promise.all([
    // Without words and a choice the counts decide: they aren't waited for.
    tab === 'performers' || (tab === undefined && isAsked(searchParams, 'performers'))
      ? loadPerformers(sourceIn(searchParams), 0, by)
      : null,
    isAnything ? by('GET /search/total', { query }) : null,
    isAnything ? [] : loadCategories(by),
    tab === 'top' ? by('GET /search/top', { query: { q, ...itemFiltersIn(searchParams) } }) : null,
  ]);
  return { q, performers, total, categories, top };
};

/** The address of another kind, with what else is chosen; an order that it doesn't have is left out. */
export const addressOf = (search: URLSearchParams, tab: Tab): string => {
  const next = new URLSearchParams(search);
  next.set('tab', tab);
  if (!sortsOf(tab, wordsIn(search) !== '').some((sort) => sort === next.get('sortBy'))) next.delete('sortBy');
  return `/search?${next.toString()}`;
};
