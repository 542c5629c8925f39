/** The largest depth of H.264 (A.3.1): more pictures never wait. */
const MAX_DEPTH = 16;

/** When a picture is decoded, and how long after that it is shown, in the video clock. */
export interface PicturePlace {
  decodedAt: number;
  composition: number;
}

/**
 * Finds when pictures are decoded from when they are shown: RTP says the latter alone (RFC 6184, section 5.1), and B-frames are sent after pictures
 * that are shown later. A picture is decoded when the one `depth` places before it in the order of showing is shown, so that decoding keeps ahead.
 * Times of decoding always increase.
 */
export const createDecodeTimes = () => {
  /** The latest times of showing, in order, one more than the largest depth. */
  let shown: number[] = [];
  let depth = 0;
  let last = -Infinity;

  return {
    /** Drops the earlier pictures: some are missing, or had another clock. @param from the earliest time at which one may be decoded */
    restart(from: number): void {
      shown = [];
      last = Math.max(last, from - 1);
    },
    /** Returns a known time of decoding, or the earliest one after the last picture's. */
    advance(decodedAt: number): number {
      last = Math.max(last + 1, Math.round(decodedAt));
      return last;
    },
    /**
     * Places a picture; pictures come in the order of decoding.
     *
     * @param shownAt in the video clock
     * @param declared the depth that the encoder states; without it, the depth is learned from pictures that come late
     * @param duration of a picture, for the time before the first one
     */
    place(shownAt: number, declared: number | undefined, duration: number): PicturePlace {
      if (shown.length === 0) shown = Array.from({ length: MAX_DEPTH }, (_, index) => shownAt - (MAX_DEPTH - index) * duration);
      const before = shown.findLastIndex((one) => one <= shownAt) + 1;
      depth = Math.min(MAX_DEPTH, Math.max(depth, declared ?? 0, shown.length - before));
      shown = shown.toSpliced(before, 0, shownAt).slice(-MAX_DEPTH - 1);
      last = Math.max(last + 1, shown[shown.length - 1 - depth]!);
      return { decodedAt: last, composition: shownAt - last };
    },
  };
};

export type DecodeTimes = ReturnType<typeof createDecodeTimes>;
