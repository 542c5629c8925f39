/** Does something for each entry, for so many at a time. @throws the first error, once everything that began has ended */
export const mapInParallel = async <T>(entries: readonly T[], width: number, act: (entry: T) => Promise<void>): Promise<void> => {
  const waiting = entries.values();
  const work = async (): Promise<void> => {
    for (const entry of waiting) await act(entry);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(width, entries.length) }, work));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
};
