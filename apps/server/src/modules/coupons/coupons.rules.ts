import type { CouponItemKind } from '@stagedoor/contract/coupons';
import { type TokenAmount, divideHalfUp, splitByWeights } from '../../ledger/index.ts';

/** What a coupon takes off, and of what. */
export interface CouponTerms {
  /** Hundredths of a per cent; null for an amount. */
  percent: number | null;
  /** Hundredths of a token; null for a percentage. */
  amount: TokenAmount | null;
  itemKinds: readonly CouponItemKind[];
}

/** Something has to be left to pay: the ledger knows no sale of nothing. */
const LEAST_LEFT = 1n;

/**
 * What a coupon takes off each line: the percentage rounded half up once a line, or the amount split by what the lines cost (answers.md,
 * "Money"). Lines of other kinds are left alone.
 * @returns hundredths of a token, a line each; all zero when it is for none of them
 */
export const discountsOf = (coupon: CouponTerms, lines: readonly { kind: string; tokens: TokenAmount }[]): TokenAmount[] => {
  const weights = lines.map(({ kind, tokens }) => ((coupon.itemKinds as readonly string[]).includes(kind) ? tokens : 0n));
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return lines.map(() => 0n);
  const wanted =
    coupon.percent === null
      ? splitByWeights(coupon.amount! < total ? coupon.amount! : total, weights)
      : weights.map((weight) => divideHalfUp(weight * BigInt(coupon.percent!), 10_000n));
  return wanted.map((discount, index) => {
    const most = weights[index]! - LEAST_LEFT;
    return weights[index] === 0n ? 0n : discount < most ? discount : most;
  });
};
