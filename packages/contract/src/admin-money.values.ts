// Constants of the administration's money pages without Zod, so that the web shares them.

/** How far an operator can move the site's clock at once, in seconds. */
export const CLOCK_STEPS = { hour: 3600, day: 86_400, week: 604_800, month: 2_592_000 } as const;
export type ClockStep = keyof typeof CLOCK_STEPS;

/** Kinds of ledger accounts, in the order in which the administration offers them. */
export const LEDGER_ACCOUNT_KINDS = [
  'wallet',
  'earningsPending',
  'earningsAvailable',
  'commission',
  'clearing',
  'gatewayFees',
  'promotion',
  'receivable',
  'exchangeTokens',
  'exchangeCurrency',
  'hold',
  'payoutTransit',
  'adjustmentTokens',
  'adjustmentCurrency',
] as const;
export type LedgerAccountKind = (typeof LEDGER_ACCOUNT_KINDS)[number];
