import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { SearchField } from '../../ui/SearchField.tsx';
import styles from './lists.module.css';
import { useListSearch } from './use-list-search.ts';

/** A search field that submits after a pause in typing, or at once on Enter. */
export const ListSearch = ({ label }: { label: string }) => {
  const { get, change } = useListSearch();
  const [text, setText] = useState(get('q') ?? '');
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const ask = (q: string) => {
    // Another page is being opened: asking now would stay here.
    if (next === undefined || next.pathname === pathname) change({ q: q.trim(), offset: null });
  };
  // A row may have been selected meanwhile: the current address is updated, not the one at the time of typing.
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => () => clearTimeout(timer), [timer]);
  const onText = (value: string) => {
    setText(value);
    clearTimeout(timer);
    setTimer(setTimeout(() => latest.current(value), 250));
  };
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
      <SearchField label={label} value={text} maxLength={60} onChange={(event) => onText(event.currentTarget.value)} onEarly={onText} />
    </form>
  );
};
