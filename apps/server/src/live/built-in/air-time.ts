/** How long media has arrived from a show's publishers. Owns the time on air, which pauses while nobody publishes. */
export const createAirTime = (onChanged: (isFlowing: boolean) => void) => {
  let flowingSince: number | undefined;
  let flowedMs = 0;

  return {
    isFlowing: (): boolean => flowingSince !== undefined,
    milliseconds: (): number => Math.round(flowedMs + (flowingSince === undefined ? 0 : performance.now() - flowingSince)),
    setFlowing(isFlowing: boolean): void {
      if (isFlowing === (flowingSince !== undefined)) return;
      if (flowingSince !== undefined) flowedMs += performance.now() - flowingSince;
      flowingSince = isFlowing ? performance.now() : undefined;
      onChanged(isFlowing);
    },
    /** Begins at zero: a rehearsal became a show. */
    restart(): void {
      flowedMs = 0;
      if (flowingSince !== undefined) flowingSince = performance.now();
    },
  };
};
