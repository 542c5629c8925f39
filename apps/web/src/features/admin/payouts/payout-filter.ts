import { PAYOUT_METHODS, PAYOUT_STATES } from '@stagedoor/contract/payouts.values';
import { type FilterOf, MADE_IN, oneOf, onlyTrue, words } from '../../lists/tools/filters.ts';

export const PAYOUT_FILTER = { q: words, state: oneOf(PAYOUT_STATES), method: oneOf(PAYOUT_METHODS), isReady: onlyTrue, ...MADE_IN };
export type PayoutFilter = FilterOf<typeof PAYOUT_FILTER>;
