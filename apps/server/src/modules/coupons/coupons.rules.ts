import { isOneOf } from '@stagedoor/contract/keys.values';
import type { CouponItemKind } from '@stagedoor/contract/coupons';
import { type TokenAmount, divideHalfUp, splitByWeights } from '../../ledger/index.ts';

/** A coupon's discount, and the kinds of items it applies to. */
export interface CouponTerms {
  /** Hundredths of a per cent; null for an amount. */
  percent: number | null;
  /** Hundredths of a token; null for a percentage. */
  amount: TokenAmount | null;
  itemKinds: readonly CouponItemKind[];
}

/**
 * A coupon's discount per line: the percentage, rounded half up per line, or the amount split in proportion to the lines' prices
 * (docs/domains/money.md). Lines of other kinds get none.
 * @param step of amounts that can be paid, in hundredths of a token
 * @returns hundredths of a token per line; all zero when it applies to none of them
 */
export const discountsOf = (coupon: CouponTerms, lines: readonly { kind: string; tokens: TokenAmount }[], step = 1n): TokenAmount[] => {
  const weights = lines.map(({ kind, tokens }) => (isOneOf(coupon.itemKinds, kind) ? tokens : 0n));
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return lines.map(() => 0n);
  const wanted =
    coupon.percent === null
      ? splitByWeights((coupon.amount! < total ? coupon.amount! : total) / step, weights).map((steps) => steps * step)
      : weights.map((weight) => divideHalfUp(weight * BigInt(coupon.percent!), 10_000n * step) * step);
  return wanted;
};
