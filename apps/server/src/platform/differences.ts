/**
 * Sums differences by id: ids with what is to be added to each, in the order of the ids, so that two writers never wait for each other
 * in a circle. What adds up to nothing is left out.
 *
 * Whoever adds them must not stop at zero: an event whose handler failed comes after later ones, and a counter that refused to fall below
 * zero meanwhile would stay too high.
 */
export const sumDifferences = (changes: readonly { id: string; by: number }[]): { ids: string[]; by: number[] } => {
  const sums = new Map<string, number>();
  for (const { id, by } of changes) sums.set(id, (sums.get(id) ?? 0) + by);
  const ids = [...sums.keys()].filter((id) => sums.get(id) !== 0).sort();
  return { ids, by: ids.map((id) => sums.get(id)!) };
};

/** A counter as people see it: while an event waits for its retry, the stored one may be below zero. */
export const shownCount = (count: number): number => Math.max(0, count);
