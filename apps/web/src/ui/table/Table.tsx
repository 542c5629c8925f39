import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import check from '../Check.module.css';
import { classes } from '../classes.ts';
import type from '../type.module.css';
import type { Column, Selection, Sorting } from './column.ts';
import styles from './table.module.css';
import { useSelectionKeys } from './use-selection-keys.ts';
import { useTableModel } from './use-table-model.ts';

interface TableProps<Row> {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Key of the selected row. */
  selected?: string | null;
  /** Selects a row; a button in its main cell. */
  onSelect?: (row: Row) => void;
  /** Given, headings of columns with a `sortBy` are buttons. */
  sorting?: Sorting | undefined;
  /** Given, each row has a checkbox. */
  selection?: Selection<Row> | undefined;
}

const ICONS = { asc: IconArrowUp, desc: IconArrowDown } as const;
const ARIA = { asc: 'ascending', desc: 'descending' } as const;

interface HeadProps {
  column: Column<never>;
  order: 'asc' | 'desc' | false;
  onSort: ((event: unknown) => void) | undefined;
}

const Head = ({ column, order, onSort }: HeadProps) => {
  const Icon = order ? ICONS[order] : IconSelector;
  return (
    <th
      scope="col"
      aria-sort={order ? ARIA[order] : undefined}
      className={classes(column.number && styles.number, onSort && styles.sortable)}
    >
      {onSort ? (
        <button type="button" className={classes(styles.sort, order && styles.sorted)} onClick={onSort}>
          {column.title}
          <Icon size={14} stroke={2} aria-hidden="true" />
        </button>
      ) : (
        column.title
      )}
    </th>
  );
};

interface TickProps {
  label: string;
  on: boolean;
  /** Some of several are on. */
  some?: boolean;
  onToggle: (event: unknown) => void;
}

const Tick = ({ label, on, some = false, onToggle }: TickProps) => (
  <label className={classes(check.check, styles.tick)}>
    <input
      ref={(input) => {
        if (input) input.indeterminate = some;
      }}
      type="checkbox"
      aria-label={label}
      checked={on}
      onChange={onToggle}
    />
  </label>
);

/** Rows of 55 px, no stripes, the selected one in soft gold. Scrolls sideways if too wide; on a phone each row is two lines. */
export const Table = <Row extends object>(props: TableProps<Row>) => {
  const { caption, columns, rows, rowKey, selected, onSelect, sorting, selection } = props;
  const model = useTableModel({ columns, rows, rowKey, sorting, selection });
  useSelectionKeys({
    isOn: selection !== undefined,
    current: selected ?? null,
    toggle: (id) => model.getRowModel().rowsById[id]?.toggleSelected(),
    clear: () => selection?.onChoose({}),
  });
  const main = Math.max(
    0,
    columns.findIndex((column) => column.narrow === 'main'),
  );
  const isPageChosen = rows.length > 0 && model.getIsAllPageRowsSelected();
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={classes(styles.table, selection && styles.choosable)}>
        <caption className={type.hidden}>{caption}</caption>
        <thead className={classes(sorting || selection ? styles.shownHead : null)}>
          <tr>
            {selection ? (
              <th scope="col" className={styles.pick}>
                <Tick
                  label={selection.pageLabel}
                  on={isPageChosen}
                  some={!isPageChosen && model.getIsSomePageRowsSelected()}
                  onToggle={() => model.toggleAllPageRowsSelected(!isPageChosen)}
                />
              </th>
            ) : null}
            {columns.map((column) => {
              const state = model.getColumn(column.key);
              return (
                <Head
                  key={column.key}
                  column={column}
                  order={state?.getIsSorted() ?? false}
                  onSort={state?.getCanSort() ? state.getToggleSortingHandler() : undefined}
                />
              );
            })}
          </tr>
        </thead>
        <tbody>
          {model.getRowModel().rows.map((line) => {
            const row = line.original;
            const isCurrent = line.id === selected;
            return (
              <tr
                key={line.id}
                data-row={line.id}
                className={classes(onSelect && styles.press, isCurrent && styles.on)}
                aria-current={isCurrent ? true : undefined}
                onClick={onSelect ? () => onSelect(row) : undefined}
              >
                {selection ? (
                  <td className={styles.pick} onClick={(event) => event.stopPropagation()}>
                    <Tick label={selection.labelOf(row)} on={line.getIsSelected()} onToggle={line.getToggleSelectedHandler()} />
                  </td>
                ) : null}
                {columns.map((column, index) => (
                  <td
                    key={column.key}
                    // On a phone the column header is hidden, and a bare number would be meaningless.
                    data-title={column.number ? column.title : undefined}
                    className={classes(column.number && styles.number, column.wrap && styles.wrap, styles[column.narrow ?? 'line'])}
                  >
                    {index === main && onSelect ? (
                      <button type="button" className={styles.cellButton}>
                        {column.cell(row)}
                      </button>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};
