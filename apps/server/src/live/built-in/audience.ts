import { LRUCache } from 'lru-cache';

/** A viewer that fetched nothing for this long has left. */
const SEEN_MS = 10_000;
/** Viewers remembered of a show, so that the watch time of one who returns continues. */
const MAX_CACHED = 20_000;

/** A viewer, identified by the grant or, without one, by IP address and user agent. */
export interface Spectator {
  key: string;
  /** The caller's network: an IPv4 address, an IPv6 /64. */
  network: string;
  grantId: string | null;
  /** Identifies the client of a seat: its token, IP address and user agent; empty for others. */
  device: string;
}

interface Presence {
  grantId: string | null;
  seenAt: number;
  watchedMs: number;
  isPresent: boolean;
}

/** Tracks the viewers of a show and their watch time. */
export const createAudience = (monotonicNow: () => number = () => performance.now()) => {
  const presences = new LRUCache<string, Presence>({ max: MAX_CACHED });
  const isPresent = (presence: Presence, now: number): boolean => presence.isPresent && now - presence.seenAt < SEEN_MS;

  return {
    /** Media was just sent to a viewer. */
    recordActivity({ key, grantId }: Pick<Spectator, 'key' | 'grantId'>): void {
      const now = monotonicNow();
      const presence = presences.get(key) ?? { grantId, seenAt: now, watchedMs: 0, isPresent: true };
      if (isPresent(presence, now)) presence.watchedMs += now - presence.seenAt;
      presence.seenAt = now;
      presence.isPresent = true;
      presences.set(key, presence);
    },
    /** A viewer left or was disconnected. */
    recordLeave(key: string): void {
      const presence = presences.get(key);
      if (presence) presence.isPresent = false;
    },
    snapshot(): { viewers: number; watching: { grantId: string; watchedMs: number }[] } {
      const now = monotonicNow();
      const watching: { grantId: string; watchedMs: number }[] = [];
      let viewers = 0;
      for (const presence of presences.values()) {
        if (!isPresent(presence, now)) continue;
        viewers += 1;
        if (presence.grantId !== null) watching.push({ grantId: presence.grantId, watchedMs: Math.round(presence.watchedMs) });
      }
      return { viewers, watching };
    },
  };
};

export type Audience = ReturnType<typeof createAudience>;
