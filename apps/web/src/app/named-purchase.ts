/** The parameter that names a purchase to resume (features/checkout/interrupted-purchase.ts). */
export const PURCHASE_PARAMETER = 'purchase';

/** Whether an address names a purchase to resume: asked on every page, so that what reads the rest is loaded only then. */
export const isPurchaseNamed = (search: string): boolean => new URLSearchParams(search).has(PURCHASE_PARAMETER);
