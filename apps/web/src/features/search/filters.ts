import { recordOf } from '@stagedoor/contract/keys.values';
import { isId } from '@stagedoor/contract/ids.values';
import { ACCESS_FILTERS } from '@stagedoor/contract/items.values';
import { PRODUCT_TYPES, type ProductType } from '@stagedoor/contract/products.values';
import { PERFORMER_FILTERS, SEARCHABLE_ATTRIBUTES } from '@stagedoor/contract/performer-filters.values';
import { GENDERS, optionsOf } from '@stagedoor/contract/profile-options';
import type { CallInput } from '../../app/api.ts';

// What an address narrows a search by. The names of its parameters are those of the calls, but `category` and `online`; unknown values are ignored.

const MAX_TAG = 40;

type PerformerQuery = NonNullable<CallInput<'GET /performers/search'>['query']>;
/** Filters of performers. */
export type PeopleFilters = Pick<PerformerQuery, (typeof PERFORMER_FILTERS)[number]>;

/** Filters of posts and all other items. */
export interface ItemFilters {
  categoryId?: string;
  tag?: string;
  access?: (typeof ACCESS_FILTERS)[number];
}

export const ITEM_KEYS = ['category', 'tag', 'access'] as const;

/** What is looked for, by the filters it has. */
export type FilteredKind = 'people' | 'items' | 'products';
/** The parameters that narrow each. */
export const FILTER_KEYS: Record<FilteredKind, readonly string[]> = {
  people: PERFORMER_FILTERS,
  items: ITEM_KEYS,
  products: [...ITEM_KEYS, 'type'],
};

const OPTIONS: Record<string, readonly string[]> = {
  gender: GENDERS,
  ...recordOf(SEARCHABLE_ATTRIBUTES, optionsOf),
};

const valueIn = (search: URLSearchParams, key: (typeof PERFORMER_FILTERS)[number]): string | undefined => {
  const value = search.get(key) ?? '';
  if (key === 'online') return value === 'true' ? value : undefined;
  if (key === 'country') return /^[A-Z]{2}$/.test(value) ? value : undefined;
  if (key === 'language') return /^[a-z]{2}$/.test(value) ? value : undefined;
  return OPTIONS[key]!.includes(value) ? value : undefined;
};

export const peopleFiltersIn = (search: URLSearchParams): PeopleFilters =>
  Object.fromEntries(
    PERFORMER_FILTERS.flatMap((key) => {
      const value = valueIn(search, key);
      return value === undefined ? [] : [[key, key === 'online' ? true : value]];
    }),
  );

export const itemFiltersIn = (search: URLSearchParams): ItemFilters => {
  const category = search.get('category') ?? '';
  const tag = (search.get('tag') ?? '').trim().slice(0, MAX_TAG);
  const access = ACCESS_FILTERS.find((one) => one === search.get('access'));
  return { ...(isId(category) ? { categoryId: category } : {}), ...(tag ? { tag } : {}), ...(access ? { access } : {}) };
};

/** How buyers get a product: of products alone. */
export const productTypeIn = (search: URLSearchParams): ProductType | undefined => PRODUCT_TYPES.find((one) => one === search.get('type'));

export const hasAny = (filters: object): boolean => Object.keys(filters).length > 0;
