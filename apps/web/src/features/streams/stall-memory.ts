/** Without a stall for so long, a player that fell behind comes closer again. Milliseconds. */
const CALM_MS = 20_000;
const MAX_CALM_MS = 320_000;

export interface StallMemory {
  /** Playback stalled. */
  stalled(now: number): void;
  /** Whether to return to the delay that the server asks for: once after the stalls before, when it has been calm for long enough. */
  mayReturn(now: number): boolean;
}

/**
 * When a player that stays further behind after each stall may come closer again. What stalls again soon after it did waits twice as long the next time:
 * for that viewer it was too close. Instants are milliseconds of any clock.
 */
export const createStallMemory = (): StallMemory => {
  let calmMs = CALM_MS;
  let stalledAt: number | undefined;
  let returnedAt: number | undefined;
  return {
    stalled(now) {
      if (stalledAt === undefined && returnedAt !== undefined)
        calmMs = now - returnedAt < calmMs ? Math.min(calmMs * 2, MAX_CALM_MS) : CALM_MS;
      stalledAt = now;
    },
    mayReturn(now) {
      if (stalledAt === undefined || now - stalledAt < calmMs) return false;
      stalledAt = undefined;
      returnedAt = now;
      return true;
    },
  };
};
