import { LRUCache } from 'lru-cache';

/** Who fetched nothing for so long has gone. */
const SEEN_MS = 10_000;
/** Viewers remembered of a show, so that one who comes back goes on counting. */
const MAX_REMEMBERED = 20_000;

/** One who watches: by right, or, without one, by address and program. */
export interface Spectator {
  key: string;
  rightId: string | null;
}

interface Presence {
  rightId: string | null;
  seenAt: number;
  watchedMs: number;
  isThere: boolean;
}

/** Who watches a show, and for how long each has watched. */
export const createAudience = (steady: () => number = () => performance.now()) => {
  const presences = new LRUCache<string, Presence>({ max: MAX_REMEMBERED });
  const isThere = (presence: Presence, now: number): boolean => presence.isThere && now - presence.seenAt < SEEN_MS;

  return {
    /** Media went out to somebody just now. */
    saw({ key, rightId }: Spectator): void {
      const now = steady();
      const presence = presences.get(key) ?? { rightId, seenAt: now, watchedMs: 0, isThere: true };
      if (isThere(presence, now)) presence.watchedMs += now - presence.seenAt;
      presence.seenAt = now;
      presence.isThere = true;
      presences.set(key, presence);
    },
    /** Somebody has let go, or was made to. */
    left(key: string): void {
      const presence = presences.get(key);
      if (presence) presence.isThere = false;
    },
    present(): { viewers: number; watching: { rightId: string; watchedMs: number }[] } {
      const now = steady();
      const watching: { rightId: string; watchedMs: number }[] = [];
      let viewers = 0;
      for (const presence of presences.values()) {
        if (!isThere(presence, now)) continue;
        viewers += 1;
        if (presence.rightId !== null) watching.push({ rightId: presence.rightId, watchedMs: Math.round(presence.watchedMs) });
      }
      return { viewers, watching };
    },
  };
};

export type Audience = ReturnType<typeof createAudience>;
