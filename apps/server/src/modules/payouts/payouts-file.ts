import type { FileColumn } from '../../platform/list-file.ts';
import type { AdminPayoutListRow } from './admin-payouts.queries.ts';
import { batchReferenceOf, referenceOf } from './payouts.rules.ts';

/** The columns of the CSV file of payouts: of the destination, what its performer sees of it too. */
export const PAYOUT_FILE_COLUMNS: readonly FileColumn<AdminPayoutListRow>[] = [
  { title: 'createdAt', cell: (row, words) => words.instant(row.created_at) },
  { title: 'payout', cell: (row) => referenceOf(row.number) },
  { title: 'performer', cell: (row) => row.username },
  { title: 'state', cell: (row, words) => words.of('payouts.state.', row.state) },
  { title: 'method', cell: (row, words) => words.of('payouts.method.', row.method) },
  { title: 'destination', cell: (row) => row.destination },
  { title: 'gross', cell: (row, words) => words.amount(row.amount) },
  { title: 'fee', cell: (row, words) => words.amount(row.fee_amount) },
  { title: 'net', cell: (row, words) => words.amount(row.amount - row.fee_amount) },
  { title: 'currency', cell: (row) => row.currency },
  { title: 'batch', cell: (row) => (row.batch_number === null ? null : batchReferenceOf(row.batch_number)) },
  { title: 'reference', cell: (row) => row.payment_reference },
  { title: 'reason', cell: (row) => row.reason },
  { title: 'approvedAt', cell: (row, words) => words.instant(row.approved_at) },
  { title: 'paidAt', cell: (row, words) => words.instant(row.paid_at) },
];
