import type { FileColumn } from '../../platform/list-file.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';

/** The columns of the CSV file of a performer's subscribers. */
export const SUBSCRIBER_COLUMNS: readonly FileColumn<SubscriptionRow>[] = [
  { title: 'startedAt', cell: (row, words) => words.instant(row.started_at) },
  { title: 'subscription', cell: (row) => row.id },
  { title: 'username', cell: (row) => row.fan_username },
  { title: 'name', cell: (row) => row.fan_name },
  { title: 'kind', cell: (row, words) => words.of('subs.type.', row.type) },
  { title: 'state', cell: (row, words) => words.of('subscribers.is.', row.chosen_state) },
  { title: 'price', cell: (row, words) => words.amount(row.price_amount) },
  { title: 'spent', cell: (row, words) => words.amount(row.spent) },
  { title: 'expiresAt', cell: (row, words) => words.instant(row.expires_at) },
];
