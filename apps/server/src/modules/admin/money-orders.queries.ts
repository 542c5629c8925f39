import { isId } from '@stagedoor/contract/ids.values';
import { idEndOf } from '@stagedoor/contract/numbers.values';
import type { AdminOrder, AdminOrderRow, ChargebackRow } from '@stagedoor/contract/admin-money';
import { hundredthsToNumber, numberToHundredths } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Page, type Sorts, allOf, by, limitOf, madeIn, readPage, sorted } from '../../platform/lists.ts';
import { type Listed, readListed } from '../../platform/listed.ts';
import type { Platform } from '../../platform/platform.ts';
import { listTransactionsOfOrder } from './money-transactions.queries.ts';
import { type PersonColumns, personColumns, personOf } from './money-person.view.ts';
import { findPeople, firstOfEach, isNamed } from './people-search.queries.ts';

export interface OrderSearch extends ListQuery {
  q?: string | undefined;
  kind?: string | undefined;
  state?: string | undefined;
  method?: string | undefined;
  accountId?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

export type OrderRow = PersonColumns<'buyer'> &
  PersonColumns<'seller'> & {
    id: string;
    kind: AdminOrderRow['kind'];
    state: AdminOrderRow['state'];
    method: AdminOrderRow['method'];
    gateway: string | null;
    tokens_amount: bigint | null;
    money_amount: bigint;
    currency: string;
    item_title: string;
    created_at: Date;
    paid_at: Date | null;
  };

const COLUMNS = sql`o.id, o.kind, o.state, o.method, o.gateway, o.tokens_amount, o.money_amount, o.currency, o.item_title, o.created_at, o.paid_at,
  ${personColumns('b', 'buyer')}, ${personColumns('s', 'seller')}`;
const PARTIES = sql`join accounts b on b.id = o.buyer_id left join accounts s on s.id = o.seller_id`;

export const adminOrderOf = (platform: Platform, row: OrderRow): AdminOrderRow => ({
  _id: row.id,
  kind: row.kind,
  state: row.state,
  method: row.method,
  gateway: row.method === 'card' ? row.gateway : null,
  tokens: row.tokens_amount === null ? null : hundredthsToNumber(row.tokens_amount),
  money: hundredthsToNumber(row.money_amount),
  currency: row.currency,
  buyer: personOf(platform, row, 'buyer'),
  seller: personOf(platform, row, 'seller'),
  title: row.item_title,
  createdAt: row.created_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
});

const ORDER_SORTS: Sorts<'createdAt' | 'updatedAt'> = {
  createdAt: by.instant(sql`o.created_at`),
  updatedAt: by.instant(sql`o.updated_at`),
};

/** The orders that a card company calls so: by the payment, the sale, or the page where it is paid. */
const isPayment = (name: string | undefined): RawBuilder<unknown> => sql`o.id in (
  select x.id from orders x where x.gateway_payment_id = ${name}
  union all select x.id from orders x where x.gateway_sale_id = ${name}
  union all select p.order_id from payment_pages p where p.handle = ${name})`;

/** Orders of which one of some people is the buyer or the seller, and the one of a gateway's payment. */
const ordersOf = (
  people: readonly string[],
  paymentId: string | undefined,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
) => {
  const ids = sql`${people}::uuid[]`;
  const payment = sql`
    union all select o.* from orders o where ${isPayment(paymentId)} and o.buyer_id <> all(${ids})
      and (o.seller_id = any(${ids})) is not true and ${where}`;
  return sql`(
    ${firstOfEach(people, sql`select o.* from orders o where o.buyer_id = person.id and ${where}`, order, limit)}
    union all
    ${firstOfEach(people, sql`select o.* from orders o where o.seller_id = person.id and o.buyer_id <> all(${ids}) and ${where}`, order, limit)}
    ${paymentId === undefined ? sql`` : payment}) o`;
};

/** Orders; `q` is an order's number or id, a payment's, or a prefix of the buyer's or seller's name or address. */
export const listedOrders = async ({ database }: Platform, search: Omit<OrderSearch, keyof Page>): Promise<Listed<OrderRow>> => {
  const { q, accountId } = search;
  const isOne = q !== undefined && isId(q);
  const idEnd = q === undefined ? null : idEndOf('order', q);
  const name = q && !isOne && idEnd === null ? q : undefined;
  const people = name ? await findPeople(database, name, true) : accountId ? [accountId] : null;
  const where = allOf(
    isOne && sql`(o.id = ${q}::uuid or o.transaction_id = ${q}::uuid)`,
    idEnd !== null && sql`right(o.id::text, 10) = ${idEnd}`,
    name && !people && sql`(${isPayment(name)} or ${isNamed(sql`o.buyer_id`, name, true)} or ${isNamed(sql`o.seller_id`, name, true)})`,
    search.kind && sql`o.kind = ${search.kind}`,
    search.state && sql`o.state = ${search.state}`,
    search.method && sql`o.method = ${search.method}`,
    name && accountId && sql`(o.buyer_id = ${accountId}::uuid or o.seller_id = ${accountId}::uuid)`,
    madeIn(sql`o.created_at`, search),
  );
  const order = sorted(ORDER_SORTS, search, sql`o.id`);
  const from = (reach: number, after: RawBuilder<unknown> | null) => {
    const shown = allOf(where, after);
    return people ? sql`from ${ordersOf(people, name, shown, order.order, reach)}` : sql`from orders o where ${shown}`;
  };
  return {
    order,
    id: sql`o.id`,
    from,
    page: ({ key, after, end, reach }) =>
      sql<OrderRow>`select ${COLUMNS}, ${key} from (select o.* ${from(reach, after)} ${end}) o ${PARTIES} order by ${order.order}`,
  };
};

/** A page of all orders. */
export const listOrders = async (platform: Platform, search: OrderSearch): Promise<List<AdminOrderRow>> => {
  const { rows, ...totals } = await readListed(platform.database, await listedOrders(platform, search), search);
  return { data: rows.map((row) => adminOrderOf(platform, row)), ...totals };
};

/** Sums what an order's reversals returned to the wallet or to the card, in hundredths. */
const refundedOf = (transactions: AdminOrder['transactions'], account: 'wallet' | 'clearing'): bigint =>
  transactions
    .filter(({ reversesId, receiver }) => reversesId !== null && receiver === 'site')
    .flatMap(({ entries }) => entries.filter((entry) => entry.account === account))
    .reduce((sum, entry) => sum + numberToHundredths(entry.amount), 0n);

/** Sums what went back of sales whose money the performer had got: nothing of it was in the site's accounts. */
const refundedByPerformer = (transactions: AdminOrder['transactions']): bigint =>
  transactions
    .filter(({ reversesId, receiver }) => reversesId !== null && receiver === 'performer')
    .reduce((sum, { gross }) => sum + numberToHundredths(gross ?? 0), 0n);

/** Sums the money of what an order's reversals returned, in hundredths: of tokens, what the sales had taken for them. */
const refundedMoneyOf = (transactions: AdminOrder['transactions'], refunded: bigint): bigint => {
  const reversals = transactions.filter(({ reversesId, gross }) => reversesId !== null && gross !== null);
  return reversals.length === 0 ? refunded : reversals.reduce((sum, { gross }) => sum + numberToHundredths(gross ?? 0), 0n);
};

/** One order with its history. @throws CodedError NOT_FOUND */
export const getAdminOrder = async (platform: Platform, orderId: string): Promise<AdminOrder> => {
  const { database } = platform;
  const { rows } = await sql<
    OrderRow & {
      discount_amount: bigint;
      buyer_country: string | null;
      gateway_payment_id: string | null;
      page_handle: string | null;
      expires_at: Date | null;
    }
  >`select ${COLUMNS}, o.discount_amount, o.buyer_country, o.gateway_payment_id, o.expires_at,
    coalesce(o.gateway_payment_id, (select p.handle from payment_pages p where p.order_id = o.id order by p.attempt desc limit 1)) as page_handle
    from orders o ${PARTIES} where o.id = ${orderId}::uuid`.execute(database);
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  const [orderLines, transactions, events, refunds] = await Promise.all([
    sql<
      PersonColumns<'seller'> & {
        id: string;
        title: string;
        quantity: number;
        tokens_amount: bigint;
        delivery: AdminOrder['details'][number]['delivery'];
        accept_by: Date | null;
        paid_at: Date | null;
      }
    >`select d.id, d.title, d.quantity, d.tokens_amount, d.delivery, d.accept_by, d.paid_at, ${personColumns('s', 'seller')}
      from order_lines d join accounts s on s.id = d.seller_id where d.order_id = ${orderId}::uuid order by d.line`.execute(database),
    listTransactionsOfOrder(platform, orderId),
    database.selectFrom('gateway_events').selectAll().where('order_id', '=', orderId).orderBy('received_at').orderBy('id').execute(),
    database.selectFrom('gateway_refunds').selectAll().where('order_id', '=', orderId).orderBy('id').execute(),
  ]);
  const refunded = refundedOf(transactions, row.method === 'wallet' ? 'wallet' : 'clearing') + refundedByPerformer(transactions);
  const paid = row.method === 'wallet' ? (row.tokens_amount ?? 0n) : row.money_amount;
  return {
    ...adminOrderOf(platform, row),
    refunded: hundredthsToNumber(refunded),
    refundedMoney: hundredthsToNumber(row.method === 'card' ? refunded : refundedMoneyOf(transactions, refunded)),
    refundable: row.state === 'paid' ? hundredthsToNumber(paid - refunded) : 0,
    discount: hundredthsToNumber(row.discount_amount),
    buyerCountry: row.buyer_country,
    paymentId: row.gateway_payment_id,
    consolePath: row.gateway === 'sandbox' && platform.config.sandboxGateway && row.page_handle ? `/sandbox/pay/${row.page_handle}` : null,
    expiresAt: row.state === 'created' ? (row.expires_at?.toISOString() ?? null) : null,
    details: orderLines.rows.map((line) => ({
      _id: line.id,
      title: line.title,
      quantity: line.quantity,
      tokens: hundredthsToNumber(line.tokens_amount),
      delivery: line.delivery,
      seller: personOf(platform, line, 'seller'),
      acceptBy: line.accept_by?.toISOString() ?? null,
      isRefundable: row.state === 'paid' && line.paid_at !== null && line.delivery !== 'refunded',
    })),
    transactions,
    events: events.map((event) => ({
      _id: event.id,
      event: event.event,
      outcome: event.outcome,
      at: event.received_at.toISOString(),
      payload: event.payload,
    })),
    refunds: refunds.map((refund) => ({
      _id: refund.id,
      amount: hundredthsToNumber(refund.amount),
      state: refund.state,
      attempts: refund.attempts,
      failure: refund.failure,
      createdAt: refund.created_at.toISOString(),
      doneAt: refund.done_at?.toISOString() ?? null,
    })),
  };
};

/** The ledger never changes what it has written. */
const CHARGEBACK_SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`c.at`), updatedAt: by.instant(sql`c.at`) };

