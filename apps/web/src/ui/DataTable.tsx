import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './DataTable.module.css';
import type from './type.module.css';

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and instants: right-aligned, tabular digits. */
  number?: boolean;
  /** Long text may wrap. */
  wrap?: boolean;
  /**
   * Position on a phone, where a row is a small card: main cell, the number at its end, or one of the
   * facts in the line below (the default).
   */
  narrow?: 'main' | 'end' | 'line';
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Key of the selected row. */
  selected?: string | null;
  /** Selects a row; a button in its main cell. */
  onSelect?: (row: Row) => void;
}

/** Rows of 55 px, no stripes, the selected one in soft gold. Scrolls sideways if too wide; on a phone each row is two lines. */
export const DataTable = <Row,>({ caption, columns, rows, rowKey, selected, onSelect }: DataTableProps<Row>) => {
  const main = Math.max(
    0,
    columns.findIndex((column) => column.narrow === 'main'),
  );
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <caption className={type.hidden}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classes(column.number && styles.number)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <tr
                key={key}
                className={classes(onSelect && styles.press, key === selected && styles.on)}
                aria-current={key === selected ? true : undefined}
                onClick={onSelect ? () => onSelect(row) : undefined}
              >
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
