import { sql } from 'kysely';
import { type Executor, translateDatabaseError } from '../platform/database/database.ts';
import { balanceOf } from './balances.queries.ts';
import { toJson } from './json.ts';

/** An amount that a card company keeps for a payment or a chargeback. */
export interface GatewayFee {
  gateway: string;
  /** Names the fee at its company, whatever says it: a payment, a notice, a line of a report. Of two with one key, the second is not booked. */
  key: string;
  /** The order it was kept for; null for a fee of none, such as one of a month. */
  orderId: string | null;
  /** Hundredths of the currency; below zero for a fee that was given back. */
  amount: bigint;
  at: Date;
}

/** Books a fee, once. @returns whether it was new @throws CodedError NOT_FOUND for an order of another company */
export const postGatewayFee = async (executor: Executor, fee: GatewayFee): Promise<boolean> => {
  try {
    const { rows } = await sql<{ posted: boolean }>`select ledger.post_gateway_fee(${toJson(fee)}::jsonb) as posted`.execute(executor);
    return rows[0]!.posted;
  } catch (error) {
    throw translateDatabaseError(error);
  }
};

/**
 * Returns a performer's debt to the site in hundredths of the currency: the amount by which pending and available earnings together are below zero. The commission
 * of sales that a company paid to the performer's own account makes it so, and any other earnings pay it off; what is pending counts, since it
 * becomes available, and a payout never takes more than is available.
 */
export const owedCommissionOf = async (executor: Executor, performerId: string): Promise<bigint> => {
  const { rows } = await sql<{ owed: bigint }>`
    select greatest(0, -coalesce(sum(${balanceOf('a')}), 0))::bigint as owed from ledger.accounts a
    where a.owner_id = ${performerId}::uuid and a.kind in ('earningsPending', 'earningsAvailable')`.execute(executor);
  return rows[0]!.owed;
};
