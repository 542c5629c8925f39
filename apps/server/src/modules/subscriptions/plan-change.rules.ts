import type { TokenAmount } from '../../ledger/index.ts';

const DAY_MS = 86_400_000;

export interface PaidPeriod {
  /** Paid for it, in hundredths of a token. */
  paid: TokenAmount;
  start: Date;
  end: Date;
}

export interface ChangeCost {
  /** Days of the period, and those of them that have not begun or begin today; whole days since its start. */
  periodDays: number;
  unusedDays: number;
  /** Hundredths of a token, rounded down; never more than leaves the minimum to be paid. */
  credit: TokenAmount;
  /** What is paid now: the price less the credit. */
  due: TokenAmount;
}

/**
 * What changing to a plan costs at once, in the middle of a paid period. Days count as used once they are over, so that on the first day
 * everything is credited, and a quote holds until the day is over.
 * @param price of the plan that begins now, in hundredths of a token; above zero
 * @param step of amounts that can be paid, in hundredths of a token; the least that is due
 */
export const costOfChange = ({ paid, start, end }: PaidPeriod, price: TokenAmount, now: Date, step = 1n): ChangeCost => {
  const periodDays = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
  const usedDays = Math.max(0, Math.floor((now.getTime() - start.getTime()) / DAY_MS));
  const unusedDays = now >= end ? 0 : Math.max(0, periodDays - usedDays);
  const unused = ((paid * BigInt(unusedDays)) / BigInt(periodDays) / step) * step;
  const most = price - step;
  const credit = unused < most ? unused : most;
  return { periodDays, unusedDays, credit, due: price - credit };
};
