import { moneyStep } from '@stagedoor/contract/currencies.values';
import type { CurrencyAmount } from '../ledger/index.ts';

// Companies write amounts as decimal text; the site counts in hundredths (decision 75). A text that has no exact value here is refused, never rounded.

const DECIMAL = /^(\d{1,13})(?:\.(\d{1,8}))?$/;

/** Returns an amount with two decimals; null if the currency can't pay it, such as half a yen. */
export const decimalOf = (amount: CurrencyAmount, currency: string): string | null => {
  if (amount <= 0n || amount % moneyStep(currency) !== 0n) return null;
  return `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
};

/** Reads a decimal text as hundredths; null if it is none, or has no exact value in the currency's smallest payable unit. */
export const amountOf = (text: string, currency: string): CurrencyAmount | null => {
  const match = DECIMAL.exec(text.trim());
  if (!match) return null;
  const [, whole = '0', fraction = ''] = match;
  // More decimals are exact as long as they are zeros: dinars are written with three.
  if (/[^0]/.test(fraction.slice(2))) return null;
  const amount = BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'));
  return amount % moneyStep(currency) === 0n ? amount : null;
};

/** Reads the amount of a return, which some versions of the documents write with a minus sign. */
export const returnedAmountOf = (text: string, currency: string): CurrencyAmount | null =>
  amountOf(text.trim().replace(/^-/, ''), currency);

/** Returns whether an amount lies within the owner's bounds, in hundredths as text; an empty one is no bound. */
export const isWithin = (amount: CurrencyAmount, { minimum, maximum }: Readonly<{ minimum: string; maximum: string }>): boolean =>
  (minimum === '' || amount >= BigInt(minimum)) && (maximum === '' || amount <= BigInt(maximum));
