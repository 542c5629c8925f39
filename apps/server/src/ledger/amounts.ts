/** Hundredths of a token. */
export type TokenAmount = bigint & { readonly unit?: 'token' };
/** Hundredths of the site's currency. */
export type CurrencyAmount = bigint & { readonly unit?: 'currency' };
/** A percentage in hundredths of a per cent: 2000 is 20 %. */
export type Rate = number;

/** Divides and rounds half up, for amounts of zero or more: the only rounding in the ledger (docs/domains/money.md). */
export const divideHalfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);

/**
 * The worth of tokens in the currency.
 * @param tokenValue hundredths of the currency for a whole token
 */
export const moneyOf = (tokens: TokenAmount, tokenValue: bigint): CurrencyAmount => divideHalfUp(tokens * tokenValue, 100n);

/** Splits gross into commission and net, which always sum to it. */
export const splitCommission = (gross: CurrencyAmount, rate: Rate): { commission: CurrencyAmount; net: CurrencyAmount } => {
  const commission = divideHalfUp(gross * BigInt(rate), 10_000n);
  return { commission, net: gross - commission };
};

/**
 * Splits an amount by weights; the parts sum to the whole (largest remainder, ties to the first).
 * @throws RangeError when no weight is above zero
 */
export const splitByWeights = (amount: bigint, weights: readonly bigint[]): bigint[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total <= 0n || weights.some((weight) => weight < 0n)) throw new RangeError('weights must not be negative and sum above zero');
  const parts = weights.map((weight) => (amount * weight) / total);
  let rest = amount - parts.reduce((sum, part) => sum + part, 0n);
  const order = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  for (const { index } of order) {
    if (rest === 0n) break;
    parts[index]! += 1n;
    rest -= 1n;
  }
  return parts;
};
