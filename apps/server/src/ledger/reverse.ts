import type { Receiver } from '@stagedoor/contract/payments.values';
import { sql } from 'kysely';
import { type Executor, translateDatabaseError } from '../platform/database/database.ts';
import { toJson } from './json.ts';

/** Which paid order is reversed, and why. */
export interface ReversalRequest {
  orderId: string;
  /** One line of an order of products; by default the whole order. */
  orderLineId?: string;
  /** A part only, in what was paid: hundredths of a token, or of the currency by card and for a top-up. By default all that is left. */
  amount?: bigint;
  /** A part ends the access too, which otherwise ends with the whole. */
  endsAccess?: boolean;
  at: Date;
  /** Shown with the transaction. */
  note: string;
  /** The admin who decided it; null for the gateway, a job. */
  actorId: string | null;
  /** The buyer already has the money back: tokens of a top-up that are missing in the wallet are recovered as for a chargeback. */
  claim?: boolean;
  /** No effect when the seller has accepted the order meanwhile. */
  unlessAccepted?: boolean;
  /** The line is called off by one side, and becomes `cancelled`; refused with DELIVERY_STATE once the seller has accepted it. */
  callsOff?: boolean;
}

/** One transaction that reverses another. Amounts in hundredths. */
export interface Reversal {
  transactionId: string;
  reversesId: string;
  /** Null for a paid minute of a show. */
  orderId: string | null;
  orderLineId: string | null;
  sellerId: string | null;
  /** Tokens returned to the buyer's wallet, or for a top-up removed from it. Null for a sale by card. */
  tokens: bigint | null;
  gross: bigint;
  net: bigint | null;
  /** The side that had got the money. The commission of a sale to the performer's own account is given back to available earnings. */
  receiver: Receiver;
  /** Taken from unreleased earnings; otherwise from available ones, which may now be negative. */
  wasPending: boolean;
  /** How many items the buyer may no longer see. */
  revoked: number;
  subscription: { id: string; fanId: string; performerId: string; gateway: string | null; gatewaySubscriptionId: string | null } | null;
  balance: bigint | null;
}

/** The result of a refund or chargeback, with the order's state after it. */
export interface Reversed {
  orderId: string;
  buyerId: string;
  state: 'paid' | 'refunded' | 'chargedBack';
  method: 'wallet' | 'card';
  gateway: string | null;
  gatewayPaymentId: string | null;
  currency: string;
  /** The order's own first; then sales that a top-up's chargeback reversed too. */
  reversals: Reversal[];
  /** Hundredths of the currency that the buyer now owes the site. */
  receivable: bigint;
}

type StoredReversed = Omit<Reversed, 'receivable' | 'reversals'> & {
  receivable: string;
  reversals: (Omit<Reversal, 'orderLineId' | 'tokens' | 'gross' | 'net' | 'balance'> & {
    detailId: string | null;
    tokens: string | null;
    gross: string;
    net: string | null;
    balance: string | null;
  })[];
};

const bigintOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

const parseReversed = (stored: StoredReversed): Reversed => ({
  ...stored,
  receivable: BigInt(stored.receivable),
  reversals: stored.reversals.map(({ detailId: orderLineId, ...row }) => ({
    ...row,
    orderLineId,
    tokens: bigintOf(row.tokens),
    gross: BigInt(row.gross),
    net: bigintOf(row.net),
    balance: bigintOf(row.balance),
  })),
});

const reverse = async (executor: Executor, what: 'refund' | 'charge_back', request: ReversalRequest): Promise<Reversed> => {
  const { orderLineId: detailId, ...rest } = request;
  try {
    const { rows } = await sql<{
      answer: StoredReversed;
    }>`select ${sql.ref(`ledger.${what}`)}(${toJson({ ...rest, detailId })}::jsonb) as answer`.execute(executor);
    return parseReversed(rows[0]!.answer);
  } catch (error) {
    throw translateDatabaseError(error);
  }
};

/**
 * Refunds a paid order in one round trip: returns tokens to the wallet, takes back earnings and commission, revokes entitlements.
 * The caller refunds money that a gateway took (`gateway_refunds`).
 * @throws CodedError NOT_FOUND, ORDER_STATE when it is not paid, AMOUNT_OUT_OF_BOUNDS for more than is left, DELIVERY_STATE (`callsOff`), INSUFFICIENT_TOKENS when a top-up's tokens are spent
 */
export const refundOrder = (executor: Executor, request: ReversalRequest): Promise<Reversed> => reverse(executor, 'refund', request);

/**
 * Books a chargeback of an order paid by card. A top-up is recovered from the wallet, then from unreleased earnings of later purchases, newest
 * first; the buyer owes the rest (docs/domains/money.md).
 * @throws CodedError NOT_FOUND, ORDER_STATE
 */
export const chargeOrderBack = (executor: Executor, request: ReversalRequest): Promise<Reversed> =>
  reverse(executor, 'charge_back', request);

/** What a buyer owes the site because a chargeback could not be covered, in hundredths of the currency. */
export const debtOf = async (executor: Executor, accountId: string): Promise<bigint> => {
  const { rows } = await sql<{ debt: bigint }>`select ledger.debt_of(${accountId}::uuid) as debt`.execute(executor);
  return rows[0]!.debt;
};
