import type { COMPLAINT_STATES } from '@stagedoor/contract/orders.values';
import type { DeliveryAddress, DeliveryState, OrderLine, ProductOrder } from '@stagedoor/contract/orders';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import {
  type List,
  type ListQuery,
  type Page,
  type Sorts,
  allOf,
  by,
  likePattern,
  limitOf,
  madeIn,
  readPage,
  sorted,
} from '../../platform/lists.ts';
import { type Listed, readListed } from '../../platform/listed.ts';
import type { Platform } from '../../platform/platform.ts';
import { CodedError } from '../../platform/errors.ts';
import { avatarUrl, hasName } from '../accounts/index.ts';
import { addressOf } from './offer-products.ts';
import { COMPLAINT_DAYS } from './update-delivery.ts';

const DAY_MS = 86_400_000;

export interface OrderLineRow {
  id: string;
  order_id: string;
  product_id: string;
  product_type: string;
  title: string;
  quantity: number;
  unit_amount: bigint;
  discount_amount: bigint;
  tokens_amount: bigint;
  money_amount: bigint;
  currency: string;
  method: string;
  delivery: DeliveryState;
  shipping_note: string;
  tracking_url: string;
  postage: bigint;
  confirmed_at: Date | null;
  complaint_state: ComplaintState | null;
  complaint_text: string;
  complaint_note: string;
  complained_at: Date | null;
  complaint_decided_at: Date | null;
  accept_by: Date | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
  created_at: Date;
  refunded: bigint;
  refunded_money: bigint;
  buyer_id: string;
  buyer_username: string;
  buyer_name: string;
  buyer_avatar: string | null;
  seller_id: string;
  seller_username: string;
  seller_name: string;
  seller_avatar: string | null;
}

