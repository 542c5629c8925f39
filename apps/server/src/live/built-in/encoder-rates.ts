import type { EncoderSignal } from '@stagedoor/contract/stream-keys';

/** Seconds that rates are averaged over. */
const RATE_SECONDS = 5;

/** Counts what an encoder sends over the last seconds. Owns a count for each second. */
export const createEncoderRates = () => {
  let counted: { bytes: number; pictures: number }[] = [];
  let current = { bytes: 0, pictures: 0 };
  return {
    add(bytes: number): void {
      current.bytes += bytes;
    },
    addPicture(): void {
      current.pictures += 1;
    },
    /** A second is over. */
    tick(): void {
      counted = [...counted.slice(1 - RATE_SECONDS), current];
      current = { bytes: 0, pictures: 0 };
    },
    read(): Pick<EncoderSignal, 'framesPerSecond' | 'bitrate'> {
      if (counted.length === 0) return { framesPerSecond: null, bitrate: null };
      const sum = (pick: (second: { bytes: number; pictures: number }) => number): number =>
        counted.reduce((total, second) => total + pick(second), 0) / counted.length;
      return {
        framesPerSecond: Math.round(sum(({ pictures }) => pictures) * 10) / 10,
        bitrate: Math.round((sum(({ bytes }) => bytes) * 8) / 1000),
      };
    },
  };
};

export type EncoderRates = ReturnType<typeof createEncoderRates>;
