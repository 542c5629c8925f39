import { sql } from 'kysely';
import type { PayoutMethod, PayoutState } from '@stagedoor/contract/payouts.values';
import { type Executor, translateDatabaseError } from '../platform/database/database.ts';
import type { CurrencyAmount } from './amounts.ts';
import { toJson } from './json.ts';

/** The destination of a payout: its shown ending, its encrypted details, and the time of their last change. */
export interface PayoutTarget {
  method: PayoutMethod;
  destination: string;
  sealed: Buffer;
  changedAt: Date;
}

/** The site's bounds and fee, as they are when the amount is given. */
export interface PayoutTerms {
  minimum: CurrencyAmount;
  fee: CurrencyAmount;
  /** Payouts are multiples of it: the currency's smallest unit that can be paid. */
  step: CurrencyAmount;
}

const run = async (executor: Executor, name: 'request_payout' | 'change_payout' | 'move_payout', request: object): Promise<void> => {
  const text = toJson(request);
  try {
    await sql`select ${sql.ref(`ledger.${name}`)}(${text}::jsonb)`.execute(executor);
  } catch (error) {
    throw translateDatabaseError(error);
  }
};

const targetOf = (target: PayoutTarget | null) =>
  target
    ? {
        method: target.method,
        destination: target.destination,
        sealed: target.sealed.toString('base64'),
        detailsChangedAt: target.changedAt,
      }
    : {};

/**
 * Moves an amount of a performer's available earnings into transit, and writes the payout. Payouts of one performer are made one after the
 * other.
 *
 * @param request `amount`: all that is available when it is null
 * @throws CodedError PAYOUT_PENDING, AMOUNT_OUT_OF_BOUNDS
 */
export const requestPayout = (
  executor: Executor,
  {
    target,
    terms,
    ...request
  }: {
    id: string;
    performerId: string;
    amount: CurrencyAmount | null;
    currency: string;
    note: string;
    at: Date;
    target: PayoutTarget;
    terms: PayoutTerms;
  },
): Promise<void> => run(executor, 'request_payout', { ...request, ...terms, ...targetOf(target) });

/**
 * Changes a payout that isn't approved yet: a difference in amount moves between available and transit. Null leaves a field as it is.
 * @throws CodedError NOT_FOUND, PAYOUT_STATE, AMOUNT_OUT_OF_BOUNDS
 */
export const changePayout = (
  executor: Executor,
  {
    target,
    terms,
    ...change
  }: {
    payoutId: string;
    performerId: string;
    amount: CurrencyAmount | null;
    note: string | null;
    at: Date;
    target: PayoutTarget | null;
    terms: PayoutTerms;
  },
): Promise<void> => run(executor, 'change_payout', { ...change, ...terms, ...targetOf(target) });

/**
 * Moves a payout to another state, and its amount with it: back to the performer, or out of the site with the fee to commission.
 *
 * @param move `performerId`: whose payout it must be; `version`: the revision it must have; `holdDays`: how long changed details hold it;
 *   `batchId`: the batch it is paid in; `byTwo`: the admin who approved it may not pay it
 * @throws CodedError NOT_FOUND, PAYOUT_STATE, PAYOUT_CHANGED, PAYOUT_HELD, OTHER_ADMIN_REQUIRED
 */
export const movePayout = (
  executor: Executor,
  move: {
    payoutId: string;
    to: Exclude<PayoutState, 'pending'>;
    actorId: string;
    at: Date;
    performerId?: string;
    version?: number;
    holdDays?: number;
    reason?: string;
    paymentReference?: string;
    batchId?: string;
    byTwo?: boolean;
  },
): Promise<void> => run(executor, 'move_payout', move);
