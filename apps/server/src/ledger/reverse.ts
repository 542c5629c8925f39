import { sql } from 'kysely';
import { type Executor, translateDatabaseError } from '../platform/database/database.ts';

/** Which paid order goes back, and why. */
export interface ReversalRequest {
  orderId: string;
  /** One detail of an order of products; the whole order without it. */
  detailId?: string;
  at: Date;
  /** Shown with the transaction. */
  note: string;
  /** The admin who decided it; null for the gateway, a job. */
  actorId: string | null;
  /** The money is back with the buyer already: what the wallet lacks of a top-up is taken as by a chargeback. */
  claim?: boolean;
  /** Nothing happens when its seller accepted it meanwhile. */
  unlessAccepted?: boolean;
}

/** One transaction that undoes another. Amounts in hundredths. */
export interface Reversal {
  transactionId: string;
  reversesId: string;
  orderId: string;
  detailId: string | null;
  sellerId: string | null;
  /** Tokens that came back to the buyer's wallet; of a top-up, that left it. Null for a sale by card. */
  tokens: bigint | null;
  gross: bigint;
  net: bigint | null;
  /** From earnings not yet released; else from available ones, which may be below zero now. */
  wasPending: boolean;
  /** How many items the buyer may no longer see. */
  revoked: number;
  subscription: { id: string; fanId: string; performerId: string; gateway: string | null; gatewaySubscriptionId: string | null } | null;
  balance: bigint | null;
}

/** What a refund or a chargeback did, its order as it is since. */
export interface Reversed {
  orderId: string;
  buyerId: string;
  state: 'paid' | 'refunded' | 'chargedBack';
  method: 'wallet' | 'card';
  gateway: string | null;
  gatewayPaymentId: string | null;
  currency: string;
  /** The order's own first; then sales that a top-up's chargeback took with it. */
  reversals: Reversal[];
  /** Hundredths of the currency that the buyer owes the site for it. */
  receivable: bigint;
}

type Stored = Omit<Reversed, 'receivable' | 'reversals'> & {
  receivable: string;
  reversals: (Omit<Reversal, 'tokens' | 'gross' | 'net' | 'balance'> & {
    tokens: string | null;
    gross: string;
    net: string | null;
    balance: string | null;
  })[];
};

const bigintOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

const reversedOf = (stored: Stored): Reversed => ({
  ...stored,
  receivable: BigInt(stored.receivable),
  reversals: stored.reversals.map((row) => ({
    ...row,
    tokens: bigintOf(row.tokens),
    gross: BigInt(row.gross),
    net: bigintOf(row.net),
    balance: bigintOf(row.balance),
  })),
});

const reverse = async (executor: Executor, what: 'refund' | 'charge_back', request: ReversalRequest): Promise<Reversed> => {
  try {
    const { rows } = await sql<{
      answer: Stored;
    }>`select ${sql.ref(`ledger.${what}`)}(${JSON.stringify(request)}::jsonb) as answer`.execute(executor);
    return reversedOf(rows[0]!.answer);
  } catch (error) {
    throw translateDatabaseError(error);
  }
};

/**
 * Gives a paid order back in one round trip: tokens to the wallet, earnings and commission taken back, what it gave revoked.
 * Money that a gateway took is given back by the caller (`gateway_refunds`).
 * @throws CodedError NOT_FOUND, ORDER_STATE when it is not paid, INSUFFICIENT_TOKENS when a top-up's tokens are spent
 */
export const refundOrder = (executor: Executor, request: ReversalRequest): Promise<Reversed> => reverse(executor, 'refund', request);

/**
 * The buyer's bank took the money of an order by card back. Of a top-up: what is left in the wallet, then unreleased earnings of
 * what was bought since, newest first; the rest is owed by the buyer (answers.md, "Money").
 * @throws CodedError NOT_FOUND, ORDER_STATE
 */
export const chargeOrderBack = (executor: Executor, request: ReversalRequest): Promise<Reversed> =>
  reverse(executor, 'charge_back', request);
