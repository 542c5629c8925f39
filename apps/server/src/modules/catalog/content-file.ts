import type { FileColumn } from '../../platform/list-file.ts';
import type { ContentFileRow } from './content.queries.ts';

/** The columns of the CSV file of what performers published. */
export const CONTENT_COLUMNS: readonly FileColumn<ContentFileRow>[] = [
  { title: 'createdAt', cell: (row, words) => words.instant(row.created_at) },
  { title: 'item', cell: (row) => row.id },
  { title: 'kind', cell: (row, words) => words.of('reports.kind.', row.kind) },
  { title: 'state', cell: (row, words) => words.of('model.state.', row.state) },
  { title: 'title', cell: (row) => row.title },
  { title: 'performer', cell: (row) => row.username },
  { title: 'openReports', cell: (row) => row.open_reports },
];
