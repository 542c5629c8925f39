/** One size of an adaptive video. */
export interface Rung {
  /** Of the shorter side, as the industry counts lines: what the rung is called. */
  lines: number;
  width: number;
  height: number;
  /** The most its picture may take, in kbit/s; constant quality takes less where little moves. */
  kbits: number;
}

const LINES = [240, 480, 720, 1080] as const;
/** A size hardly below the film's own would save nobody anything. */
const LEAST_STEP = 1.25;
/** Kilobits a second per thousand pixels of H.264 at 30 pictures a second; small pictures need more of them. */
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
 * The sizes a video is made in, smallest first: 240, 480, 720 and 1080 lines as far as it has them, and its own size up to 1080, never
 * more. Lines are counted along the shorter side, so that a film held upright is as sharp as one held across. Sides are even, as
 * 4:2:0 asks.
 */
export const ladderOf = ({ width, height }: { width: number; height: number }): Rung[] => {
  const short = Math.min(width, height);
  const largest = Math.min(short, LINES.at(-1)!);
  return [...LINES.filter((lines) => lines * LEAST_STEP <= largest), largest].map((wanted) => {
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

/** The lines of the progressive file: every browser plays it, few need more. */
const PROGRESSIVE_LINES = 720;

/** The rung that is given as one plain file too. */
export const progressiveOf = (ladder: readonly Rung[]): Rung => ladder.findLast(({ lines }) => lines <= PROGRESSIVE_LINES) ?? ladder[0]!;
