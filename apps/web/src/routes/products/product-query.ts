import { isId } from '@stagedoor/contract/ids.values';
import { PRODUCT_TYPES } from '@stagedoor/contract/products.values';

const LIMIT = 24;

const MAX_WORDS = 60;

export const PRODUCT_SORTS = ['publishedAt', 'popular', 'price'] as const;

/** The query of an address; unknown values are ignored. */
export const productQueryIn = (search: URLSearchParams) => {
  const q = (search.get('q') ?? '').trim().slice(0, MAX_WORDS);
  const tag = (search.get('tag') ?? '').trim().slice(0, 40);
  const category = search.get('category') ?? '';
  const productType = PRODUCT_TYPES.find((one) => one === search.get('type'));
  const sortBy = PRODUCT_SORTS.find((one) => one === search.get('sortBy')) ?? 'publishedAt';
  return {
    limit: LIMIT,
    sortBy,
    sort: sortBy === 'price' ? ('asc' as const) : ('desc' as const),
    ...(q ? { q } : {}),
    ...(tag ? { tag } : {}),
    ...(isId(category) ? { categoryId: category } : {}),
    ...(productType ? { type: productType } : {}),
  };
};
