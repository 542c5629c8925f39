import type { ShowSeat } from '@stagedoor/contract/paid-shows';

/**
 * How many minutes are left, the running one included, once it is time to warn: 2 or 1. Null before that, and while no minute runs: nothing is
 * billed then.
 */
export const minutesToWarnOf = ({ minuteStartedAt, minutesLeft }: Pick<ShowSeat, 'minuteStartedAt' | 'minutesLeft'>): 1 | 2 | null => {
  if (minuteStartedAt === null) return null;
  return minutesLeft === 0 ? 1 : minutesLeft === 1 ? 2 : null;
};

/**
 * Whole minutes that a wallet and what is held pay, as far as the buyer's own limits go: as the server counts them for a seat.
 * @param left what the limits leave besides the hold, in the site's currency; null without a limit
 */
export const minutesAffordable = ({
  balance,
  held,
  price,
  left,
  tokenValue,
}: {
  balance: number;
  held: number;
  price: number;
  left: number | null;
  tokenValue: number;
}): number => {
  const hundredths = (amount: number): number => Math.round(amount * 100);
  const allowed = left === null ? Infinity : Math.floor((hundredths(Math.max(0, left)) * 100) / hundredths(tokenValue));
  return Math.floor((hundredths(held) + Math.min(hundredths(balance), allowed)) / hundredths(price));
};
