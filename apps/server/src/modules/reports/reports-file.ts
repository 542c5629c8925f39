import type { FileColumn } from '../../platform/list-file.ts';
import type { AdminReportRow } from './reports.queries.ts';

/** The columns of the CSV file of reports. A private message is not quoted: its words are for those who open the report, which is audited. */
export const REPORT_COLUMNS: readonly FileColumn<AdminReportRow>[] = [
  { title: 'createdAt', cell: (row, words) => words.instant(row.created_at) },
  { title: 'report', cell: (row) => row.reference },
  { title: 'kind', cell: (row, words) => words.of('reports.kind.', row.object_type) },
  { title: 'title', cell: (row) => (row.is_private ? null : row.title) },
  { title: 'performer', cell: (row) => row.owner_username },
  { title: 'reporter', cell: (row) => row.reporter_username },
  { title: 'reason', cell: (row, words) => words.of('reports.reason.', row.reason) },
  { title: 'text', cell: (row) => row.text },
  { title: 'state', cell: (row, words) => words.of('reports.state.', row.state) },
  { title: 'note', cell: (row) => row.decision_note },
  { title: 'decidedBy', cell: (row) => row.decided_by_name },
  { title: 'decidedAt', cell: (row, words) => words.instant(row.decided_at) },
];
