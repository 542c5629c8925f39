import type { WalletPackage } from '@stagedoor/contract/wallet';
import { tokensToMoney } from '../../ui/tokens-to-money.ts';

/** Tokens missing in a wallet for a price, in whole hundredths; 0 if it has enough. */
export const missingFor = (price: number, balance: number): number => Math.max(0, Math.round((price - balance) * 100) / 100);

export interface Fitting {
  packageId: string | null;
  /** As it is typed; empty for a package. */
  custom: string;
}

/**
 * What the top-up form begins with: for a purchase that waits the smallest package that is enough, otherwise exactly what is missing, within
 * the limits. Without one the second package, the first with a discount.
 */
export const fittingTopUp = (
  packages: readonly Pick<WalletPackage, '_id' | 'tokens'>[],
  missing: number,
  { minimum, maximum }: { minimum: number; maximum: number },
): Fitting => {
  if (missing <= 0) return { packageId: (packages[1] ?? packages[0])?._id ?? null, custom: '' };
  const [smallest] = packages.filter(({ tokens }) => tokens >= missing).toSorted((one, other) => one.tokens - other.tokens);
  if (smallest) return { packageId: smallest._id, custom: '' };
  return { packageId: null, custom: String(Math.min(maximum, Math.max(minimum, missing))) };
};

export interface TopUp {
  tokens: number;
  /** Its price. */
  money: number;
}

/** The top-up that the form begins with for missing tokens, with its price. */
export const topUpFor = (
  packages: readonly Pick<WalletPackage, '_id' | 'tokens' | 'price'>[],
  missing: number,
  { tokenValue, ...bounds }: { minimum: number; maximum: number; tokenValue: number },
): TopUp => {
  const { packageId, custom } = fittingTopUp(packages, missing, bounds);
  const chosen = packages.find(({ _id }) => _id === packageId);
  const tokens = Number(custom);
  return chosen ? { tokens: chosen.tokens, money: chosen.price } : { tokens, money: tokensToMoney(tokens, tokenValue) };
};
