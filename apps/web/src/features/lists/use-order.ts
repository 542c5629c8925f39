import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Order, Sorting } from '../../ui/table/column.ts';
import { useListSearch } from './use-list-search.ts';

/**
 * The order of a list, which the address holds unless it is the list's own.
 *
 * @param names what the list's call can be sorted by
 * @param own the order without a choice
 */
export const useOrder = <const Name extends string>(names: readonly Name[], own: { sortBy: Name; sort: Order['sort'] }) => {
  const [search] = useSearchParams();
  const { change } = useListSearch();
  const by = names.find((name) => name === search.get('sortBy'));
  const sortBy = by ?? own.sortBy;
  const sort: Order['sort'] = by ? (search.get('sort') === 'asc' ? 'asc' : 'desc') : own.sort;
  const order = useMemo(() => ({ sortBy, sort }), [sortBy, sort]);
  const onSort: Sorting['onSort'] = (next) => {
    const isOwn = next === null || (next.sortBy === own.sortBy && next.sort === own.sort);
    change({ sortBy: isOwn ? null : next.sortBy, sort: isOwn || next.sort === 'desc' ? null : next.sort, offset: null });
  };
  return { order, sorting: { ...order, onSort } satisfies Sorting };
};
