import type { OrderKind } from '@stagedoor/contract/payments';
import type { TransactionKind } from '@stagedoor/contract/wallet';
import { type RawBuilder, sql } from 'kysely';
import { type Executor, type Idempotency, findFirstAnswer, translateDatabaseError } from '../platform/database/database.ts';
import type { Line } from './lines.ts';

/** One thing of an order that is paid: to one seller, by one transaction. */
export interface Sale {
  /** The version of the price that the buyer saw. */
  price: { source: 'item' | 'performer' | 'gift' | 'emoji'; id: string; version: number } | null;
  entitlement: { accountId: string; itemId: string; itemKind: string } | null;
  subscription:
    | {
        fanId: string;
        performerId: string;
        type: 'monthly' | 'yearly' | 'free';
        renewsBy: 'wallet' | 'card' | null;
        price: bigint;
        expiresAt: Date;
        /** When it is to be renewed; null for what the gateway renews. */
        nextAttemptAt: Date | null;
      }
    | { renews: string; paidUntil: Date; expiresAt: Date; price: bigint; nextAttemptAt: Date | null }
    | null;
  /** The order's detail that it is: see `order_details`. */
  detail: {
    line: number;
    buyerId: string;
    sellerId: string;
    productId: string;
    title: string;
    priceVersion: number;
    quantity: number;
    unitAmount: bigint;
    discount: bigint;
    tokens: bigint;
    money: bigint;
    commissionRate: number;
    acceptBy: Date;
  } | null;
  transaction: {
    kind: TransactionKind;
    buyerId: string;
    sellerId: string | null;
    itemKind: string | null;
    itemId: string | null;
    itemTitle: string | null;
    tokenValue: bigint;
    /** Hundredths of a per cent; null for a top-up. */
    commissionRate: number | null;
    tokens: bigint | null;
    gross: bigint | null;
    commission: bigint | null;
    net: bigint | null;
    availableAt: Date | null;
    note: string;
  };
  lines: Line[];
  event: { name: string; payload: Record<string, unknown> };
}

/** Everything one settlement does, whole or not at all; see `ledger.settle` in the migrations. */
export interface Settlement {
  at: Date;
  idempotency: Idempotency | undefined;
  order:
    | { id: string; method?: 'wallet' | 'card'; gatewayPaymentId?: string }
    | {
        create: {
          kind: OrderKind;
          buyerId: string;
          sellerId: string | null;
          itemKind: string | null;
          itemId: string | null;
          itemTitle: string;
          detail: Record<string, unknown>;
          priceVersion: number | null;
          tokens: bigint | null;
          money: bigint;
          currency: string;
          tokenValue: bigint;
          buyerCountry: string | null;
          method: 'wallet' | 'card';
          /** Sealed, in hexadecimal digits. */
          deliveryAddress: string | null;
        };
      };
  /** Taken off already in the amounts; hundredths of a token. */
  coupon: { id: string; accountId: string; discount: bigint } | null;
  /** More than one for an order of products alone, in the order of the products' ids: so that two orders can't wait for each other. */
  sales: [Sale, ...Sale[]];
}

export interface Settled {
  transactionId: string;
  orderId: string;
  /** Hundredths of a token left in the buyer's wallet; null when the wallet was not touched. */
  balance: bigint | null;
  at: Date;
  /** The call was a repetition; this is the first answer. */
  replayed: boolean;
}

/** What JSON carries of a settlement: amounts as digits, times as text. A tenth of what a replacer of JSON.stringify takes. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) copy[key] = plain(inner);
  return copy;
};

interface StoredAnswer {
  transactionId: string;
  orderId: string;
  balance: string | null;
  at: string;
  replayed?: boolean;
}

const settledOf = ({ transactionId, orderId, balance, at, replayed }: StoredAnswer): Settled => ({
  transactionId,
  orderId,
  balance: balance === null ? null : BigInt(balance),
  at: new Date(at),
  replayed: replayed === true,
});

/**
 * What a key was answered when it first came, or undefined when it hasn't settled anything.
 * @throws CodedError IDEMPOTENCY_KEY_REUSED when it came with another input
 */
export const findSettled = async (executor: Executor, idempotency: Idempotency): Promise<Settled | undefined> => {
  const first = await findFirstAnswer<StoredAnswer | null>(executor, idempotency);
  return first?.answer ? settledOf({ ...first.answer, replayed: true }) : undefined;
};

/** Nothing was settled: what the offer was made by is not so any more. */
export class ProvisoFailed extends Error {}

/**
 * Settles a purchase, tip, subscription or top-up in one round trip.
 * @param proviso is asked in the same statement, and must hold
 * @throws CodedError INSUFFICIENT_TOKENS, PRICE_CHANGED, NOT_FOR_SALE, ALREADY_PURCHASED, ALREADY_SUBSCRIBED, COUPON_INVALID, OUT_OF_STOCK,
 *   ORDER_STATE, IDEMPOTENCY_KEY_REUSED
 * @throws ProvisoFailed
 */
export const settle = async (executor: Executor, settlement: Settlement, proviso?: RawBuilder<boolean>): Promise<Settled> => {
  const settling = sql<StoredAnswer>`ledger.settle(${JSON.stringify(plain(settlement))}::jsonb)`;
  try {
    const { rows } = await sql<{
      answer: StoredAnswer | null;
    }>`select ${proviso ? sql`case when ${proviso} then ${settling} end` : settling} as answer`.execute(executor);
    if (!rows[0]!.answer) throw new ProvisoFailed();
    return settledOf(rows[0]!.answer);
  } catch (error) {
    throw translateDatabaseError(error);
  }
};

/** Says when the earnings of a sale are free to be paid out; nothing when they are already. */
export const setRelease = async (executor: Executor, transactionId: string, dueAt: Date): Promise<void> => {
  await sql`select ledger.set_release(${transactionId}::uuid, ${dueAt})`.execute(executor);
};
