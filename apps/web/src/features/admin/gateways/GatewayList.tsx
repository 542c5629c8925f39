import type { ComponentProps } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { Table } from '../../../ui/table/Table.tsx';
import { ListPages } from '../../lists/ListPages.tsx';
import { ListRows } from '../../lists/ListRows.tsx';
import { useLastPage, useListSearch } from '../../lists/use-list-search.ts';
import styles from './gateways.module.css';

interface GatewayListProps<Row> {
  list: ComponentProps<typeof Pending>['of'] & ComponentProps<typeof ListRows>['of'] & { data: { data: Row[]; total: number } | undefined };
  columns: readonly Column<Row>[];
  limit: number;
  caption: string;
  empty: string;
}

/** A page of one of the owner's lists about the card companies. */
export const GatewayList = <Row extends { _id: string }>({ list, columns, limit, caption, empty }: GatewayListProps<Row>) => {
  const { offset, change } = useListSearch();
  const isBehind = useLastPage(list.data, limit);
  if (!list.data || isBehind)
    return (
      <Pending of={list}>
        <RowsSkeleton rows={4} size={36} />
      </Pending>
    );
  if (list.data.total === 0) return <Empty title={caption} text={empty} />;
  return (
    <Card pad="none" className={styles.list}>
      <ListRows of={list}>
        <Table caption={caption} columns={columns} rows={list.data.data} rowKey={(row) => row._id} />
      </ListRows>
      <ListPages offset={offset} limit={limit} list={list.data} onPage={(next) => change({ offset: String(next) })} />
    </Card>
  );
};
