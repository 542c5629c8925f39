import type { ShowSeat } from '@stagedoor/contract/paid-shows';

/**
 * How many minutes are left, the running one included, once it is time to warn: 2 or 1. Null before that, and while no minute runs: nothing is
 * billed then.
 */
export const minutesToWarnOf = ({ minuteStartedAt, minutesLeft }: Pick<ShowSeat, 'minuteStartedAt' | 'minutesLeft'>): 1 | 2 | null => {
  if (minuteStartedAt === null) return null;
  return minutesLeft === 0 ? 1 : minutesLeft === 1 ? 2 : null;
};
