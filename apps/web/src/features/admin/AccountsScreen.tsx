import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageTitle } from '../../app/PageTitle.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { AccountPane } from './AccountPane.tsx';
import styles from './admin.module.css';
import { useListKeys } from './use-list-keys.ts';

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

/** A search that asks once nothing was typed for a moment, or at once on Enter. */
export const ListSearch = ({ label }: { label: string }) => {
  const { get, change } = useListSearch();
  const [text, setText] = useState(get('q') ?? '');
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();
  const ask = (q: string) => change({ q, offset: null });
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

interface AccountsScreenProps {
  title: string;
  /** Beside the title. */
  action?: ReactNode;
  filters: ReactNode;
  searchLabel: string;
  ids: readonly string[];
  children: ReactNode;
}

/** A list of accounts, and the one being looked at beside it; on a phone in its place. */
export const AccountsScreen = ({ title, action, filters, searchLabel, ids, children }: AccountsScreenProps) => {
  const say = useText();
  const { get, change } = useListSearch();
  const id = get('id');
  const choose = (next: string | null) => change({ id: next });
  useListKeys(ids, id, choose);
  return (
    <>
      <PageTitle title={title} />
      {id ? <h1 className={classes(type.hidden, styles.phoneTitle)}>{title}</h1> : null}
      <div className={classes(styles.split, id && styles.reviewing)}>
        <div className={styles.list}>
          <header className={styles.head}>
            <h1 className={classes(type.display, type.s46)}>{title}</h1>
            {action}
          </header>
          <div className={styles.tools}>
            <ListSearch label={searchLabel} />
            <div className={styles.filters}>{filters}</div>
          </div>
          {children}
        </div>
        {id ? (
          <AccountPane key={id} id={id} onBack={() => choose(null)} />
        ) : (
          <section className={classes(styles.pane, styles.paneEmpty)} aria-label={say('people.choose')}>
            <Empty title={say('people.choose')} text={say('people.chooseText')} />
          </section>
        )}
      </div>
    </>
  );
};
