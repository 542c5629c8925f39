import { isId } from '@stagedoor/contract/ids.values';
import { ACCESS_FILTERS } from '@stagedoor/contract/items.values';
import { type ItemSource } from '../../features/item-lists/sources.ts';

export const GALLERY_SORTS = ['publishedAt', 'popular', 'price'] as const;

const MAX_WORDS = 60;

const MAX_TAG = 40;

export type GallerySource = Extract<ItemSource, { list: 'galleries' }>;

/** The galleries an address names; unknown values are ignored. */
export const gallerySourceIn = (search: URLSearchParams): GallerySource => {
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
