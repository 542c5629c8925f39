import { useEffect } from 'react';
import { useNavigation, useSearchParams } from 'react-router';

/**
 * What the address will say once the router has come there. Two changes at once (a row is pressed while a search waits for its
 * letters) both count: the second begins from what the first made, not from what is still shown.
 */
let wanted: URLSearchParams | null = null;

/** What an address of the administration's lists says: filters, page, who is chosen. */
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
  return { get: (key: string) => search.get(key), offset: Number(search.get('offset')) || 0, change };
};
