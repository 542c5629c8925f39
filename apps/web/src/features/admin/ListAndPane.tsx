import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { ApiError } from '../../app/api.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import type from '../../ui/type.module.css';
import styles from './admin.module.css';
import { ListPages } from '../lists/ListPages.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useListSearch } from '../lists/use-list-search.ts';

/** What is chosen in a list, and where it stands there. */
export interface Chosen<Row> {
  id: string;
  /** Unless the list holds it no more, or not yet. */
  row: Row | undefined;
  /** From 0. */
  index: number;
  /** Rows of the list; 0 when the chosen one is none of them. */
  count: number;
  /** Chooses the one after it, else the one before, else none. */
  onDecided: () => void;
  onBack: () => void;
}

interface ListAndPaneProps<Row> {
  title: string;
  /** What the list holds, where the title names more than that: the table's caption and the window's title. */
  caption?: string;
  /** In the title's line. */
  head?: ReactNode;
  /** Under it: search, filters, tabs. */
  tools?: ReactNode;
  list: UseQueryResult<{ data: readonly Row[]; total: number }, ApiError>;
  columns: readonly Column<Row>[];
  /** Said when the list is empty. */
  empty: { title: string; text: string };
  /** Said while nothing is chosen. */
  choose: { title: string; text: string };
  /** Rows a page, of lists that have pages. */
  limit?: number;
  /** The chosen one; null when it cannot be shown. */
  pane: (chosen: Chosen<Row>) => ReactElement | null;
}

/**
 * A list of the administration, and beside it the one being looked at; on a phone in its place. The address
 * says which (`id`); arrow keys walk the list.
 */
export const ListAndPane = <Row extends { _id: string }>(props: ListAndPaneProps<Row>) => {
  const { title, caption = title, head, tools, list, columns, empty, choose, limit, pane } = props;
  const { get, offset, change } = useListSearch();
  const rows = list.data?.data ?? [];
  const id = get('id');
  const select = (next: string | null) => change({ id: next });
  useListKeys(
    rows.map(({ _id }) => _id),
    id,
    select,
  );
  const index = rows.findIndex((row) => row._id === id);
  const shown = id
    ? pane({
        id,
        row: rows[index],
        index: Math.max(0, index),
        count: index < 0 ? 0 : rows.length,
        onDecided: () => select(rows[index + 1]?._id ?? rows[index - 1]?._id ?? null),
        onBack: () => select(null),
      })
    : null;
  return (
    <>
      <PageTitle title={caption} />
      {shown ? <h1 className={classes(type.hidden, styles.phoneTitle)}>{title}</h1> : null}
      <div className={classes(styles.split, shown && styles.reviewing)}>
        <div className={styles.list}>
          <header className={styles.head}>
            <h1 className={classes(type.display, type.s46)}>{title}</h1>
            {head}
          </header>
          {tools}
          {!list.data ? (
            <Pending of={list}>
              <RowsSkeleton rows={6} size={36} />
            </Pending>
          ) : rows.length === 0 ? (
            <Empty {...empty} />
          ) : (
            <DataTable
              caption={caption}
              columns={columns}
              rows={rows}
              rowKey={(row) => row._id}
              selected={id}
              onSelect={(row) => select(row._id)}
            />
          )}
          {limit && rows.length > 0 ? (
            <ListPages
              offset={offset}
              limit={limit}
              total={list.data?.total ?? 0}
              onPage={(next) => change({ offset: String(next), id: null })}
            />
          ) : null}
        </div>
        {shown ?? (
          <section className={classes(styles.pane, styles.paneEmpty)} aria-label={choose.title}>
            <Empty {...choose} />
          </section>
        )}
      </div>
    </>
  );
};
