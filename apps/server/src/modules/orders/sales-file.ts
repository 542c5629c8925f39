import type { FileColumn } from '../../platform/list-file.ts';
import type { OrderLineRow } from './orders.queries.ts';

/** The columns of the CSV file of what was ordered of a performer. Addresses are not among them: each is shown with its order. */
export const SALE_COLUMNS: readonly FileColumn<OrderLineRow>[] = [
  { title: 'createdAt', cell: (row, words) => words.instant(row.created_at) },
  { title: 'sale', cell: (row) => row.id },
  { title: 'order', cell: (row) => row.order_id },
  { title: 'title', cell: (row) => row.title },
  { title: 'quantity', cell: (row) => row.quantity },
  { title: 'buyer', cell: (row) => row.buyer_username },
  { title: 'tokens', cell: (row, words) => words.amount(row.tokens_amount) },
  { title: 'delivery', cell: (row, words) => words.of('orders.delivery.', row.delivery) },
  { title: 'shippedAt', cell: (row, words) => words.instant(row.shipped_at) },
  { title: 'deliveredAt', cell: (row, words) => words.instant(row.delivered_at) },
];
