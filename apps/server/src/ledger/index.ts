export { type CurrencyAmount, type Rate, type TokenAmount, moneyOf, splitCommission } from './amounts.ts';
export { registerLedgerJobs, releaseDueEarnings, sealTransactions } from './ledger.jobs.ts';
export { type Line, cardSaleLines, topUpLines, walletSaleLines } from './lines.ts';
export { type Settled, type Settlement, findSettled, settle } from './settle.ts';
export { hasPostings, verifyLedger } from './verify.ts';
