import { CodedError } from '../../platform/errors.ts';
import type { StreamGrant } from '../live-authority.ts';
import type { Session } from './sessions.ts';
import type { Show } from './show.ts';

const WINDOW_MS = 60_000;
/** Replacements within the window, by more than one network, after which the publisher on air stays. */
const MOST = 3;
/** More aren't kept: an encoder with a bad line replaces its own connection often. */
const KEPT = 16;

/** Counts the connections of a stream key that replaced an earlier one. Two programs with the same key would replace each other forever. */
export const createTakeovers = () => {
  let recent: { network: string; at: number }[] = [];
  return {
    /**
     * Records a replacement.
     *
     * @param now milliseconds of a monotonic clock
     * @throws CodedError LIVE_KEY_BUSY when two networks replace each other
     */
    record(network: string, now: number): void {
      recent = recent.filter(({ at }) => now - at < WINDOW_MS).slice(-KEPT);
      if (recent.length >= MOST && new Set(recent.map((one) => one.network)).size > 1) throw new CodedError('LIVE_KEY_BUSY');
      recent.push({ network, at: now });
    },
  };
};

export type Takeovers = ReturnType<typeof createTakeovers>;

/**
 * Claims the show of a stream key. The key replaces its own earlier connection, be it by RTMP or WHIP: after a cut the encoder is back before the
 * old connection is noticed to be dead.
 *
 * @param claim the show, created if this node doesn't host it yet; throws CodedError LIVE_FULL, LIVE_NOT_ON_AIR
 * @returns the show, and the session to close
 * @throws CodedError LIVE_FULL, LIVE_NOT_ON_AIR, LIVE_KEY_BUSY; LIVE_ALREADY_PUBLISHING while a browser publishes the show
 */
export const claimByKey = (
  claim: (grant: StreamGrant) => Show,
  grant: StreamGrant,
  network: string,
): { show: Show; before: Session | undefined } => {
  const show = claim(grant);
  const before = show.publishing;
  if (before && !before.byKey) throw new CodedError('LIVE_ALREADY_PUBLISHING');
  if (before) show.takeovers.record(network, performance.now());
  return { show, before };
};
