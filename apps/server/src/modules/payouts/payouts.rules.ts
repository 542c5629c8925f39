import { OPEN_PAYOUT_STATES, type PayoutObstacle, type PayoutState } from '@stagedoor/contract/payouts.values';
import { moneyStep } from '@stagedoor/contract/currencies.values';
import { numberToHundredths } from '@stagedoor/contract/shapes';
import type { CurrencyAmount, PayoutTerms } from '../../ledger/index.ts';

/** The settings as hundredths of the currency. */
export const termsOf = (settings: { payoutMinimum: number; payoutFee: number; currency: string }): PayoutTerms => ({
  minimum: numberToHundredths(settings.payoutMinimum),
  fee: numberToHundredths(settings.payoutFee),
  step: moneyStep(settings.currency),
});

/** The least amount that can be requested: the setting, and in any case something must arrive. */
export const leastOf = ({ minimum, fee, step }: PayoutTerms): CurrencyAmount => (minimum > fee ? minimum : fee + step);

export interface Quote {
  amount: CurrencyAmount;
  fee: CurrencyAmount;
  net: CurrencyAmount;
  obstacle: PayoutObstacle | null;
}

const firstObstacle = (state: {
  isFrozen: boolean;
  isPending: boolean;
  hasDetails: boolean;
  isOutOfBounds: boolean;
}): Quote['obstacle'] => {
  if (state.isFrozen) return 'PAYOUT_FROZEN';
  if (state.isPending) return 'PAYOUT_PENDING';
  if (!state.hasDetails) return 'PAYOUT_DETAILS_MISSING';
  return state.isOutOfBounds ? 'AMOUNT_OUT_OF_BOUNDS' : null;
};

/**
 * Calculates the payment, and why it can't be requested. Without an amount, all that is available and can be paid; of nothing, nothing arrives.
 * @param state what else decides: whether payouts are frozen, whether one is on its way, and whether there are payout details
 */
export const quoteOf = (
  available: CurrencyAmount,
  given: CurrencyAmount | undefined,
  terms: PayoutTerms,
  { isFrozen = false, isPending, hasDetails }: { isFrozen?: boolean; isPending: boolean; hasDetails: boolean },
): Quote => {
  const amount = given ?? (available > 0n ? available - (available % terms.step) : 0n);
  const isOutOfBounds = amount < leastOf(terms) || amount > available;
  return {
    amount,
    fee: amount > 0n ? terms.fee : 0n,
    net: amount > terms.fee ? amount - terms.fee : 0n,
    obstacle: firstObstacle({ isFrozen, isPending, hasDetails, isOutOfBounds }),
  };
};

const DAY_MS = 86_400_000;

/**
 * Returns when an open payout may be approved and paid: `holdDays` after the details in its copy were changed (decision 72). Null when it may
 * be now. `ledger.payout_held_until` refuses by the same rule.
 */
export const heldUntil = (state: PayoutState, detailsChangedAt: Date, holdDays: number, now: Date): Date | null => {
  const until = new Date(detailsChangedAt.getTime() + holdDays * DAY_MS);
  const isOpen = (OPEN_PAYOUT_STATES as readonly PayoutState[]).includes(state);
  return isOpen && holdDays > 0 && until > now ? until : null;
};

/** The reference for people of a payout's number. */
export const referenceOf = (number: bigint): string => `PO-${number}`;

/** The reference of a batch. */
export const batchReferenceOf = (number: bigint): string => `PB-${number}`;
