import { useSearchParams } from 'react-router';

/** What an address of the administration's lists says: filters, page, who is chosen. */
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
  return { get: (key: string) => search.get(key), offset: Number(search.get('offset')) || 0, change };
};
