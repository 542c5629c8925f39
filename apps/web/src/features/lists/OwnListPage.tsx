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
import styles from './lists.module.css';
import { FilterChoice } from './tools/FilterChoice.tsx';
import { type FilterReads, MADE_IN, useFilter, words } from './tools/filters.ts';
import { ListTools } from './tools/ListTools.tsx';
import { useListSearch } from './use-list-search.ts';

const LIMIT = 24;

/** States that a performer's list is filtered by; those with a text of `model.state`. */
export type ListedState = Exclude<ItemState, 'deleted'>;

const OWN_FILTER = { q: words, ...MADE_IN } satisfies FilterReads;

/** The words, the days, the state, the order and the page that an address names, as the query of a list of own items. */
export const useOwnListQuery = <State extends ListedState>(states: readonly State[]) => {
  const { offset, oneOf } = useListSearch();
  const filter = useFilter(OWN_FILTER);
  const state = oneOf('state', states);
  const sort = oneOf('sort', ['asc']);
  return {
    query: { limit: LIMIT, offset, ...filter, ...(state ? { state } : {}), ...(sort ? { sort } : {}) },
    state,
    /** Words or days are looked for. */
    isSearched: Object.keys(filter).length > 0,
    /** Something is looked for: an empty list isn't the first one. */
    isNarrow: state !== undefined || Object.keys(filter).length > 0,
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
          <ListTools
            search={search}
            narrowing={[]}
            choices={
              <FilterChoice
                name="sort"
                label={t('lists.order')}
                any={t('lists.order.newest')}
                choices={[{ value: 'asc', text: t('lists.order.oldest') }]}
              />
            }
          />
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
