import { type PerformerSource } from '../../features/performers/PerformerList.tsx';
import { hasAny, peopleFiltersIn } from '../../features/search/filters.ts';

export const WORDS_LENGTH = 60;

/** Everybody by rank; with words or filters, those that they fit. A longer input is truncated to what the call accepts. */
export const discoverSourceIn = (search: URLSearchParams): PerformerSource => {
  const q = search.get('q')?.trim().slice(0, WORDS_LENGTH);
  const filters = peopleFiltersIn(search);
  return q || hasAny(filters)
    ? { list: 'search', query: { ...(q ? { q } : { sortBy: 'rank', sort: 'asc' }), ...filters } }
    : { list: 'featured' };
};
