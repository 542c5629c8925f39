import { SEGMENT_SECONDS } from '../media/window.ts';

/**
 * Says which caches may keep a show's media, and for how long (decision 94). Only media of open shows may be shared: everything else depends on who
 * asks, and must pass through this process each time.
 */

/** Seconds. A segment or part never changes under its name, and nobody asks for it once it has left the playlists. */
const MEDIA_SECONDS = 60;
/** Seconds. A playlist without a position is outdated with the next part. */
const PLAYLIST_SECONDS = 1;
/** Seconds. A playlist that has the part that was asked for stays right: six target durations (draft-pantos-hls-rfc8216bis, appendix B.1). */
const BLOCKED_PLAYLIST_SECONDS = 6 * SEGMENT_SECONDS;

const PRIVATE = 'private, no-store';

/** The `Cache-Control` of segments, parts and init segments. */
export const mediaCaching = (isOpen: boolean): string => (isOpen ? `public, max-age=${MEDIA_SECONDS}, immutable` : PRIVATE);

/**
 * The `Cache-Control` of a playlist.
 *
 * @param request.hasToken its viewer is counted by the token, and may be disconnected: each request must arrive here
 * @param request.isBlocking it names the part that it must have
 */
export const playlistCaching = (isOpen: boolean, { hasToken, isBlocking }: { hasToken: boolean; isBlocking: boolean }): string => {
  if (!isOpen || hasToken) return PRIVATE;
  return `public, max-age=${isBlocking ? BLOCKED_PLAYLIST_SECONDS : PLAYLIST_SECONDS}`;
};

/** Tells players that segments and parts need no token, so that they ask for them as everybody does. */
export const OPEN_MEDIA = { 'x-media-access': 'open' } as const;