/** Orders charged back by banks, without those reversed because their top-up was charged back. */
export const listChargebacks = async (platform: Platform, query: ListQuery): Promise<List<ChargebackRow>> => {
  const { database } = platform;
  const from = sql`
    from (
      select r.reference_id as order_id, min(r.created_at) as at, min(r.id::text) as id from ledger.transactions r
      where r.kind = 'chargeback' and r.reference_kind = 'order' group by r.reference_id
    ) c
    join orders o on o.id = c.order_id and o.method = 'card'
    join accounts b on b.id = o.buyer_id left join accounts s on s.id = o.seller_id`;
  const { order } = sorted(CHARGEBACK_SORTS, query, sql`c.id`);
  const page = sql<OrderRow & { chargeback_id: string; at: Date; owed: bigint; status: string; status_reason: string | null }>`
      select ${COLUMNS}, c.id as chargeback_id, c.at, b.status, b.status_reason,
        (select coalesce(-sum(e.amount), 0)::bigint from ledger.transactions r join ledger.entries e on e.transaction_id = r.id
          join ledger.accounts a on a.id = e.account_id and a.kind = 'receivable'
          where r.kind in ('chargeback', 'chargebackReversal') and r.reference_id = o.id) as owed
      ${from} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(database, query, page, from);
  return {
    data: rows.map((row) => ({
      _id: row.chargeback_id,
      orderId: row.id,
      kind: row.kind,
      buyer: personOf(platform, row, 'buyer'),
      seller: personOf(platform, row, 'seller'),
      title: row.item_title,
      money: hundredthsToNumber(row.money_amount),
      currency: row.currency,
      owed: hundredthsToNumber(row.owed),
      isFrozen: row.status === 'suspended' && row.status_reason === 'chargebacks',
      at: row.at.toISOString(),
    })),
    ...totals,
  };
};
