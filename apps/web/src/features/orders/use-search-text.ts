import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** What is typed into a search, and what is asked for once nothing was typed for a moment. */
export const useSearchText = () => {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText, asked };
};
