import {
  functionalUpdate,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Chosen, Column, Selection, Sorting } from './column.ts';

const FEATURES = tableFeatures({ rowSortingFeature, rowSelectionFeature });

interface ModelOptions<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sorting: Sorting | undefined;
  selection: Selection<Row> | undefined;
}

/** The order and the selection of a table. Rows come sorted from the server; which ones are selected is the caller's. */
export const useTableModel = <Row extends object>({ columns, rows, rowKey, sorting, selection }: ModelOptions<Row>) => {
  // The model knows columns by their keys and orders alone: each render makes new cells.
  const shape = JSON.stringify(columns.map(({ key, sortBy, sortsFirst }) => [key, sortBy, sortsFirst]));
  const definitions = useMemo(
    () =>
      columns.map(({ key, sortBy, sortsFirst }) => ({
        id: key,
        // Only columns with a value can be sorted; the server has them.
        accessorFn: () => undefined,
        enableSorting: sorting !== undefined && sortBy !== undefined,
        sortDescFirst: sortsFirst !== 'asc',
      })),
    // oxlint-disable-next-line react/exhaustive-deps -- the shape stands for the columns
    [shape, sorting === undefined],
  );
  const sorted = columns.find(({ sortBy }) => sortBy !== undefined && sortBy === sorting?.sortBy);
  const order: SortingState = sorted ? [{ id: sorted.key, desc: sorting?.sort === 'desc' }] : [];
  const chosen: Record<string, true> = selection?.isAll
    ? Object.fromEntries(rows.map((row) => [rowKey(row), true as const]))
    : { ...selection?.chosen };
  return useTable({
    features: FEATURES,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    manualSorting: true,
    enableMultiSort: false,
    enableRowSelection: selection !== undefined,
    state: { sorting: order, rowSelection: chosen },
    onSortingChange: (updater) => {
      const next = functionalUpdate(updater, order)[0];
      const by = columns.find(({ key }) => key === next?.id)?.sortBy;
      sorting?.onSort(next && by ? { sortBy: by, sort: next.desc ? 'desc' : 'asc' } : null);
    },
    onRowSelectionChange: (updater) => selection?.onChoose(functionalUpdate(updater, chosen) satisfies Chosen),
  });
};
