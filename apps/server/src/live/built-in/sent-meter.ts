import type { SentMedia } from './sessions.ts';

/** Nothing is being sent once no picture went out for this long. */
const PAUSE_MS = 2000;

/** Counts what was sent to a viewer, in time of the show, and how long its client has been silent. Owns what nobody has counted yet. */
export const createSentMeter = (position: () => number) => {
  /** Position on the timeline since which packets went out that nobody has counted yet. */
  let uncountedFrom = 0;
  let reportedAt = 0;
  let hasReported = false;
  let isHeard = false;

  return {
    connected(): void {
      isHeard = true;
      reportedAt = performance.now();
    },
    /** A receiver report came. */
    reported(): void {
      isHeard = true;
      hasReported = true;
      reportedAt = performance.now();
    },
    hasReported: (): boolean => hasReported,
    /** The first picture goes out. */
    begin(): void {
      uncountedFrom = position();
    },
    /** Returns what was sent since the last call. @param pictureAt when the last picture went out */
    take(pictureAt: number | undefined): SentMedia {
      const now = performance.now();
      const to = position();
      const isSending = pictureAt !== undefined && now - pictureAt < PAUSE_MS;
      // A client has nothing to report while the performer is away.
      if (!isSending) reportedAt = now;
      const sent = {
        media: { from: isSending ? uncountedFrom : to, to },
        isHeard,
        hasReported,
        silentForMs: now - reportedAt,
      };
      uncountedFrom = to;
      isHeard = false;
      return sent;
    },
  };
};
