import type { ReactNode } from 'react';

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
  /** The `sortBy` of the list's call. Makes the heading a button that sorts. */
  sortBy?: string;
  /** The order of the first press: the largest and newest first by default. */
  sortsFirst?: 'asc' | 'desc';
}

export interface Order {
  sortBy: string;
  sort: 'asc' | 'desc';
}

export interface Sorting extends Order {
  /** Called with the chosen order; null for the list's own. */
  onSort: (order: Order | null) => void;
}

/** Ids of selected rows, also of rows on other pages. */
export type Chosen = Readonly<Record<string, true>>;

export interface Selection<Row> {
  chosen: Chosen;
  /** All rows that match are selected, shown or not. */
  isAll: boolean;
  onChoose: (chosen: Chosen) => void;
  /** Label of a row's checkbox. */
  labelOf: (row: Row) => string;
  /** Label of the checkbox in the heading, which selects the rows shown. */
  pageLabel: string;
}
