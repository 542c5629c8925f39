import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { SearchBox } from '../../features/search/SearchBox.tsx';
import { WORDS_LENGTH } from './discover-source.ts';
import { useText } from '../../ui/text.ts';

/** The field of the words, which leads to the search. */
export const DiscoverSearch = () => {
  const t = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [word, setWord] = useState(search.get('q') ?? '');
  return (
    <SearchBox
      label={t('search.title')}
      value={word}
      maxLength={WORDS_LENGTH}
      onChange={setWord}
      onSearch={(text) => {
        const next = new URLSearchParams(search);
        next.set('q', text.trim());
        void navigate(text.trim() ? `/search?${next.toString()}` : '/discover');
      }}
    />
  );
};
