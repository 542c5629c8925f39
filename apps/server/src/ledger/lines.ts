import type { CurrencyAmount, TokenAmount } from './amounts.ts';

export type AccountKind =
  | 'wallet'
  | 'hold'
  | 'earningsPending'
  | 'earningsAvailable'
  | 'exchangeTokens'
  | 'exchangeCurrency'
  | 'commission'
  | 'promotion'
  | 'clearing'
  | 'gatewayFees'
  | 'payoutTransit'
  | 'receivable';

/**
 * One line of a transaction. Clearing without an owner is that of the order’s card company, which the database fills in. A positive amount is owed to the owner;
 * the lines of each unit sum to zero.
 */
export interface Line {
  account: AccountKind;
  owner?: string;
  amount: bigint;
}

interface Split {
  gross: CurrencyAmount;
  commission: CurrencyAmount;
  net: CurrencyAmount;
}

/** Tokens from the buyer's wallet, at the frozen rate to the performer's earnings and the site's commission. */
export const walletSaleLines = (buyerId: string, sellerId: string, tokens: TokenAmount, { gross, commission, net }: Split): Line[] => [
  { account: 'wallet', owner: buyerId, amount: -tokens },
  { account: 'exchangeTokens', amount: tokens },
  { account: 'exchangeCurrency', amount: -gross },
  { account: 'earningsPending', owner: sellerId, amount: net },
  { account: 'commission', amount: commission },
];

/** Money from a gateway directly to earnings and commission. */
export const cardSaleLines = (sellerId: string, { gross, commission, net }: Split): Line[] => [
  { account: 'clearing', amount: -gross },
  { account: 'earningsPending', owner: sellerId, amount: net },
  { account: 'commission', amount: commission },
];

/** Money from a gateway for what a buyer owes after a chargeback. */
export const debtLines = (buyerId: string, paid: CurrencyAmount): Line[] => [
  { account: 'clearing', amount: -paid },
  { account: 'receivable', owner: buyerId, amount: paid },
];

/**
 * Money from a gateway for tokens. The site's promotion account covers the difference between the tokens' worth and the amount paid, so
 * that performers get full value (docs/domains/money.md).
 */
export const topUpLines = (buyerId: string, tokens: TokenAmount, paid: CurrencyAmount, worth: CurrencyAmount): Line[] => [
  { account: 'clearing', amount: -paid },
  { account: 'promotion', amount: paid - worth },
  { account: 'exchangeCurrency', amount: worth },
  { account: 'exchangeTokens', amount: -tokens },
  { account: 'wallet', owner: buyerId, amount: tokens },
];
