import type { LedgerTransaction } from '@stagedoor/contract/admin-money';
import { saleTransactions } from '@stagedoor/contract/items.values';

/** Transaction kinds, as filter options. */
export const LEDGER_KINDS = [
  'topUpPackage',
  'topUpCustom',
  'debtPayment',
  'subscriptionStart',
  'subscriptionRenewal',
  ...saleTransactions(),
  'tip',
  'gift',
  'emoji',
  'privateMinute',
  'groupMinute',
  'earningsRelease',
  'refund',
  'chargeback',
  'chargebackReversal',
  'gatewayFee',
  'adjustment',
] as const satisfies readonly LedgerTransaction['kind'][];
