import { useEffect } from 'react';
import { useNavigation, useSearchParams } from 'react-router';

/**
 * What the address will say once the router has come there. Two changes at once (a row is pressed while a search waits for its
 * letters) both count: the second begins from what the first made, not from what is still shown.
 */
let wanted: URLSearchParams | null = null;

/** Further than anybody pages. */
const MAX_OFFSET = 100_000;

/** The first row of the page that an address asks for; 0 for whatever is no number of one. */
export const offsetIn = (search: URLSearchParams): number =>
  Math.min(MAX_OFFSET, Math.max(0, Math.trunc(Number(search.get('offset'))) || 0));

/** What an address says of a list: filters, page, what is chosen. */
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
  return { get: (key: string) => search.get(key), offset: offsetIn(search), change };
};
