/** Codes of refusals of a decision that was made on an outdated view. */
export const STALE: readonly string[] = ['PAYOUT_CHANGED', 'PAYOUT_STATE', 'PAYOUT_HELD', 'PAYOUT_FROZEN', 'NOT_FOUND'];
