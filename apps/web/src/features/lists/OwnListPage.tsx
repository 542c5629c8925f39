import type { ItemState } from '@stagedoor/contract/items.values';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../app/api.ts';
import { Card } from '../../ui/Card.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { ListPage } from './ListPage.tsx';
import type { ListSize } from './ListPages.tsx';
import { ListSearch } from './ListSearch.tsx';
import styles from './lists.module.css';
import { useListSearch } from './use-list-search.ts';

const LIMIT = 24;

/** States that a performer's list is filtered by; those with a text of `model.state`. */
export type ListedState = Exclude<ItemState, 'deleted'>;

/** The words, the state and the page that an address names, as the query of a list of own items. */
export const useOwnListQuery = <State extends ListedState>(states: readonly State[]) => {
  const { get, offset, oneOf } = useListSearch();
  const q = get('q') ?? '';
  const state = oneOf('state', states);
  return {
    query: { limit: LIMIT, offset, ...(q ? { q } : {}), ...(state ? { state } : {}) },
    /** Something is looked for: an empty list isn't the first one. */
    isNarrow: q !== '' || state !== undefined,
  };
};

interface OwnListPageProps<Row> {
  title: string;
  /** Label of the search. */
  search: string;
  /** The button that creates one: in the heading, and in an empty list. */
  create: ReactNode;
  states: readonly ListedState[];
  list: UseQueryResult<ListSize<Row>, ApiError>;
  isNarrow: boolean;
  /** Said when nothing was found, and before there is a first one. */
  none: { found: string; own: string; ownText: string };
  /** Further filters, below the search. */
  filters?: ReactNode;
  /** Above the search. */
  note?: ReactNode;
  children: (row: Row) => ReactNode;
}

/** What a performer manages of one kind: found by words and state, row by row. */
export const OwnListPage = <Row,>(props: OwnListPageProps<Row>) => {
  const { title, search, create, states, list, isNarrow, none, filters, note, children } = props;
  const t = useText();
  const { oneOf, change } = useListSearch();
  const state = oneOf('state', states);
  return (
    <ListPage
      title={title}
      head={create}
      width="wide"
      list={list}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={5} size={84} square />}
      tools={
        <>
          {note}
          <ListSearch label={search} />
          {filters}
          <div className={styles.filters} role="group" aria-label={t('model.states')}>
            <FilterChip on={!state} onClick={() => change({ state: null, offset: null })}>
              {t('model.state.all')}
            </FilterChip>
            {states.map((one) => (
              <FilterChip key={one} on={one === state} onClick={() => change({ state: one === state ? null : one, offset: null })}>
                {t(`model.state.${one}`)}
              </FilterChip>
            ))}
          </div>
        </>
      }
      empty={
        isNarrow ? (
          <Empty title={none.found} text={t('items.noneFoundText')} action={create} />
        ) : (
          <Empty title={none.own} text={none.ownText} action={create} />
        )
      }
    >
      {(rows) => <Card pad="lg">{rows.map(children)}</Card>}
    </ListPage>
  );
};
