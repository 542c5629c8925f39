import { useEffect, useEffectEvent } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import type { ListSize } from './ListPages.tsx';

/**
 * The address after pending navigations. Two changes at once (a row is pressed while a search is debounced)
 * both count: the second starts from the result of the first, not from what is still shown.
 */
let wanted: URLSearchParams | null = null;

/** Upper limit of paging. */
export const MAX_OFFSET = 1_000_000;

/** The row offset in an address; 0 for invalid values. */
export const offsetIn = (search: URLSearchParams): number =>
  Math.min(MAX_OFFSET, Math.max(0, Math.trunc(Number(search.get('offset'))) || 0));

/** The list state in an address: filters, page, selection. */
export const useListSearch = () => {
  const [search, setSearch] = useSearchParams();
  const { state } = useNavigation();
  useEffect(() => {
    if (state === 'idle') wanted = null;
  }, [search, state]);
  const change = (values: Record<string, string | null>) => {
    const next = new URLSearchParams(wanted ?? search);
    for (const [key, value] of Object.entries(values)) {
      if (value === null || value === '') next.delete(key);
      else next.set(key, value);
    }
    wanted = next;
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  /** The value of a filter, if it is one of these. */
  const oneOf = <Value extends string>(key: string, values: readonly Value[]) => values.find((value) => value === search.get(key));
  return { get: (key: string) => search.get(key), oneOf, offset: offsetIn(search), change };
};

/**
 * Goes to the last page when the address asks for one behind it: its rows were removed or decided meanwhile, or a search found fewer.
 * @returns whether it is on its way there, so that the list isn't called empty
 */
export const useLastPage = (list: ListSize | undefined, limit: number): boolean => {
  const { offset, change } = useListSearch();
  const isBehind = list !== undefined && list.data.length === 0 && list.total > 0 && offset > 0;
  // A total may be some seconds older than the rows: at least one page back.
  const last = isBehind ? Math.max(0, Math.min(Math.floor((list.total - 1) / limit) * limit, offset - limit)) : 0;
  const turn = useEffectEvent(() => change({ offset: last === 0 ? null : String(last) }));
  useEffect(() => {
    if (isBehind) turn();
  }, [isBehind, last]);
  return isBehind;
};
