import { RAISE_HOURS } from '@stagedoor/contract/spending-limits';

const HOUR_MS = 3_600_000;

/** A limit as it is stored. Amounts in hundredths of the currency; null: none. */
export interface StoredLimit {
  amount: bigint | null;
  /** What holds from `nextAt` on. */
  nextAmount: bigint | null;
  nextAt: Date | null;
}

/** The limit at an instant, with what is still to come. */
export const limitAt = ({ amount, nextAmount, nextAt }: StoredLimit, at: Date): StoredLimit =>
  nextAt && nextAt <= at ? { amount: nextAmount, nextAmount: null, nextAt: null } : { amount, nextAmount, nextAt };

/**
 * A limit set anew: a lower one, or a first one, holds at once; a raised or removed one after a day. The amount that holds withdraws what was
 * to come; what is to come already keeps its instant.
 */
export const changeLimit = (stored: StoredLimit, wanted: bigint | null, at: Date): StoredLimit => {
  const current = limitAt(stored, at);
  if (current.nextAt && wanted === current.nextAmount && wanted !== current.amount) return current;
  const isRaised = current.amount !== null && (wanted === null || wanted > current.amount);
  return isRaised
    ? { amount: current.amount, nextAmount: wanted, nextAt: new Date(at.getTime() + RAISE_HOURS * HOUR_MS) }
    : { amount: wanted, nextAmount: null, nextAt: null };
};
