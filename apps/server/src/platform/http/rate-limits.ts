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

/**
 * Calls of known browsers that a network may make beyond its limit, for each that the limit allows: many people behind one address share it, and a
 * stranger among them must not lock them out. Each browser has the limit for itself.
 */
const KNOWN_BROWSERS = 10;

const keyOf = (viewer: Viewer, ip: string): string => (viewer.kind === 'account' ? viewer.accountId : networkOf(ip));

/**
 * Counts calls in windows, in memory. The counts are per node: the limits protect a node from overload, and correctness
 * does not depend on them.
 *
 * @param factor multiplies every limit; load tests raise it.
 */
export const createRateLimiter = (factor = 1) => {
  const limiters = new Map<RateLimit, RateLimiterMemory>();
  const wider = new Map<RateLimit, RateLimiterMemory>();
  for (const [name, { max, windowSeconds: duration }] of Object.entries(RATE_LIMITS) as [RateLimit, (typeof RATE_LIMITS)[RateLimit]][]) {
    limiters.set(name, new RateLimiterMemory({ points: max * factor * WEIGHT, duration }));
    wider.set(name, new RateLimiterMemory({ points: max * factor * KNOWN_BROWSERS, duration }));
  }
  const refusalOf = (error: unknown): CodedError => {
    if (!(error instanceof RateLimiterRes)) throw error;
    return new CodedError('RATE_LIMITED', { retryAfterSeconds: Math.ceil(error.msBeforeNext / 1000) });
  };
  return {
    /**
     * Counts one call.
     * @param knownBrowser identifies the browser of a visitor that an account knows; it is asked for only where the network's limit is reached
     * @returns a function that lowers the call's weight, because its input was refused
     * @throws CodedError RATE_LIMITED with `retryAfterSeconds`.
     */
    async count(
      limit: RateLimit,
      viewer: Viewer,
      ip: string,
      knownBrowser?: () => Promise<string | undefined>,
    ): Promise<() => Promise<void>> {
      const limiter = limiters.get(limit)!;
      const network = networkOf(ip);
      const consume = async (key: string): Promise<() => Promise<void>> => {
        await limiter.consume(key, WEIGHT);
        return async () => void (await limiter.reward(key, WEIGHT - 1));
      };
      try {
        return await consume(keyOf(viewer, ip));
      } catch (error) {
        const refusal = refusalOf(error);
        if (viewer.kind === 'account' || !knownBrowser) throw refusal;
        // Before the browser is looked up: cookies that are made up cost a look-up each.
        await wider
          .get(limit)!
          .consume(network)
          .catch((full: unknown) => {
            throw refusalOf(full);
          });
        const browser = await knownBrowser();
        if (browser === undefined) throw refusal;
        return await consume(`browser ${browser}`).catch((full: unknown) => {
          throw refusalOf(full);
        });
      }
    },
  };
};

export type RateLimiter = ReturnType<typeof createRateLimiter>;
