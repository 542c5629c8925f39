import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { useListSearch } from '../../features/lists/use-list-search.ts';

/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 250;

/** The words in the field. They go into the address when no more are typed, or at once by `ask`. @param query the words of the address */
export const useSearchWords = (query: string) => {
  const { change } = useListSearch();
  const { location } = useNavigation();
  const [word, setWord] = useState(query);
  const ask = (text: string) => {
    const q = text.trim() || null;
    // A page or suggestion that is being opened would be left for the search.
    if (location && (location.pathname !== '/search' || new URLSearchParams(location.search).get('q') === q)) return;
    change({ q });
  };
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (word.trim() === query.trim()) return undefined;
    const timer = setTimeout(() => latest.current(word), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [word, query]);
  return { word, setWord, ask };
};
