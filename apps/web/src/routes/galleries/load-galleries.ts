import { isId } from '@stagedoor/contract/ids.values';
import { ACCESS_FILTERS } from '@stagedoor/contract/items.values';
import type { Call } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';
import { loadItems, type ItemSource } from '../../features/item-lists/sources.ts';

export const GALLERY_SORTS = ['publishedAt', 'popular', 'price'] as const;

const MAX_WORDS = 60;

const MAX_TAG = 40;

export type GallerySource = Extract<ItemSource, { list: 'galleries' }>;

/** The galleries an address names; unknown values are ignored. */
const sourceIn = (search: URLSearchParams): GallerySource => {
  const q = (search.get('q') ?? '').trim().slice(0, MAX_WORDS);
  const tag = (search.get('tag') ?? '').trim().slice(0, MAX_TAG);
  const category = search.get('category') ?? '';
  const access = ACCESS_FILTERS.find((filter) => filter === search.get('access'));
  const sortBy = GALLERY_SORTS.find((sort) => sort === search.get('sortBy'));
  return {
    list: 'galleries',
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

/** The first galleries that an address names, and the categories. */
export const loadGalleries = async (by: Call, url: string) => {
  const source = sourceIn(new URL(url).searchParams);
  const [first, categories] = await Promise.all([
    orErrorPage(loadItems(source, undefined, by)),
    by('GET /categories/search', { query: { kind: 'gallery' } }).catch(() => null),
  ]);
  return { source, first, categories: categories?.data ?? [] };
};
