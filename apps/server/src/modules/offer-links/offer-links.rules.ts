import type { OfferLinkState } from '@stagedoor/contract/offer-links.values';
import { type TokenAmount, divideHalfUp } from '../../ledger/index.ts';

/**
 * The price of the first period: the discount is rounded half up, as a coupon's.
 * @param price of the plan, in hundredths of a token; above zero
 * @param percent 1 to 99
 * @param step of amounts that can be paid, in hundredths of a token; the least that is paid, because the ledger has no such sales of zero
 */
export const discountedPrice = (price: TokenAmount, percent: number, step = 1n): TokenAmount => {
  const left = price - divideHalfUp(price * BigInt(percent), 100n * step) * step;
  return left < step ? step : left;
};

interface Limits {
  uses_maximum: number | null;
  use_count: number;
  reserved_count: number;
  ends_at: Date | null;
  paused_at: Date | null;
  closed_at: Date | null;
}

/** How many uses are left besides those reserved; null without a limit. */
export const usesLeftOf = ({ uses_maximum, use_count, reserved_count }: Limits): number | null =>
  uses_maximum === null ? null : uses_maximum - use_count - reserved_count;

/** A link's state for its performer: of several reasons why it can't be used, the one that lasts longest. */
export const stateOf = (link: Limits, now: Date): OfferLinkState => {
  if (link.closed_at) return 'closed';
  if (link.ends_at && link.ends_at <= now) return 'ended';
  if (usesLeftOf(link) === 0) return 'usedUp';
  return link.paused_at ? 'paused' : 'open';
};
