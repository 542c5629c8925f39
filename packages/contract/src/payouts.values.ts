// Constants of payouts without Zod, so that the web shares them.

export const PAYOUT_METHODS = ['banking', 'paypal'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

/** pending → approved → paid; or cancelled by the performer, rejected by an admin, and after it was paid returned by the bank or PayPal. */
export const PAYOUT_STATES = ['pending', 'approved', 'paid', 'rejected', 'cancelled', 'returned'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** States in which the amount is on its way: until then nothing else can be requested. */
export const OPEN_PAYOUT_STATES = ['pending', 'approved'] as const satisfies readonly PayoutState[];

/** Why nothing can be requested. */
export const PAYOUT_OBSTACLES = ['PAYOUT_FROZEN', 'PAYOUT_PENDING', 'PAYOUT_DETAILS_MISSING', 'AMOUNT_OUT_OF_BOUNDS'] as const;
export type PayoutObstacle = (typeof PAYOUT_OBSTACLES)[number];

export const PAYOUT_BATCH_STATES = ['open', 'paid', 'cancelled'] as const;
export type PayoutBatchState = (typeof PAYOUT_BATCH_STATES)[number];

/** Payouts that one batch holds at most. */
export const MAX_BATCH = 500;
