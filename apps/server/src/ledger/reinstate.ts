import { sql } from 'kysely';
import { type Executor, translateDatabaseError } from '../platform/database/database.ts';
import { toJson } from './json.ts';

/** An order whose chargeback a bank gave back, since the site won the dispute. */
export interface ReinstateRequest {
  orderId: string;
  at: Date;
  /** Shown with the transaction. */
  note: string;
  /** The admin who entered it; null for a notice of the gateway. */
  actorId: string | null;
}

/** One transaction that undoes a chargeback. Amounts in hundredths. */
export interface Reinstatement {
  transactionId: string;
  /** The transaction that the chargeback had reversed. */
  reversesId: string;
  orderLineId: string | null;
  /** Null for a top-up or a payment of a debt. */
  sellerId: string | null;
  /** Tokens that came back to the buyer's wallet; null for a sale. */
  tokens: bigint | null;
  gross: bigint;
  net: bigint | null;
  /** Earnings that wait for a delivery. */
  isPending: boolean;
  /** How many items the buyer may see again. */
  granted: number;
  /** Tokens in the buyer's wallet afterwards; null when it was not touched. */
  balance: bigint | null;
  /** Hundredths of the currency that no longer are the buyer's debt. */
  paidOff: bigint;
}

export interface Reinstated {
  orderId: string;
  buyerId: string;
  parts: Reinstatement[];
  /** Hundredths of the currency that the buyer owes the site still. With nothing owed, an account that was frozen for it may be opened. */
  debt: bigint;
}

type StoredReinstated = Omit<Reinstated, 'parts' | 'debt'> & {
  debt: string;
  parts: (Omit<Reinstatement, 'orderLineId' | 'tokens' | 'gross' | 'net' | 'balance' | 'paidOff'> & {
    detailId: string | null;
    tokens: string | null;
    gross: string;
    net: string | null;
    balance: string | null;
    paidOff: string;
  })[];
};

const bigintOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/**
 * Undoes the chargeback of an order in one round trip: the money is the gateway's again, earnings, commission and the item as they were; of a
 * top-up, the debt and the wallet (docs/domains/payments.md). The order is paid, and can be charged back again.
 * @throws CodedError NOT_FOUND, ORDER_STATE when it is not charged back, also when that was undone before
 */
export const reinstateOrder = async (executor: Executor, request: ReinstateRequest): Promise<Reinstated> => {
  try {
    const { rows } = await sql<{ answer: StoredReinstated }>`select ledger.reinstate(${toJson(request)}::jsonb) as answer`.execute(
      executor,
    );
    const { orderId, buyerId, debt, parts } = rows[0]!.answer;
    return {
      orderId,
      buyerId,
      debt: BigInt(debt),
      parts: parts.map(({ transactionId, reversesId, detailId, sellerId, isPending, granted, ...amounts }) => ({
        transactionId,
        reversesId,
        orderLineId: detailId,
        sellerId,
        tokens: bigintOf(amounts.tokens),
        gross: BigInt(amounts.gross),
        net: bigintOf(amounts.net),
        isPending,
        granted,
        balance: bigintOf(amounts.balance),
        paidOff: BigInt(amounts.paidOff),
      })),
    };
  } catch (error) {
    throw translateDatabaseError(error);
  }
};
