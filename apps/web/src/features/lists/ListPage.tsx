import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { ApiError } from '../../app/api.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import type from '../../ui/type.module.css';
import { ListPages, type ListSize } from './ListPages.tsx';
import { ListRows } from './ListRows.tsx';
import styles from './lists.module.css';
import { useLastPage, useListSearch } from './use-list-search.ts';

interface PagedListProps<Row> {
  list: UseQueryResult<ListSize<Row>, ApiError>;
  /** Page size. */
  limit: number;
  /** While loading. */
  skeleton: ReactNode;
  /** Shown for an empty list. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A paged list; the address holds the page (`offset`). */
export const PagedList = <Row,>({ list, limit, skeleton, empty, children }: PagedListProps<Row>) => {
  const { offset, change } = useListSearch();
  const top = useRef<HTMLDivElement>(null);
  const { data } = list;
  const isBehind = useLastPage(data, limit);
  return (
    <div ref={top} className={styles.list}>
      {!data || isBehind ? (
        <Pending of={list}>{skeleton}</Pending>
      ) : data.total === 0 ? (
        empty
      ) : (
        <>
          <ListRows of={list}>{children(data.data)}</ListRows>
          <ListPages
            offset={offset}
            limit={limit}
            list={data}
            onPage={(next) => {
              change({ offset: next === 0 ? null : String(next) });
              // The next page starts at the top.
              top.current?.scrollIntoView({ block: 'start' });
            }}
          />
        </>
      )}
    </div>
  );
};

interface ListPageProps<Row> extends PagedListProps<Row> {
  title: string;
  /** The address to which a phone's back bar leads; for pages with `ownTop`. */
  back?: string;
  /** At the end of the heading line. */
  head?: ReactNode;
  /** Below the title. */
  lead?: string;
  /** Search and filters. */
  tools?: ReactNode;
  width?: 'reading' | 'wide';
  /** Overlays: the sheet of the selected row. */
  over?: ReactNode;
}

/** A list page: title, search and filters, rows, pagination. */
export const ListPage = <Row,>({ title, back, head, lead, tools, width = 'reading', over, ...list }: ListPageProps<Row>) => (
  <>
    {back === undefined ? null : <PageTop title={title} back={back} />}
    <Page width={width}>
      <PageTitle title={title} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46, back !== undefined && layout.desk)}>
          <bdi>{title}</bdi>
        </h1>
        {head}
      </header>
      {lead ? <p className={classes(type.small, type.quiet, styles.lead)}>{lead}</p> : null}
      {tools ? <div className={styles.tools}>{tools}</div> : null}
      <PagedList {...list} />
      {over}
    </Page>
  </>
);
