/** Currencies without a smaller unit (ISO 4217). */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));

/**
 * Returns the step of amounts that can be paid in a currency, in hundredths. Currencies with thousandths are paid in ten of them: amounts have
 * at most two decimals everywhere.
 */
export const moneyStep = (currency: string): bigint => (WHOLE.has(currency) ? 100n : 1n);

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b));

/**
 * Returns the step of amounts of tokens that can be paid in the currency, in hundredths. In a currency with hundredths any amount can: its
 * worth is rounded.
 * @param tokenValue hundredths of the currency for a whole token, a multiple of the step of money
 */
export const tokenStep = (tokenValue: bigint, step: bigint): bigint =>
  step === 1n ? 1n : (100n * step) / greatestDivisor(tokenValue, 100n * step);

/** Returns the multiple of a step that is nearest to an amount, the higher one of two; at least one step for an amount above zero. */
export const nearestStep = (amount: bigint, step: bigint): bigint => {
  const nearest = ((2n * amount + step) / (2n * step)) * step;
  return amount > 0n && nearest === 0n ? step : nearest;
};
