import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { OrderKind, OrderState, PurchaseRow } from '@stagedoor/contract/payments';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl } from '../accounts/index.ts';

export interface PurchaseSearch {
  limit: number;
  offset: number;
  sort: 'asc' | 'desc';
  kind?: OrderKind | undefined;
  state?: OrderState | undefined;
  method?: 'card' | 'wallet' | undefined;
  /** Paid orders, also when reversed later; not those never paid. */
  paidOnly?: boolean;
}

const baseQuery = (platform: Platform, buyerId: string) =>
  platform.database.selectFrom('orders as o').leftJoin('accounts as a', 'a.id', 'o.seller_id').where('o.buyer_id', '=', buyerId);

const COLUMNS = [
  'o.id',
  'o.kind',
  'o.state',
  'o.method',
  'o.tokens_amount',
  'o.money_amount',
  'o.currency',
  'o.seller_id',
  'o.item_kind',
  'o.item_id',
  'o.item_title',
  'o.created_at',
  'o.paid_at',
  'o.return_to',
  'a.username',
  'a.name',
  'a.avatar_key',
] as const;

type Row = {
  id: string;
  kind: string;
  state: string;
  method: string;
  tokens_amount: bigint | null;
  money_amount: bigint;
  currency: string;
  seller_id: string | null;
  item_kind: string | null;
  item_id: string | null;
  item_title: string;
  created_at: Date;
  paid_at: Date | null;
  username: string | null;
  name: string | null;
  avatar_key: string | null;
};

const purchaseRowOf = (platform: Platform, row: Row): PurchaseRow => ({
  _id: row.id,
  orderId: row.id,
  kind: row.kind as OrderKind,
  state: row.state as OrderState,
  method: row.method as 'wallet' | 'card',
  tokens: row.tokens_amount === null ? null : hundredthsToNumber(row.tokens_amount),
  money: hundredthsToNumber(row.money_amount),
  currency: row.currency,
  counterparty: row.seller_id
    ? { _id: row.seller_id, username: row.username ?? '', name: row.name ?? '', avatar: avatarUrl(platform, row.avatar_key) }
    : null,
  item: row.item_kind && row.item_id ? { kind: row.item_kind, id: row.item_id, title: row.item_title } : null,
  createdAt: row.created_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
});

/** An account's purchases: those by card, or all that were paid. */
export const listPurchases = async (
  platform: Platform,
  buyerId: string,
  search: PurchaseSearch,
): Promise<{ data: PurchaseRow[]; total: number }> => {
  let query = baseQuery(platform, buyerId);
  if (search.kind) query = query.where('o.kind', '=', search.kind);
  if (search.state) query = query.where('o.state', '=', search.state);
  if (search.method) query = query.where('o.method', '=', search.method);
  if (search.paidOnly) query = query.where('o.paid_at', 'is not', null);
  const [rows, { total }] = await Promise.all([
    query
      .select(COLUMNS)
      .orderBy('o.created_at', search.sort)
      .orderBy('o.id', search.sort)
      .limit(search.limit)
      .offset(search.offset)
      .execute(),
    query.select((select) => select.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map((row) => purchaseRowOf(platform, row)), total: Number(total) };
};

/** @throws CodedError NOT_FOUND for another's order */
export const getOrder = async (
  platform: Platform,
  buyerId: string,
  orderId: string,
): Promise<PurchaseRow & { returnTo: string | null }> => {
  const row = await baseQuery(platform, buyerId).select(COLUMNS).where('o.id', '=', orderId).executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return { ...purchaseRowOf(platform, row), returnTo: row.return_to };
};
