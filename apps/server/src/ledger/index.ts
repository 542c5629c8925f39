export { type CurrencyAmount, type Rate, type TokenAmount, divideHalfUp, moneyOf, splitByWeights, splitCommission } from './amounts.ts';
export { type GatewayFee, owedCommissionOf, postGatewayFee } from './card-companies.ts';
export { chargeMinute } from './charge-minute.ts';
export { balanceOf, entryCountOf, hasSpent, spentOf } from './balances.queries.ts';
export { closeDays, registerLedgerJobs, releaseDueEarnings, sealTransactions } from './ledger.jobs.ts';
export { closeShows, holdTokens, openShow, refundMinute, releaseHold } from './holds.ts';
export {
  type LedgerCheckResult,
  type StoredLedgerCheck,
  findChainHead,
  findLastLedgerCheck,
  findSeal,
  readLastLedgerCheck,
  runLedgerCheck,
} from './ledger-checks.ts';
export { describeChecks } from './describe-checks.ts';
export { shownChecks } from './shown-checks.ts';
export { type Line, cardSaleLines, debtLines, topUpLines, walletSaleLines } from './lines.ts';
export { type PayoutTarget, type PayoutTerms, changePayout, movePayout, requestPayout } from './payouts.ts';
export { type Reinstated, reinstateOrder } from './reinstate.ts';
export { type Reversal, type ReversalRequest, type Reversed, chargeOrderBack, debtOf, refundOrder } from './reverse.ts';
export { PreconditionFailed, type Settled, findSettled, setRelease, settle, stopRelease } from './settle.ts';
export type { Sale, Settlement } from './settlement.ts';
export { type Check, hasPostings, verifyLedger } from './verify.ts';
