import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { useShortcuts } from '../../../app/shell/Shortcuts.tsx';
import { PageTitle } from '../../../app/PageTitle.tsx';
import { Pending } from '../../../app/Pending.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { Table } from '../../../ui/table/Table.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { ListPages, type ListSize } from '../../lists/ListPages.tsx';
import { ListRows } from '../../lists/ListRows.tsx';
import { BulkProgress } from './BulkProgress.tsx';
import { CsvLink } from './CsvLink.tsx';
import type { ListFilter } from '../../lists/tools/filters.ts';
import { type WholeList, WholeRows } from './WholeRows.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useLastPage, useListSearch } from '../../lists/use-list-search.ts';

/** The selected row of a list and its position. */
export interface Chosen<Row> {
  id: string;
  /** Undefined if the list doesn't contain it, or hasn't loaded yet. */
  row: Row | undefined;
  /** Zero-based. */
  index: number;
  /** Number of rows; 0 when the selected row is not in the list. */
  count: number;
  /** Closes the pane: the key that decided mustn't meet the next row. */
  onDecided: () => void;
  onBack: () => void;
}

interface ListAndPaneProps<Row, Filter> {
  title: string;
  /** What the list contains, if the title says more: the table's caption and the window's title. */
  caption?: string;
  /** In the heading line. */
  head?: ReactNode;
  /** Below it: search, filters, tabs. */
  tools?: ReactNode;
  list: UseQueryResult<ListSize<Row>, ApiError>;
  columns: readonly Column<Row>[];
  /** Shown when the list is empty. */
  empty: { title: string; text: string };
  /** Page size, for paged lists. */
  limit?: number;
  /** For lists that can be sorted, counted, acted on and downloaded as a whole. */
  whole?: WholeList<Row, Filter>;
  /** The selected row's pane; null when it cannot be shown. */
  pane: (chosen: Chosen<Row>) => ReactElement | null;
}

/**
 * A list of the administration at full width; the selected row's pane is beside it, on a phone it replaces it. The address
 * holds the selection (`id`); arrow keys move through the list.
 */
export const ListAndPane = <Row extends { _id: string }, Filter extends ListFilter = ListFilter>(props: ListAndPaneProps<Row, Filter>) => {
  const { title, caption = title, head, tools, list, columns, empty, limit, whole, pane } = props;
  const t = useText();
  const { get, offset, change } = useListSearch();
  const isBehind = useLastPage(list.data, limit ?? 1);
  const rows = list.data?.data ?? [];
  const id = get('id');
  const select = (next: string | null) => change({ id: next });
  const hasSelection = whole?.acts !== undefined;
  // The table hears the key; the list of shortcuts names it.
  useShortcuts(useMemo(() => (hasSelection ? [{ key: 'x', text: t('lists.keySelect'), run: () => undefined }] : []), [hasSelection, t]));
  useListKeys(list.isPlaceholderData ? [] : rows.map(({ _id }) => _id), id, select);
  const index = rows.findIndex((row) => row._id === id);
  const shown = id
    ? pane({
        id,
        row: rows[index],
        index: Math.max(0, index),
        count: index < 0 ? 0 : rows.length,
        onDecided: () => select(null),
        onBack: () => select(null),
      })
    : null;
  const onSelect = (row: Row) => select(row._id);
  const onPage = (next: number) => change({ offset: next === 0 ? null : String(next), id: null });
  const instead =
    !list.data || isBehind ? (
      <Pending of={list}>
        <RowsSkeleton rows={6} size={36} />
      </Pending>
    ) : rows.length === 0 ? (
      <Empty {...empty} />
    ) : null;
  return (
    <>
      <PageTitle title={caption} />
      {shown ? <h1 className={classes(type.hidden, styles.phoneTitle)}>{title}</h1> : null}
      <div className={classes(styles.split, shown && styles.reviewing)}>
        <div className={styles.list}>
          <header className={styles.head}>
            <h1 className={classes(type.display, type.s46)}>{title}</h1>
            {whole ? (
              <div className={styles.headActs}>
                {head}
                <CsvLink list={whole.list} filter={whole.filter} />
              </div>
            ) : (
              head
            )}
          </header>
          {tools}
          {whole?.acts ? <BulkProgress list={whole.list} /> : null}
          {whole ? (
            <WholeRows
              {...{ whole, caption, columns, rows, id, offset, instead, onSelect, onPage }}
              size={list.data}
              isPlaceholderData={list.isPlaceholderData}
              limit={limit ?? rows.length}
            />
          ) : (
            (instead ?? (
              <>
                <ListRows of={list}>
                  <Table caption={caption} columns={columns} rows={rows} rowKey={(row) => row._id} selected={id} onSelect={onSelect} />
                </ListRows>
                {limit && list.data ? <ListPages offset={offset} limit={limit} list={list.data} onPage={onPage} /> : null}
              </>
            ))
          )}
        </div>
        {shown}
      </div>
    </>
  );
};
