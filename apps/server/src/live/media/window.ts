/** Target durations in seconds (measured: 2 s and 0.3 s give about a second of latency). */
export const SEGMENT_SECONDS = 2;
export const PART_SECONDS = 0.3;
/** A segment is cut here even without a key frame, so that no duration rounds up above the target. */
export const MAX_SEGMENT_SECONDS = 2.4;

/**
 * Parts of a segment are listed until the segment's end is this far behind the end of the playlist: three target durations
 * (draft-pantos-hls-rfc8216bis, section 6.2.2). All parts of a segment or none, because players count them from the segment's first.
 */
export const PARTS_LISTED_SECONDS = 3 * SEGMENT_SECONDS;
/** Segments that end further from the end of the playlist are left out of a delta update: six target durations, the least allowed (section 4.4.3.8). */
export const SKIP_BOUNDARY_SECONDS = 6 * SEGMENT_SECONDS;
/** The least duration of a playlist, once there is so much: twice what a delta update keeps, so that half of the segments are left out. */
export const LISTED_SECONDS = 2 * SKIP_BOUNDARY_SECONDS;
/**
 * Segments and their parts stay available until they end this far behind the newest part: after a segment has left the playlist, for its own
 * duration and that of the longest playlist that had it (RFC 8216, section 6.2.2; the draft counts from its first listing).
 */
export const KEPT_SECONDS = 2 * LISTED_SECONDS + 3 * MAX_SEGMENT_SECONDS;
/** Bounds the memory of a show above 9 Mbit/s: the oldest segments go earlier. */
export const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** A playlist is never made shorter than three target durations (section 6.2.2). */
export const MIN_KEPT_SECONDS = 3 * SEGMENT_SECONDS;

interface Lasting {
  /** Seconds. */
  duration: number;
}

/** For each segment, how many seconds of media follow it. */
export const secondsAfter = (segments: readonly Lasting[]): number[] => {
  const after = Array.from<number>({ length: segments.length });
  let seconds = 0;
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    after[index] = seconds;
    seconds += segments[index]!.duration;
  }
  return after;
};
