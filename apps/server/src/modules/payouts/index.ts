export { getAdminPayout, listedPayouts } from './admin-payouts.queries.ts';
export { payoutRequestContext } from './payout-target.ts';
export { decidePayout } from './decide-payout.ts';
export { calculatePayout, findOpenPayout } from './payouts.queries.ts';
export { createPayout } from './request-payout.ts';

export { referenceOf } from './payouts.rules.ts';
