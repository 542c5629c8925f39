import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useData } from '../../../app/data.ts';
import { TEXT_FILTERS } from './TextList.tsx';

/** Texts on a page. */
export const TEXTS_ON_PAGE = 30;
const PAUSE_MS = 250;

/** The texts of the language and filter in the address that have the typed words. @param onChoose runs when another language or filter is chosen */
export const useTextSearch = (onChoose: () => void) => {
  const [search, setSearch] = useSearchParams();
  const locale = search.get('locale') ?? DEFAULT_LOCALE;
  const filter = TEXT_FILTERS.find((one) => one.filter === search.get('only'))?.filter ?? 'all';
  const [word, setWord] = useState('');
  const [query, setQuery] = useState('');
  const [offset, setOffset] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(word.trim());
      setOffset(0);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [word]);
  const texts = useData('GET /admin/texts', {
    query: {
      language: locale,
      limit: TEXTS_ON_PAGE,
      offset,
      ...(query ? { q: query } : {}),
      ...(filter === 'missing' ? { missing: true } : {}),
      ...(filter === 'changed' ? { changed: true } : {}),
    },
  });
  const choose = (change: { locale?: string; only?: string }) => {
    setSearch({ locale, ...(filter === 'all' ? {} : { only: filter }), ...change }, { replace: true, preventScrollReset: true });
    setOffset(0);
    onChoose();
  };
  return { locale, filter, word, setWord, offset, setOffset, texts, choose };
};
