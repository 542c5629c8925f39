import type { DomainEvents } from '@stagedoor/contract/domain-events';
import type { OrderKind } from '@stagedoor/contract/payments.values';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { givenSnapshotOf } from '../orders/index.ts';
import type { Notice } from './notify.ts';
import type { Payloads } from './payloads.ts';
import { WALLET_GROUP } from './wallet-receipt.ts';

type Paid = DomainEvents['orders.paid'];
type Reversed = DomainEvents['orders.reversed'];

interface OrderRow {
  id: string;
  kind: OrderKind;
  title: string;
  tokens_amount: bigint | null;
  money_amount: bigint;
  currency: string;
  method: 'wallet' | 'card';
  /** The title of the item or the products; empty for subscriptions and tips. */
  own_title: string;
  period_days: number | null;
}

const readOrders = async (executor: Executor, ids: readonly (string | null)[]): Promise<Map<string | null, OrderRow>> => {
  const { rows } = await sql<OrderRow>`
    select o.id, o.kind, o.tokens_amount, o.money_amount, o.currency, o.method,
      coalesce((select string_agg(l.title, ', ' order by l.line) from order_lines l where l.order_id = o.id), nullif(o.item_title, ''), s.name, '') as title,
      coalesce((select string_agg(l.title, ', ' order by l.line) from order_lines l where l.order_id = o.id), o.item_title, '') as own_title,
      case when o.method = 'card' then (o.detail ->> 'periodDays')::int end as period_days
    from orders o left join accounts s on s.id = o.seller_id where o.id = any(${ids.filter((id) => id !== null)}::uuid[])`.execute(
    executor,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

const periodOf = ({ period_days: days }: OrderRow): { periodDays?: number } => (days === null ? {} : { periodDays: days });

const paidOf = ({ kind, title, money_amount: money, currency, tokens_amount: tokens, method }: OrderRow): Payloads['refund'] => ({
  orderKind: kind,
  title,
  tokens: kind === 'topUp' || method === 'wallet' ? (tokens?.toString() ?? null) : null,
  money: money.toString(),
  currency,
});

/** What the performer is told of a sale. Tips and gifts in a show are told in one. */
const toSeller = (paid: Paid, order: OrderRow): Notice | null => {
  const { transactionId, sellerId, buyerId, item, message: words } = paid;
  if (sellerId === null) return null;
  const itemId = item?.id ?? null;
  const isInShow = item?.kind === 'stream';
  const common = { accountId: sellerId, actorId: buyerId, itemId, at: new Date(paid.at) };
  const given = givenSnapshotOf(paid.detail);
  const paidFor = { ...common, fact: `paid:${transactionId}`, group: isInShow ? item.id : transactionId, tokens: order.tokens_amount };
  if (paid.kind === 'tip') return { ...paidFor, kind: 'tip', payload: { words, isInShow } };
  if (given) return { ...paidFor, kind: 'gift', payload: { words, isInShow, name: given.symbol ?? given.name, quantity: given.quantity } };
  // Who changes the plan has subscribed before.
  if (paid.kind === 'subscription' && paid.detail['planChange']) return null;
  if (paid.kind === 'subscription')
    return { ...common, kind: 'subscription', fact: `subscribed:${transactionId}`, group: 'subscription', payload: {} };
  return item && !isInShow
    ? { ...common, kind: 'sale', fact: `sold:${transactionId}`, group: item.id, payload: { title: item.title } }
    : null;
};

/** What the buyer is told: of renewals, and of what was paid in money or will be paid again. */
const toBuyer = ({ sellerId, buyerId, transactionId, at: paidAt }: Paid, order: OrderRow): Notice | null => {
  const object = { kind: 'order', id: order.id };
  const common = { accountId: buyerId, actorId: sellerId, object, at: new Date(paidAt) };
  if (order.kind === 'renewal') {
    const tokens = order.method === 'wallet' ? (order.tokens_amount?.toString() ?? null) : null;
    return {
      ...common,
      kind: 'renewal',
      fact: `renewed:${transactionId}`,
      group: transactionId,
      payload: { tokens, until: null, ...periodOf(order) },
    };
  }
  if (order.kind !== 'topUp' && order.kind !== 'subscription' && order.method !== 'card') return null;
  return { ...common, kind: 'receipt', fact: `receipt:${order.id}`, group: order.id, payload: { ...paidOf(order), ...periodOf(order) } };
};

/**
 * The receipt of what a wallet paid. Renewals have their own notice, and subscriptions the receipt of an order. It names nobody: who paid
 * is told of it even where the seller is blocked.
 */
const toWallet = ({ buyerId, transactionId, tokens, at: paidAt }: Paid, order: OrderRow | undefined): Notice | null => {
  const amount = BigInt(tokens ?? 0);
  if (amount === 0n || order?.method === 'card' || order?.kind === 'renewal' || order?.kind === 'subscription') return null;
  return {
    kind: 'walletReceipt',
    accountId: buyerId,
    fact: `spent:${transactionId}`,
    group: WALLET_GROUP,
    payload: { transactionIds: [transactionId] },
    tokens: amount,
    at: new Date(paidAt),
  };
};

/** The notices of payments. A performer isn't told of each minute of a show. */
export const noticesOfPaid = async (executor: Executor, all: readonly Paid[]): Promise<Notice[]> => {
  const orders = await readOrders(
    executor,
    all.map(({ orderId }) => orderId),
  );
  return all.flatMap((paid) => {
    const order = orders.get(paid.orderId);
    const ofOrder = order ? [toSeller(paid, order), toBuyer(paid, order)] : [];
    return [...ofOrder, toWallet(paid, order)].filter((notice) => notice !== null);
  });
};

/** Tells a seller that a dispute began or was won: their earnings from the sale are taken, or come back. */
const disputeToSeller = (order: OrderRow, { buyerId, sellerId, at }: Disputed, isWon: boolean): Notice[] =>
  sellerId === null
    ? []
    : [
        {
          kind: 'dispute',
          accountId: sellerId,
          actorId: buyerId,
          ...factOf(isWon ? 'won' : 'lost', order, at),
          payload: { ...paidOf(order), title: order.own_title, isWon, isSale: true },
          object: { kind: 'order', id: order.id },
          at: new Date(at),
        },
      ];

type Disputed = Pick<Reversed, 'buyerId' | 'sellerId' | 'at'>;

/** The same for each line of an order; an order may be disputed again. */
const factOf = (step: 'won' | 'lost', { id }: OrderRow, at: string) => ({ fact: `${step}:${id}:${at}`, group: `${step}:${id}:${at}` });

/**
 * Returns the notices of refunds and chargebacks. Chargebacks notify the seller alone: the buyer caused them. If one leaves a debt, the buyer gets the mail
 * of the suspension.
 */
export const noticesOfReversed = async (executor: Executor, reversed: Reversed): Promise<Notice[]> => {
  const order = (await readOrders(executor, [reversed.orderId])).get(reversed.orderId);
  if (!order) return [];
  if (reversed.kind !== 'refund') return disputeToSeller(order, reversed, false);
  const payload = { ...paidOf(order), tokens: order.kind === 'topUp' ? reversed.tokens : paidOf(order).tokens && reversed.tokens };
  return [
    {
      kind: 'refund',
      accountId: reversed.buyerId,
      actorId: reversed.sellerId,
      fact: `refunded:${reversed.transactionId}`,
      group: reversed.transactionId,
      payload: { ...payload, money: reversed.gross },
      object: { kind: 'order', id: order.id },
      at: new Date(reversed.at),
    },
  ];
};

/** The notices of a dispute that the site won: the buyer has paid again, and the seller has earned it again. */
export const noticesOfReinstated = async (executor: Executor, reinstated: DomainEvents['orders.reinstated']): Promise<Notice[]> => {
  const order = (await readOrders(executor, [reinstated.orderId])).get(reinstated.orderId);
  if (!order) return [];
  const toTheBuyer: Notice = {
    kind: 'dispute',
    accountId: reinstated.buyerId,
    ...factOf('won', order, reinstated.at),
    payload: { ...paidOf(order), isWon: true, isSale: false },
    object: { kind: 'order', id: order.id },
    at: new Date(reinstated.at),
  };
  return [toTheBuyer, ...disputeToSeller(order, reinstated, true)];
};
