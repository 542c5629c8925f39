/**
 * Maps what a program puts out back to the stream's timeline, across losses and corrections: the program sees a continuous run of samples. Owns the
 * distance to the timeline from each input position on.
 */
export const createAnchors = () => {
  let anchors: { position: number; distance: number }[] = [];
  return {
    clear(): void {
      anchors = [];
    },
    /** So many samples were put in before one whose position on the timeline is known. */
    add(position: number, time: number): void {
      const distance = time - position;
      if (anchors.at(-1)?.distance !== distance) anchors.push({ position, distance });
    },
    /** The position on the timeline of a sample that is put out; positions increase. */
    toTimeline(position: number): number {
      while (anchors.length > 1 && anchors[1]!.position <= position) anchors.shift();
      return Math.round(position + anchors[0]!.distance);
    },
  };
};
