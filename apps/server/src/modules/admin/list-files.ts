import { readableAddress } from '../../platform/mail/readable-address.ts';
import type { FileColumn } from '../../platform/list-file.ts';
import type { OrderRow } from './money-orders.queries.ts';
import type { SubscriptionRow } from './money-subscriptions.queries.ts';
import type { TransactionRow } from './money-transactions.queries.ts';
import type { AccountListRow, PerformerListRow } from './people.queries.ts';

// The columns of the CSV files of the administration's lists.

export const ORDER_COLUMNS: readonly FileColumn<OrderRow>[] = [
  { title: 'createdAt', cell: (row, words) => words.instant(row.created_at) },
  { title: 'order', cell: (row) => row.id },
  { title: 'kind', cell: (row, words) => words.of('money.orderKind.', row.kind) },
  { title: 'state', cell: (row, words) => words.of('money.orderState.', row.state) },
  { title: 'title', cell: (row) => row.item_title },
  { title: 'buyer', cell: (row) => row.buyer_username },
  { title: 'seller', cell: (row) => row.seller_username },
  { title: 'method', cell: (row) => row.gateway ?? row.method },
  { title: 'tokens', cell: (row, words) => words.amount(row.tokens_amount) },
  { title: 'money', cell: (row, words) => words.amount(row.money_amount) },
  { title: 'currency', cell: (row) => row.currency },
  { title: 'paidAt', cell: (row, words) => words.instant(row.paid_at) },
];

export const TRANSACTION_COLUMNS: readonly FileColumn<TransactionRow>[] = [
  { title: 'createdAt', cell: (row, words) => words.instant(row.created_at) },
  { title: 'transaction', cell: (row) => row.id },
  { title: 'kind', cell: (row, words) => words.of('movement.', row.kind) },
  { title: 'title', cell: (row) => row.item_title },
  { title: 'buyer', cell: (row) => row.buyer_username },
  { title: 'seller', cell: (row) => row.seller_username },
  { title: 'tokens', cell: (row, words) => words.amount(row.tokens_amount) },
  { title: 'gross', cell: (row, words) => words.amount(row.gross_amount) },
  { title: 'rate', cell: (row) => (row.commission_rate === null ? null : (row.commission_rate / 100).toFixed(2)) },
  { title: 'commission', cell: (row, words) => words.amount(row.commission_amount) },
  { title: 'net', cell: (row, words) => words.amount(row.net_amount) },
  { title: 'receiver', cell: (row, words) => (row.seller_id ? words.of('money.receiver.', row.receiver) : null) },
  { title: 'reverses', cell: (row) => row.reverses_id },
  { title: 'order', cell: (row) => (row.reference_kind === 'order' || row.reference_kind === 'fee' ? row.reference_id : null) },
  { title: 'note', cell: (row) => row.note },
];

export const SUBSCRIPTION_COLUMNS: readonly FileColumn<SubscriptionRow>[] = [
  { title: 'startedAt', cell: (row, words) => words.instant(row.started_at) },
  { title: 'subscription', cell: (row) => row.id },
  { title: 'fan', cell: (row) => row.fan_username },
  { title: 'performer', cell: (row) => row.performer_username },
  { title: 'kind', cell: (row, words) => words.of('subs.type.', row.type) },
  { title: 'state', cell: (row, words) => words.of('subs.state.', row.shown_state) },
  { title: 'price', cell: (row, words) => words.amount(row.price_amount) },
  { title: 'renewsBy', cell: (row) => row.renewing_by },
  { title: 'renewsAt', cell: (row, words) => words.instant(row.renews_at) },
  { title: 'paidUntil', cell: (row, words) => words.instant(row.paid_until) },
  { title: 'expiresAt', cell: (row, words) => words.instant(row.expires_at) },
];

const PERSON_COLUMNS: readonly FileColumn<AccountListRow>[] = [
  { title: 'joinedAt', cell: (row, words) => words.instant(row.created_at) },
  { title: 'account', cell: (row) => row.id },
  { title: 'username', cell: (row) => row.username },
  { title: 'name', cell: (row) => row.name },
  { title: 'email', cell: (row) => readableAddress(row.email) },
  { title: 'emailVerifiedAt', cell: (row, words) => words.instant(row.email_verified_at) },
  { title: 'state', cell: (row, words) => words.of('people.status.', row.status) },
];

export const ACCOUNT_COLUMNS: readonly FileColumn<AccountListRow>[] = [
  ...PERSON_COLUMNS,
  { title: 'role', cell: (row, words) => words.of('people.role.', row.role) },
  { title: 'seenAt', cell: (row, words) => words.instant(row.last_seen_at) },
];

export const PERFORMER_COLUMNS: readonly FileColumn<PerformerListRow>[] = [
  ...PERSON_COLUMNS,
  { title: 'application', cell: (row, words) => words.of('people.application.', row.state ?? '') },
  { title: 'country', cell: (row) => row.country },
  { title: 'subscribers', cell: (row) => row.subscriber_count },
  { title: 'posts', cell: (row) => row.post_count },
  { title: 'earned', cell: (row, words) => words.amount(row.earned) },
];
