import type { LedgerAccountKind, LedgerTransaction } from '@stagedoor/contract/admin-money';
import { saleTransactions } from '@stagedoor/contract/items.values';

export type { LedgerAccountKind } from '@stagedoor/contract/admin-money';

/** Ledger account kinds, as filter options. */
export const LEDGER_ACCOUNTS = [
  'wallet',
  'earningsPending',
  'earningsAvailable',
  'commission',
  'clearing',
  'promotion',
  'receivable',
  'exchangeTokens',
  'exchangeCurrency',
  'hold',
  'payoutTransit',
  'adjustmentTokens',
  'adjustmentCurrency',
] as const satisfies readonly LedgerAccountKind[];

/** Transaction kinds, as filter options. */
export const LEDGER_KINDS = [
  'topUpPackage',
  'topUpCustom',
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
  'adjustment',
] as const satisfies readonly LedgerTransaction['kind'][];
