/** The newest packets of one source, for viewers who miss some. */
export const createHistory = (kept: number) => {
  const ring = Array.from<{ sequence: number; packet: Buffer } | undefined>({ length: kept });
  return {
    add(sequence: number, packet: Buffer): void {
      ring[sequence % kept] = { sequence, packet };
    },
    find(sequence: number): Buffer | undefined {
      const entry = ring[sequence % kept];
      return entry?.sequence === sequence ? entry.packet : undefined;
    },
    clear: (): void => void ring.fill(undefined),
  };
};

export type History = ReturnType<typeof createHistory>;
