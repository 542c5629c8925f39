import type { Call } from '../../app/api.ts';
import { loadPerformers, type PerformerSource } from '../../features/performers/PerformerList.tsx';
import { loadPromos } from '../../features/promos/Promos.tsx';
import { loadCategories } from '../../features/search/CategoryRow.tsx';
import { hasAny, peopleFiltersIn } from '../../features/search/filters.ts';

export const WORDS_LENGTH = 60;

const FEATURED = 12;

/** Everybody by rank; with words or filters, those that they fit. A longer input is truncated to what the call accepts. */
const sourceIn = (search: URLSearchParams): PerformerSource => {
  const q = search.get('q')?.trim().slice(0, WORDS_LENGTH);
  const filters = peopleFiltersIn(search);
  return q || hasAny(filters)
    ? { list: 'search', query: { ...(q ? { q } : { sortBy: 'rank', sort: 'asc' }), ...filters } }
    : { list: 'featured' };
};

/** The first performers that an address names, and what is above them. */
export const loadDiscover = async (by: Call, address: string) => {
  const source = sourceIn(new URL(address).searchParams);
  const isWhole = source.list === 'featured';
  const [first, promos, categories, featured] = await Promise.all([
    loadPerformers(source, 0, by),
    isWhole ? loadPromos(by) : [],
    isWhole ? loadCategories(by) : [],
    // Discover is complete without it.
    isWhole ? by('GET /performer-assets/featured-content', { query: { limit: FEATURED } }).catch(() => null) : null,
  ]);
  return { source, first, promos, categories, featured: featured?.data ?? [] };
};
