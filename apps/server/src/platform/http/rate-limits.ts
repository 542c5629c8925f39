import type { RateLimit } from '@stagedoor/contract/endpoint';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Viewer } from '../auth/viewer.ts';
import { CodedError } from '../errors.ts';
import { networkOf } from '../network.ts';

/** Calls allowed in a window, per account or, for visitors, per network: an IPv4 address, an IPv6 /64. */
export const RATE_LIMITS: Record<RateLimit, { max: number; windowSeconds: number }> = {
  read: { max: 1200, windowSeconds: 60 },
  write: { max: 240, windowSeconds: 60 },
  login: { max: 20, windowSeconds: 60 },
  register: { max: 20, windowSeconds: 600 },
  /** Asking whether a username is free. */
  lookup: { max: 60, windowSeconds: 600 },
  /** Mails with a link. */
  mail: { max: 20, windowSeconds: 600 },
  contact: { max: 10, windowSeconds: 600 },
  upload: { max: 200, windowSeconds: 600 },
  money: { max: 120, windowSeconds: 60 },
  /** Network checks before a show, megabytes each. */
  measure: { max: 12, windowSeconds: 600 },
  chat: { max: 20, windowSeconds: 20 },
};

/** A call counts this much; one whose input was refused counts one: who corrects a form isn't flooding anything. */
const WEIGHT = 4;

const keyOf = (viewer: Viewer, ip: string): string => (viewer.kind === 'account' ? viewer.accountId : networkOf(ip));

/**
 * Counts calls in windows, in memory. The counts are per node: the limits protect a node from overload, and correctness
 * does not depend on them.
 *
 * @param factor multiplies every limit; load tests raise it.
 */
export const createRateLimiter = (factor = 1) => {
  const limiters = new Map<RateLimit, RateLimiterMemory>();
  for (const [name, { max, windowSeconds }] of Object.entries(RATE_LIMITS)) {
    limiters.set(name as RateLimit, new RateLimiterMemory({ points: max * factor * WEIGHT, duration: windowSeconds }));
  }
  return {
    /**
     * Counts one call.
     * @throws CodedError RATE_LIMITED with `retryAfterSeconds`.
     */
    async count(limit: RateLimit, viewer: Viewer, ip: string): Promise<void> {
      try {
        await limiters.get(limit)!.consume(keyOf(viewer, ip), WEIGHT);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new CodedError('RATE_LIMITED', { retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000) });
      }
    },
    /** Lowers the weight of a counted call whose input was refused. */
    async lighten(limit: RateLimit, viewer: Viewer, ip: string): Promise<void> {
      await limiters.get(limit)!.reward(keyOf(viewer, ip), WEIGHT - 1);
    },
  };
};

export type RateLimiter = ReturnType<typeof createRateLimiter>;
