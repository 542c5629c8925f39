import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { PurchaseRow } from '@stagedoor/contract/payments';
import type { OrderKind, OrderState } from '@stagedoor/contract/payments.values';
import { sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl } from '../accounts/index.ts';

export interface PurchaseSearch extends ListQuery {
  kind?: OrderKind | undefined;
  state?: OrderState | undefined;
  method?: 'card' | 'wallet' | undefined;
  /** Paid orders, also when reversed later; not those never paid. */
  paidOnly?: boolean;
}

const COLUMNS = sql`
  o.id, o.kind, o.state, o.method, o.tokens_amount, o.money_amount, o.currency, o.seller_id, o.item_kind, o.item_id, o.item_title,
  o.created_at, o.paid_at, o.return_to, o.gateway, (o.detail ->> 'periodDays')::int as period_days, a.username, a.name, a.avatar_key,
  case when o.kind = 'product' then array(select d.title from order_lines d where d.order_id = o.id order by d.line limit 2) end as product_names,
  case when o.kind = 'product' then (select count(*)::int from order_lines d where d.order_id = o.id) end as product_count`;

type Row = {
  id: string;
  kind: OrderKind;
  state: OrderState;
  method: 'wallet' | 'card';
  tokens_amount: bigint | null;
  money_amount: bigint;
  currency: string;
  seller_id: string | null;
  item_kind: string | null;
  item_id: string | null;
  item_title: string;
  created_at: Date;
  paid_at: Date | null;
  return_to: string | null;
  gateway: GatewayName | null;
  period_days: number | null;
  username: string | null;
  name: string | null;
  avatar_key: string | null;
  product_names: string[] | null;
  product_count: number | null;
};

const purchaseRowOf = (platform: Platform, row: Row): PurchaseRow => ({
  _id: row.id,
  orderId: row.id,
  kind: row.kind,
  state: row.state,
  method: row.method,
  tokens: row.tokens_amount === null ? null : hundredthsToNumber(row.tokens_amount),
  money: hundredthsToNumber(row.money_amount),
  currency: row.currency,
  gateway: row.method === 'card' ? row.gateway : null,
  periodDays: row.method === 'card' ? row.period_days : null,
  counterparty: row.seller_id
    ? { _id: row.seller_id, username: row.username ?? '', name: row.name ?? '', avatar: avatarUrl(platform, row.avatar_key) }
    : null,
  item: row.item_kind && row.item_id ? { kind: row.item_kind, id: row.item_id, title: row.item_title } : null,
  products: row.product_names ? { names: row.product_names, count: row.product_count ?? 0 } : null,
  createdAt: row.created_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
});

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`o.created_at`), updatedAt: by.instant(sql`o.updated_at`) };

/** An account's purchases: those by card, or all that were paid. */
export const listPurchases = async (platform: Platform, buyerId: string, search: PurchaseSearch): Promise<List<PurchaseRow>> => {
  const where = allOf(
    sql`o.buyer_id = ${buyerId}::uuid`,
    search.kind && sql`o.kind = ${search.kind}`,
    search.state && sql`o.state = ${search.state}`,
    // Written out: a partial index is for this method alone.
    search.method && sql`o.method = ${sql.lit(search.method)}`,
    search.paidOnly && sql`o.paid_at is not null`,
  );
  const { order } = sorted(SORTS, search, sql`o.id`);
  const page = sql<Row>`
    select ${COLUMNS} from orders o left join accounts a on a.id = o.seller_id where ${where} order by ${order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(platform.database, search, page, sql`from orders o where ${where}`);
  return { data: rows.map((row) => purchaseRowOf(platform, row)), ...totals };
};

/** @throws CodedError NOT_FOUND for another's order */
export const getOrder = async (
  platform: Platform,
  buyerId: string,
  orderId: string,
): Promise<PurchaseRow & { returnTo: string | null; declines: number }> => {
  const { rows } = await sql<Row & { declines: number }>`
    select ${COLUMNS}, coalesce((select c.declines from card_attempts c where c.order_id = o.id), 0)::int as declines
    from orders o left join accounts a on a.id = o.seller_id
    where o.buyer_id = ${buyerId}::uuid and o.id = ${orderId}::uuid`.execute(platform.database);
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  return { ...purchaseRowOf(platform, row), returnTo: row.return_to, declines: row.declines };
};
