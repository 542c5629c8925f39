import type { CallInput } from '../../app/api.ts';

// In what order each kind of results can be shown: what their calls can sort by. The first of a kind is its order without a choice.

type PerformerSort = Pick<NonNullable<CallInput<'GET /performers/search'>['query']>, 'sortBy' | 'sort'>;
type ItemSort = Pick<NonNullable<CallInput<'GET /performer-assets/products/search'>['query']>, 'sortBy' | 'sort'>;

const PERFORMER_SORTS = {
  relevance: { sortBy: 'relevance', sort: 'desc' },
  rank: { sortBy: 'rank', sort: 'asc' },
  createdAt: { sortBy: 'createdAt', sort: 'desc' },
} as const satisfies Record<string, PerformerSort>;

const ITEM_SORTS = {
  publishedAt: { sortBy: 'publishedAt', sort: 'desc' },
  popular: { sortBy: 'popular', sort: 'desc' },
  price: { sortBy: 'price', sort: 'asc' },
  priceDesc: { sortBy: 'price', sort: 'desc' },
} as const satisfies Record<string, ItemSort>;

export type ResultSort = keyof typeof PERFORMER_SORTS | keyof typeof ITEM_SORTS;

/** Most of the kinds. */
const BROWSED: readonly ResultSort[] = ['publishedAt', 'popular', 'price'];
/** Others: most posts and reels cost nothing by themselves, reels have no order but the newest, products all have a price. */
const SORTS: Partial<Record<string, readonly ResultSort[]>> = {
  performers: ['rank', 'createdAt'],
  posts: ['publishedAt'],
  reels: ['publishedAt'],
  products: [...BROWSED, 'priceDesc'],
};
/** With words there are more: some performers are more relevant, and of all posts only those that were found are sorted by their likes. */
const SORTS_WITH_WORDS: typeof SORTS = {
  performers: ['relevance', 'rank', 'createdAt'],
  posts: ['publishedAt', 'popular'],
};

/** What a kind can be sorted by. @param kind a tab of the search */
export const sortsOf = (kind: string, hasWords: boolean): readonly ResultSort[] =>
  (hasWords ? SORTS_WITH_WORDS[kind] : undefined) ?? SORTS[kind] ?? BROWSED;

/** The order that an address asks for; the first for unknown ones and those of other kinds. */
export const sortIn = (search: URLSearchParams, kind: string, hasWords: boolean): ResultSort => {
  const sorts = sortsOf(kind, hasWords);
  return sorts.find((sort) => sort === search.get('sortBy')) ?? sorts[0]!;
};

/** How the call of performers is asked for an order. */
export const performerSort = (sort: ResultSort): PerformerSort => PERFORMER_SORTS[sort as keyof typeof PERFORMER_SORTS];

/** How the calls of items are asked for an order; nothing for their own. */
export const itemSort = (sort: ResultSort): ItemSort => (sort === 'publishedAt' ? {} : ITEM_SORTS[sort as keyof typeof ITEM_SORTS]);
