/** Media that arrives this long after the last piece belongs to the same time on air; a longer gap was silence. */
const LONGEST_GAP_MS = 2_000;

/**
 * How long media has arrived from a show's publishers. Owns the time on air, which goes from one piece of media to the next: a publisher that falls
 * silent is noticed seconds later, and these seconds don't count.
 */
export const createAirTime = (onChanged: (isFlowing: boolean) => void, monotonicNow: () => number = () => performance.now()) => {
  let isFlowing = false;
  let arrivedAt: number | undefined;
  let flowedMs = 0;

  return {
    isFlowing: (): boolean => isFlowing,
    milliseconds: (): number => Math.round(flowedMs),
    /** Called for each piece of media with true, and with false when its publisher has left. */
    setFlowing(flows: boolean): void {
      const now = monotonicNow();
      if (flows && arrivedAt !== undefined && now - arrivedAt <= LONGEST_GAP_MS) flowedMs += now - arrivedAt;
      arrivedAt = flows ? now : undefined;
      if (flows === isFlowing) return;
      isFlowing = flows;
      onChanged(flows);
    },
    /** Begins at zero: a rehearsal became a show. */
    restart(): void {
      flowedMs = 0;
    },
  };
};
