export { alertLevel, recordClockAlerts } from './clocks.ts';
export { complainUntilOf, storeComplaint } from './complain.ts';
export { ownerOf } from './decide-appeal.ts';
export { dueAtOf, leaveClaim, upholdClaim } from './decide-claim.ts';
export { CLAIMS, type Period, periodOfMonth, readOutcomes, within } from './figures.ts';
export { hideAtOnce } from './hide-at-once.ts';
export { listedReports } from './reports.queries.ts';
export { isLongDecided } from './sweep-records.ts';
export { complaintOf } from './sent-reports.queries.ts';
