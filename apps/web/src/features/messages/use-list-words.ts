import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';

/** Characters that conversations are searched by. */
export const MAX_WORDS = 60;
/** The words come into the address when no more are typed, in milliseconds. */
const PAUSE_MS = 250;

/** The words that conversations are searched by: in the address, so that they are there after a reload and on the way back. */
export const useListWords = () => {
  const [search, setSearch] = useSearchParams();
  const { location: pending } = useNavigation();
  const given = (search.get('q') ?? '').slice(0, MAX_WORDS);
  const [words, setWords] = useState(given);
  const [known, setKnown] = useState({ given, written: given });
  // Another address has other words, unless they were put there by this page.
  if (given !== known.given) {
    setKnown({ ...known, given });
    if (given !== known.written) setWords(given);
  }
  const write = useEffectEvent(() => {
    // The page that is being opened would be left.
    if (pending) return;
    const next = new URLSearchParams(search);
    const q = words.trim();
    if (q) next.set('q', q);
    else next.delete('q');
    setKnown({ ...known, written: q });
    setSearch(next, { replace: true, preventScrollReset: true });
  });
  const isWritten = words.trim() === given.trim();
  useEffect(() => {
    if (isWritten) return undefined;
    const timer = setTimeout(() => write(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, isWritten]);
  return { words, setWords };
};

/** The query of an address in the messages: as it is now, with some values changed; null takes one away. */
export const queryWith = (search: URLSearchParams, changes: Readonly<Record<string, string | null>>): string => {
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(key);
    else next.set(key, value);
  }
  const query = next.toString();
  return query === '' ? '' : `?${query}`;
};
