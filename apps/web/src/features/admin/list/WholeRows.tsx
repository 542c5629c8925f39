import { type AdminList, BULK_ACT_RULES } from '@stagedoor/contract/bulk-acts.values';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../../app/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { Table } from '../../../ui/table/Table.tsx';
import type { Column, Sorting } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { ListPages, type ListSize } from '../../lists/ListPages.tsx';
import { ListRows } from '../../lists/ListRows.tsx';
import { BulkBar } from './BulkBar.tsx';
import type { BulkProps } from './BulkButton.tsx';
import type { ListFilter } from '../../lists/tools/filters.ts';
import { useJump } from './use-jump.tsx';
import { useChosenRows } from './use-chosen-rows.ts';
import { useExactCount } from './use-exact-count.ts';

/** A list that the server can sort, count, act on and write to a file as a whole. */
export interface WholeList<Row, Filter> {
  list: AdminList;
  filter: Filter;
  sorting: Sorting;
  /** Names a row, for the checkbox of its selection. */
  nameOf: (row: Row) => string;
  /** The acts on selected rows; a list without them, or without one that the admin may do, has no selection. */
  acts?: (props: BulkProps<Filter>) => ReactNode;
}

interface WholeRowsProps<Row, Filter> {
  whole: WholeList<Row, Filter>;
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  size: ListSize | undefined;
  isPlaceholderData: boolean;
  id: string | null;
  onSelect: (row: Row) => void;
  offset: number;
  limit: number;
  onPage: (offset: number) => void;
  /** Shown in place of rows: they are being loaded, or there are none. */
  instead: ReactNode;
}

/** The rows of a list that can be selected, the acts on them, and the pages with an exact count on demand. */
export const WholeRows = <Row extends { _id: string }, Filter extends ListFilter>(props: WholeRowsProps<Row, Filter>) => {
  const { whole, caption, columns, rows, size, isPlaceholderData, id, onSelect, offset, limit, onPage, instead } = props;
  const t = useText();
  const format = useFormat();
  const me = useCurrentUser();
  const { list, filter, sorting, nameOf } = whole;
  const mayAct = Object.values(BULK_ACT_RULES).some((rule) => rule.list === list && me.permissions.includes(rule.permission));
  const acts = mayAct ? whole.acts : undefined;
  const chosen = useChosenRows(filter);
  const exact = useExactCount(list, filter);
  const counted = size && exact.total !== undefined ? { data: size.data, total: exact.total } : size;
  const jump = useJump({ offset, limit, list: counted, onPage });
  if (instead || !counted) return instead;
  return (
    <>
      <ListRows of={{ isPlaceholderData }}>
        <Table
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={(row) => row._id}
          selected={id}
          onSelect={onSelect}
          sorting={sorting}
          selection={
            acts
              ? {
                  chosen: chosen.chosen,
                  isAll: chosen.isAll,
                  onChoose: chosen.choose,
                  labelOf: (row) => t('lists.selectRow', { name: nameOf(row) }),
                  pageLabel: t('lists.selectPage'),
                }
              : undefined
          }
        />
      </ListRows>
      <ListPages
        {...{ offset, limit, onPage, jump }}
        list={counted}
        aside={
          exact.isCounting ? (
            <span className={classes(type.small, type.faint)} role="status">
              {t('lists.counting', { count: format.count(exact.soFar ?? 0) })}
            </span>
          ) : counted.isCapped ? (
            <Button kind="text" size="sm" onClick={() => void exact.start()}>
              {t('lists.countAll')}
            </Button>
          ) : null
        }
      />
      {acts && (chosen.isAll || chosen.count > 0) ? (
        <BulkBar selection={chosen} list={counted}>
          {acts({ rows: chosen.rows, onStarted: chosen.clear })}
        </BulkBar>
      ) : null}
    </>
  );
};
