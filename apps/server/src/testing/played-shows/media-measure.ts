/** Media are counted in pieces of this length, of which every position of a played show is a multiple. */
const PIECE_MS = 100;

/** Media of several counts (live/built-in/show.ts), each piece once. Deliberately simpler than what it checks. */
export const createMeasure = () => {
  const pieces = new Map<string, Set<number>>();
  return {
    /** @returns how many milliseconds of it are new */
    add(countId: string, fromMs: number, toMs: number): number {
      const known = pieces.get(countId) ?? new Set<number>();
      pieces.set(countId, known);
      const before = known.size;
      for (let at = fromMs; at < toMs; at += PIECE_MS) known.add(at);
      return (known.size - before) * PIECE_MS;
    },
    totalMs: (): number => [...pieces.values()].reduce((sum, { size }) => sum + size * PIECE_MS, 0),
  };
};
