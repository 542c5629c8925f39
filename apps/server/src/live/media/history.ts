/** Ring buffer of the newest packets of one source, for retransmission. */
export const createHistory = (capacity: number) => {
  const ring = Array.from<{ sequence: number; packet: Buffer } | undefined>({ length: capacity });
  return {
    add(sequence: number, packet: Buffer): void {
      ring[sequence % capacity] = { sequence, packet };
    },
    find(sequence: number): Buffer | undefined {
      const entry = ring[sequence % capacity];
      return entry?.sequence === sequence ? entry.packet : undefined;
    },
    clear: (): void => void ring.fill(undefined),
  };
};

export type History = ReturnType<typeof createHistory>;
