import { CodedError } from '../../platform/errors.ts';
import type { Spectator } from './audience.ts';
import type { Limits } from './limits.ts';
import type { Session } from './sessions.ts';
import type { Show } from './show.ts';

const isVisitor = ({ kind, grant }: Session): boolean => kind === 'play' && grant.grantId === null;

const watchersOf = (show: Show): Session[] => [...show.sessions.values()].filter(({ kind }) => kind === 'play');

/** Returns the sessions of the network that has the most visitors in a show, oldest first. */
const largestNetwork = (watching: readonly Session[]): readonly Session[] => {
  const networks = Map.groupBy(watching.filter(isVisitor), ({ spectator }) => spectator.network);
  return [...networks.values()].reduce<readonly Session[]>((most, sessions) => (sessions.length > most.length ? sessions : most), []);
};

/**
 * Places of WebRTC viewers. Viewers without a grant are known by their network alone, which a school or a carrier shares with many. So places are not
 * counted out by network, but two things are: sessions that nobody has been seen to watch, and the places that one network keeps once a show is full.
 */
export const createViewerPlaces = (shows: ReadonlyMap<string, Show>, limits: Limits) => {
  const strangersOf = (network: string): number => {
    let count = 0;
    for (const show of shows.values())
      for (const session of show.sessions.values())
        if (isVisitor(session) && !session.isWatching() && session.spectator.network === network) count += 1;
    return count;
  };

  return {
    /**
     * Finds a place in a show, also in a full one of which a network has more than its share.
     *
     * @returns the sessions of the same viewer
     * @throws CodedError LIVE_FULL
     */
    take(show: Show, spectator: Spectator): Session[] {
      const watching = watchersOf(show);
      if (spectator.grantId === null && strangersOf(spectator.network) >= limits.strangersPerNetwork) throw new CodedError('LIVE_FULL');
      if (watching.length >= limits.webrtcViewers) {
        const largest = largestNetwork(watching);
        const isOwn = spectator.grantId === null && largest[0]?.spectator.network === spectator.network;
        if (isOwn || largest.length <= limits.webrtcViewersPerNetwork) throw new CodedError('LIVE_FULL');
      }
      return watching.filter((one) => one.spectator.key === spectator.key);
    },
    /**
     * Called once a viewer is connected: an offer alone costs nobody a place. In a full show the newest visitor of the largest network gives up theirs,
     * and goes on by HLS.
     */
    settle(show: Show, session: Session): void {
      const connected = watchersOf(show).filter((one) => one === session || one.isConnected());
      if (connected.length <= limits.webrtcViewers) return;
      const largest = largestNetwork(connected);
      (largest.length > limits.webrtcViewersPerNetwork ? largest.at(-1)! : session).close();
    },
  };
};
