import { type RawBuilder, sql } from 'kysely';
import { type Executor, type Idempotency, findStoredResult, translateDatabaseError } from '../platform/database/database.ts';
import { toJson } from './json.ts';
import type { Settlement } from './settlement.ts';

export interface Settled {
  transactionId: string;
  orderId: string;
  /** Hundredths of a token left in the buyer's wallet; null when the wallet was not touched. */
  balance: bigint | null;
  at: Date;
  /** The call was a retry; this is the result of the first one. */
  replayed: boolean;
}

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
 * The result of the first call with an idempotency key, or undefined when it hasn't settled anything.
 * @throws CodedError IDEMPOTENCY_KEY_REUSED when the first call had another input
 */
export const findSettled = async (executor: Executor, idempotency: Idempotency): Promise<Settled | undefined> => {
  const first = await findStoredResult<StoredAnswer | null>(executor, idempotency);
  return first?.answer ? settledOf({ ...first.answer, replayed: true }) : undefined;
};

/** Nothing was settled: the precondition of the settlement no longer holds. */
export class PreconditionFailed extends Error {}

/**
 * Settles a purchase, tip, subscription or top-up in one round trip.
 * @param precondition evaluated in the same statement; must hold
 * @throws CodedError INSUFFICIENT_TOKENS, SPENDING_LIMIT, COOL_OFF, PRICE_CHANGED, NOT_FOR_SALE, ALREADY_PURCHASED, ALREADY_SUBSCRIBED, COUPON_INVALID, OUT_OF_STOCK,
 *   ORDER_STATE, IDEMPOTENCY_KEY_REUSED
 * @throws PreconditionFailed
 */
export const settle = async (executor: Executor, settlement: Settlement, precondition?: RawBuilder<boolean>): Promise<Settled> => {
  const settleCall = sql<StoredAnswer>`ledger.settle(${toJson(settlement)}::jsonb)`;
  try {
    const { rows } = await sql<{
      answer: StoredAnswer | null;
    }>`select ${precondition ? sql`case when ${precondition} then ${settleCall} end` : settleCall} as answer`.execute(executor);
    if (!rows[0]!.answer) throw new PreconditionFailed();
    return settledOf(rows[0]!.answer);
  } catch (error) {
    throw translateDatabaseError(error);
  }
};

/** Keeps the earnings of a sale from becoming available; no effect when they already are. */
export const stopRelease = async (executor: Executor, transactionId: string): Promise<void> => {
  await sql`select ledger.set_release(${transactionId}::uuid, 'infinity')`.execute(executor);
};

/** Sets when the earnings of a sale become available for payout; no effect when they already are. */
export const setRelease = async (executor: Executor, transactionId: string, dueAt: Date): Promise<void> => {
  await sql`select ledger.set_release(${transactionId}::uuid, ${dueAt})`.execute(executor);
};
