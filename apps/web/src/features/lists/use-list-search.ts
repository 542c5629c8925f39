import { useSearchParams } from 'react-router';

/** Further than anybody pages. */
const MAX_OFFSET = 100_000;

/** The first row of the page that an address asks for; 0 for whatever is no number of one. */
export const offsetIn = (search: URLSearchParams): number =>
  Math.min(MAX_OFFSET, Math.max(0, Math.trunc(Number(search.get('offset'))) || 0));

/** What an address says of a list: filters, page, what is chosen. */
export const useListSearch = () => {
  const [search, setSearch] = useSearchParams();
  const change = (values: Record<string, string | null>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(values)) {
          if (value === null || value === '') next.delete(key);
          else next.set(key, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { get: (key: string) => search.get(key), offset: offsetIn(search), change };
};
