// The live state of a performer without Zod, so that the web shares it.
import type { LiveState } from './live-state.ts';

export const LIVE_STATES = ['none', 'starting', 'public', 'paused', 'private', 'group'] as const;

/** Tells if there is a show that others can watch or join now: what marks a performer as live. */
export const isOnAir = ({ state }: Pick<LiveState, 'state'>): boolean => state === 'public' || state === 'group';

/** Returns the page where a performer's show is, or null while there is none for others. */
export const showPageOf = (live: LiveState): string | null => (live.state === 'none' || live.state === 'private' ? null : live.link);

/** Returns where a performer's face leads: to the show that is on air, else to the profile. */
export const performerPageOf = ({ username, live }: { username: string; live: LiveState }): string =>
  isOnAir(live) && 'link' in live ? live.link : `/${username}`;
