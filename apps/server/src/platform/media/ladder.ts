/** One rung of the encoding ladder. */
export interface Rung {
  /** Pixels of the shorter side, by which a rung is named: 720 for 720p. */
  lines: number;
  width: number;
  height: number;
  /** Maximum video bitrate in kbit/s; constant quality uses less for simple content. */
  kbits: number;
}

const LINES = [240, 480, 720, 1080] as const;
/** A rung must be smaller than the source by this factor to be worthwhile. */
const MIN_STEP = 1.25;
/** Maximum bitrate of H.264 by the number of lines. */
const KBITS: readonly (readonly [lines: number, kbits: number])[] = [
  [240, 400],
  [360, 800],
  [480, 1400],
  [720, 2800],
  [1080, 5000],
];

const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2);
const kbitsFor = (lines: number): number => (KBITS.find(([most]) => lines <= most) ?? KBITS.at(-1)!)[1];

/**
 * The rungs of a video, smallest first: 240, 480, 720 and 1080 lines up to its own size, and its own size up to 1080. Lines are
 * counted along the shorter side, so that portrait and landscape videos are equally sharp. Sides are even, as 4:2:0 requires.
 */
export const ladderOf = ({ width, height }: { width: number; height: number }): Rung[] => {
  const short = Math.min(width, height);
  const largest = Math.min(short, LINES.at(-1)!);
  return [...LINES.filter((lines) => lines * MIN_STEP <= largest), largest].map((wanted) => {
    const lines = Math.max(2, wanted - (wanted % 2));
    const scale = lines / short;
    return {
      lines,
      width: width <= height ? lines : even(width * scale),
      height: width <= height ? even(height * scale) : lines,
      kbits: kbitsFor(lines),
    };
  });
};

/** Lines of the progressive MP4, which every browser can play. */
const PROGRESSIVE_LINES = 720;

/** The rung that is also provided as a progressive MP4. */
export const progressiveOf = (ladder: readonly Rung[]): Rung => ladder.findLast(({ lines }) => lines <= PROGRESSIVE_LINES) ?? ladder[0]!;