/** Sums the refunds and chargebacks of a sale, in tokens and money. */
const returnedOf = (transactionId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(sum(r.tokens_amount), 0)::bigint as tokens, coalesce(sum(r.gross_amount), 0)::bigint as money
  from ledger.transactions r where r.reverses_id = ${transactionId}`;

const columns = sql`
  d.id, d.order_id, d.product_id, d.product_type, d.title, d.quantity, d.unit_amount, d.discount_amount, d.tokens_amount, d.money_amount,
  o.currency, o.method, d.delivery, d.shipping_note, d.tracking_url, d.accept_by, d.shipped_at,
  d.confirmed_at, d.complaint_state, d.complaint_text, d.complaint_note, d.complained_at, d.complaint_decided_at,
  case when d.product_type = 'physical' then coalesce((select h.tokens_amount from order_shipping h where h.order_id = d.order_id and h.seller_id = d.seller_id), 0)
    else 0 end as postage,
  d.delivered_at, d.created_at, back.tokens as refunded, back.money as refunded_money,
  b.id as buyer_id, b.username as buyer_username, b.name as buyer_name, b.avatar_key as buyer_avatar,
  s.id as seller_id, s.username as seller_username, s.name as seller_name, s.avatar_key as seller_avatar`;
const from = sql`
  from order_lines d join orders o on o.id = d.order_id join accounts b on b.id = d.buyer_id join accounts s on s.id = d.seller_id
  cross join lateral (${returnedOf(sql`d.transaction_id`)}) back`;

type ComplaintState = (typeof COMPLAINT_STATES)[number];

/** Until when the buyer confirms or complains. */
const termsOf = (row: OrderLineRow): Pick<OrderLine, 'confirmBy' | 'complainBy'> => {
  const end = row.shipped_at && new Date(row.shipped_at.getTime() + COMPLAINT_DAYS * DAY_MS).toISOString();
  const isSent = row.delivery === 'shipped' || row.delivery === 'delivered';
  return {
    confirmBy: row.delivery === 'shipped' && row.complaint_state !== 'open' ? end : null,
    complainBy: isSent && row.product_type === 'physical' && row.complained_at === null && row.confirmed_at === null ? end : null,
  };
};

const orderLineOf = (platform: Platform, row: OrderLineRow): OrderLine => ({
  _id: row.id,
  orderId: row.order_id,
  product: { _id: row.product_id, name: row.title, type: row.product_type as 'physical' | 'digital' },
  quantity: row.quantity,
  unitPrice: hundredthsToNumber(row.unit_amount),
  discount: hundredthsToNumber(row.discount_amount),
  total: hundredthsToNumber(row.tokens_amount),
  money: hundredthsToNumber(row.money_amount),
  refunded: hundredthsToNumber(row.refunded),
  refundedMoney: hundredthsToNumber(row.refunded_money),
  currency: row.currency,
  method: row.method as 'wallet' | 'card',
  delivery: row.delivery,
  shippingNote: row.shipping_note,
  trackingUrl: row.tracking_url,
  postage: hundredthsToNumber(row.postage),
  confirmedAt: row.confirmed_at?.toISOString() ?? null,
  ...termsOf(row),
  complaint:
    row.complained_at === null || row.complaint_state === null
      ? null
      : {
          state: row.complaint_state,
          text: row.complaint_text,
          note: row.complaint_note,
          createdAt: row.complained_at.toISOString(),
          decidedAt: row.complaint_decided_at?.toISOString() ?? null,
        },
  buyer: { _id: row.buyer_id, username: row.buyer_username, name: row.buyer_name, avatar: avatarUrl(platform, row.buyer_avatar) },
  seller: { _id: row.seller_id, username: row.seller_username, name: row.seller_name, avatar: avatarUrl(platform, row.seller_avatar) },
  acceptBy: row.delivery === 'created' ? (row.accept_by?.toISOString() ?? null) : null,
  shippedAt: row.shipped_at?.toISOString() ?? null,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

export interface OrderLineSearch extends ListQuery {
  delivery?: DeliveryState | undefined;
  q?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

type Party = { buyerId: string } | { sellerId: string };
const whose = (party: Party) =>
  'buyerId' in party ? sql`d.buyer_id = ${party.buyerId}::uuid` : sql`d.seller_id = ${party.sellerId}::uuid`;

/** Ids follow the order of creation. */
const ORDER_LINE_SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`d.id`), updatedAt: by.instant(sql`d.updated_at`) };

/** Conditions of the searched state and words. @param other the account of the other side: the caller's own name would match all */
const orderLineConditions = async (platform: Platform, { delivery, q }: Pick<OrderLineSearch, 'delivery' | 'q'>, other: 'b' | 's') => {
  const pattern = q ? likePattern(q) : null;
  const account = sql.ref(other);
  const isNamed = q ? await hasName(platform, sql`${account}.id`, q, sql`lower(${account}.name) like ${pattern}`) : null;
  return [delivery && sql`d.delivery = ${delivery}`, isNamed && sql`(lower(d.title) like ${pattern} or ${isNamed})`] as const;
};

/** Paid lines of an account's purchases, or of a performer's sales; `q` searches the products' names and the other side's. */
export const listedOrderLines = async (
  platform: Platform,
  party: Party,
  search: Omit<OrderLineSearch, keyof Page>,
): Promise<Listed<OrderLineRow>> => {
  const conditions = await orderLineConditions(platform, search, 'buyerId' in party ? 's' : 'b');
  const matching = (_reach: number, after: RawBuilder<unknown> | null) =>
    sql`${from} where ${allOf(whose(party), sql`d.paid_at is not null`, ...conditions, madeIn(sql`d.created_at`, search), after)}`;
  return {
    order: sorted(ORDER_LINE_SORTS, search, sql`d.id`),
    id: sql`d.id`,
    from: matching,
    page: ({ key, after, end, reach }) => sql<OrderLineRow>`select ${columns}, ${key} ${matching(reach, after)} ${end}`,
  };
};

/** A page of paid lines. */
export const listOrderLines = async (platform: Platform, party: Party, search: OrderLineSearch): Promise<List<OrderLine>> => {
  const { rows, ...totals } = await readListed(platform.database, await listedOrderLines(platform, party, search), search);
  return { data: rows.map((row) => orderLineOf(platform, row)), ...totals };
};

/**
 * One line, for its buyer and its seller, with the delivery address.
 * @throws CodedError NOT_FOUND for anyone else's
 */
export const getOrderLine = async (
  platform: Platform,
  accountId: string,
  orderLineId: string,
): Promise<OrderLine & { deliveryAddress: DeliveryAddress | null }> => {
  const { rows } = await sql<OrderLineRow & { delivery_address: Buffer | null }>`
    select ${columns}, o.delivery_address ${from}
    where d.id = ${orderLineId}::uuid and d.paid_at is not null and ${accountId}::uuid in (d.buyer_id, d.seller_id)`.execute(
    platform.database,
  );
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  const deliveryAddress =
    row.delivery_address && row.product_type === 'physical'
      ? platform.encryption.decrypt<DeliveryAddress>(row.delivery_address, addressOf(row.buyer_id))
      : null;
  return { ...orderLineOf(platform, row), deliveryAddress };
};

/** One line, whoever's it is: for calls that know that it is the caller's. @throws CodedError NOT_FOUND */
export const getAnyOrderLine = async (platform: Platform, orderLineId: string): Promise<OrderLine> => {
  const { rows } = await sql<OrderLineRow>`select ${columns} ${from} where d.id = ${orderLineId}::uuid`.execute(platform.database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return orderLineOf(platform, rows[0]);
};

/** Lines with a complaint in a state; their queue: those that wait the oldest first, decided ones the newest first. */
export const listComplaints = async (
  platform: Platform,
  query: ListQuery<'queue' | 'createdAt' | 'updatedAt'> & { state: ComplaintState },
): Promise<List<OrderLine>> => {
  const complainedAt = by.instant(sql`d.complained_at`);
  const queue = query.state === 'open' ? complainedAt : by.instant(sql`d.complaint_decided_at`, { nullable: true, reversed: true });
  const matching = sql`${from} where d.complaint_state = ${query.state}`;
  const { order } = sorted({ queue, createdAt: complainedAt, updatedAt: ORDER_LINE_SORTS.updatedAt }, query, sql`d.id`);
  const { rows, ...totals } = await readPage(
    platform.database,
    query,
    sql<OrderLineRow>`select ${columns} ${matching} order by ${order} ${limitOf(query)}`,
    matching,
  );
  return { data: rows.map((row) => orderLineOf(platform, row)), ...totals };
};

const ORDER_SORTS: Sorts<'createdAt' | 'updatedAt'> = {
  createdAt: by.instant(sql`created_at`),
  updatedAt: by.instant(sql`updated_at`),
};

/** The sales of an order: its lines and its postage. */
const salesOfOrder = sql`(
  select d.transaction_id from order_lines d where d.order_id = orders.id
  union all select h.transaction_id from order_shipping h where h.order_id = orders.id) sale`;

interface OrderRow {
  id: string;
  postage: bigint;
  tokens_amount: bigint | null;
  discount_amount: bigint;
  money_amount: bigint;
  refunded: bigint;
  refunded_money: bigint;
  currency: string;
  method: string;
  state: ProductOrder['state'];
  created_at: Date;
}

/** An account's paid product orders, one row per order: those with a line that is searched for, or the one asked for. */
export const listProductOrders = async (
  platform: Platform,
  buyerId: string,
  query: OrderLineSearch & { orderId?: string | undefined },
): Promise<List<ProductOrder>> => {
  const isSearched = query.delivery !== undefined || Boolean(query.q);
  const conditions = await orderLineConditions(platform, query, 's');
  const matching = sql`from orders where ${allOf(
    sql`buyer_id = ${buyerId}::uuid`,
    sql`kind = 'product'`,
    sql`paid_at is not null`,
    query.orderId && sql`id = ${query.orderId}::uuid`,
    madeIn(sql`created_at`, query),
    isSearched && sql`exists (select ${from} where ${allOf(sql`d.order_id = orders.id`, ...conditions)})`,
  )}`;
  const { order: ordered } = sorted(ORDER_SORTS, query, sql`id`);
  const page = sql<OrderRow>`
    select id, (select coalesce(sum(h.tokens_amount), 0)::bigint from order_shipping h where h.order_id = orders.id) as postage, tokens_amount, discount_amount, money_amount, currency, method, state, created_at,
      (select coalesce(sum(back.tokens), 0)::bigint from ${salesOfOrder} cross join lateral (${returnedOf(sql`sale.transaction_id`)}) back) as refunded,
      (select coalesce(sum(back.money), 0)::bigint from ${salesOfOrder} cross join lateral (${returnedOf(sql`sale.transaction_id`)}) back) as refunded_money
    ${matching} order by ${ordered} ${limitOf(query)}`;
  const { rows: orders, ...totals } = await readPage(platform.database, query, page, matching);
  const { rows } = await sql<OrderLineRow>`
    select ${columns} ${from} where d.order_id = any(${orders.map(({ id }) => id)}::uuid[]) order by d.line`.execute(platform.database);
  const data = orders.map(
    (order): ProductOrder => ({
      _id: order.id,
      total: hundredthsToNumber(order.tokens_amount ?? 0n),
      discount: hundredthsToNumber(order.discount_amount),
      postage: hundredthsToNumber(order.postage),
      money: hundredthsToNumber(order.money_amount),
      refunded: hundredthsToNumber(order.refunded),
      refundedMoney: hundredthsToNumber(order.refunded_money),
      currency: order.currency,
      method: order.method as 'wallet' | 'card',
      state: order.state,
      details: rows.filter(({ order_id }) => order_id === order.id).map((row) => orderLineOf(platform, row)),
      createdAt: order.created_at.toISOString(),
    }),
  );
  return { data, ...totals };
};

interface SoldRow {
  id: string;
  name: string;
  type: string;
  quantity: number;
  tokens: bigint;
  last_at: Date;
  other_id: string;
  other_username: string;
  other_name: string;
  other_avatar: string | null;
}

/** @param lastAt when a product was last bought */
const soldSorts = (product: string, lastAt: RawBuilder<unknown>) =>
  ({
    lastAt: by.instant(lastAt),
    createdAt: by.instant(sql`${sql.ref(product)}.created_at`),
    updatedAt: by.instant(sql`${sql.ref(product)}.updated_at`),
  }) satisfies Sorts<string>;

/** Products that an account bought, or a performer sold; without refunded ones. */
export const listSoldProducts = async (platform: Platform, party: Party, query: ListQuery<keyof ReturnType<typeof soldSorts>>) => {
  const other = 'buyerId' in party ? sql`d.seller_id` : sql`null::uuid`;
  const bought = sql`
    from order_lines d join products s on s.id = d.product_id join items p on p.id = s.id
    where ${whose(party)} and d.paid_at is not null and d.delivery not in ('cancelled', 'refunded')
    group by p.id, s.type, ${other}`;
  const inner = sorted(soldSorts('p', sql`max(d.paid_at)`), query, sql`p.id`);
  const outer = sorted(soldSorts('x', sql`x.last_at`), query, sql`x.id`);
  const page = sql<SoldRow>`
    select x.*, a.username as other_username, a.name as other_name, a.avatar_key as other_avatar from (
      select p.id, p.title as name, s.type, p.created_at, p.updated_at, sum(d.quantity)::int as quantity, sum(d.tokens_amount)::bigint as tokens, max(d.paid_at) as last_at,
        ${other} as other_id
      ${bought} order by ${inner.order} ${limitOf(query)}) x
    left join accounts a on a.id = x.other_id
    order by ${outer.order}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, sql`from (select ${bought}) products`);
  const data = rows.map((row) => ({
    _id: row.id,
    name: row.name,
    type: row.type as 'physical' | 'digital',
    quantity: row.quantity,
    total: hundredthsToNumber(row.tokens),
    lastAt: row.last_at.toISOString(),
    counterparty: row.other_id
      ? { _id: row.other_id, username: row.other_username, name: row.other_name, avatar: avatarUrl(platform, row.other_avatar) }
      : null,
  }));
  return { data, ...totals };
};
