import { KEPT_SECONDS, MAX_KEPT_BYTES, MIN_KEPT_SECONDS, secondsAfter } from './window.ts';

export interface Part {
  data: Buffer;
  /** Seconds on the stream's timeline. */
  from: number;
  /** Seconds. */
  duration: number;
  /** Begins with a key frame. */
  independent: boolean;
}

export interface Segment {
  /** Media sequence number. */
  number: number;
  init: number;
  discontinuity: boolean;
  /** At least one. */
  parts: Part[];
  /** Seconds so far. */
  duration: number;
  complete: boolean;
  /** When its first picture arrived, for latency and EXT-X-PROGRAM-DATE-TIME. */
  startedAt: number;
}

/** Seconds between 1970 and 2020. */
const YEAR_2020 = 1_577_836_800;

/**
 * The first media sequence number of a stream: the seconds since 2020. A segment takes two seconds, the first one less than a process takes to
 * start again, so a restarted process always starts above the numbers of the previous one (draft-pantos-hls-rfc8216bis, section 6.2.2: they may
 * never decrease).
 */
export const firstNumberAt = (wallMs: number): number => Math.max(0, Math.floor(wallMs / 1000) - YEAR_2020);

/**
 * The first discontinuity sequence number. It should differ from those of the previous process, which players remember; but players loop over all
 * numbers below (hls.js freezes at 200 million), so it wraps around after a day.
 */
const firstDiscontinuityAt = (wallMs: number): number => Math.floor(firstNumberAt(wallMs) / 10) % 8192;

const bytesOf = ({ parts }: Segment): number => parts.reduce((sum, { data }) => sum + data.length, 0);

/** How many of the oldest segments are no longer kept. */
const outdatedOf = (segments: readonly Segment[]): number => {
  const after = secondsAfter(segments);
  let bytes = segments.reduce((sum, segment) => sum + bytesOf(segment), 0);
  let count = 0;
  for (const [index, segment] of segments.entries()) {
    if (after[index]! < KEPT_SECONDS && (bytes <= MAX_KEPT_BYTES || after[index]! < MIN_KEPT_SECONDS)) break;
    bytes -= bytesOf(segment);
    count += 1;
  }
  return count;
};

/** The segments that players may still ask for, with their init segments. Owns their numbers, which continue those of an earlier process. */
export const createKeptSegments = (startedAtMs: number) => {
  const firstNumber = firstNumberAt(startedAtMs);
  const segments: Segment[] = [];
  const inits = new Map<number, Buffer>();
  let nextNumber = firstNumber;
  let nextInit = firstNumber;
  let discontinuities = firstDiscontinuityAt(startedAtMs);

  return {
    list: (): readonly Segment[] => segments,
    last: (): Segment | undefined => segments.at(-1),
    /** The media sequence number of the next segment. */
    nextNumber: (): number => nextNumber,
    /** The discontinuity sequence number of the first kept segment. */
    discontinuities: (): number => discontinuities,
    init: (index: number): Buffer | undefined => inits.get(index),
    hasInit: (): boolean => inits.size > 0,
    /** The newest init segment. */
    lastInit: (): number => nextInit - 1,
    addInit(data: Buffer): void {
      inits.set(nextInit, data);
      nextInit += 1;
    },
    open({ init, discontinuity, startedAt }: Pick<Segment, 'init' | 'discontinuity' | 'startedAt'>): Segment {
      const segment: Segment = { number: nextNumber, init, discontinuity, parts: [], duration: 0, complete: false, startedAt };
      nextNumber += 1;
      segments.push(segment);
      return segment;
    },
    /** Completes the last segment, and drops outdated ones with the init segments that only they used. */
    close(): void {
      const segment = segments.at(-1);
      if (!segment || segment.complete) return;
      segment.complete = true;
      for (const { discontinuity } of segments.splice(0, outdatedOf(segments))) if (discontinuity) discontinuities += 1;
      for (const init of inits.keys()) if (init < segments[0]!.init) inits.delete(init);
    },
  };
};

export type KeptSegments = ReturnType<typeof createKeptSegments>;
