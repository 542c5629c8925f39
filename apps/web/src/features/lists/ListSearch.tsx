import { useState } from 'react';
import { SearchField } from '../../ui/SearchField.tsx';
import styles from './lists.module.css';
import { useListSearch } from './use-list-search.ts';

/** A search that asks once nothing was typed for a moment, or at once on Enter. */
export const ListSearch = ({ label }: { label: string }) => {
  const { get, change } = useListSearch();
  const [text, setText] = useState(get('q') ?? '');
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();
  const ask = (q: string) => change({ q: q.trim(), offset: null });
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer);
        ask(text);
      }}
    >
      <SearchField
        label={label}
        value={text}
        maxLength={60}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setText(value);
          clearTimeout(timer);
          setTimer(setTimeout(() => ask(value), 250));
        }}
      />
    </form>
  );
};
