// Names of files of the write-ahead log: https://www.postgresql.org/docs/18/continuous-archiving.html

const SEGMENT_BYTES = 16n * 1024n * 1024n;
const SEGMENTS_IN_A_FILE_ID = 0x1_0000_0000n / SEGMENT_BYTES;

const hex = (value: bigint | number): string => value.toString(16).toUpperCase().padStart(8, '0');

/** A position such as `1A/FF000060`, in bytes. */
export const bytesOfLsn = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/**
 * The segment of a position. The end of a range that lies on a border belongs to the segment before it.
 * @param use begins: a reader starts there; ends: everything before it is needed
 */
export const segmentOf = (timeline: number, lsn: string, use: 'begins' | 'ends'): string => {
  const bytes = bytesOfLsn(lsn) - (use === 'ends' ? 1n : 0n);
  const number = bytes / SEGMENT_BYTES;
  return hex(timeline) + hex(number / SEGMENTS_IN_A_FILE_ID) + hex(number % SEGMENTS_IN_A_FILE_ID);
};

const SEGMENT = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;

/** Tells whether PostgreSQL archives files of such a name. */
export const isWalFile = (name: string): boolean => SEGMENT.test(name) || HISTORY.test(name);

/** Tells whether a recovery that begins with a segment needs a file, on any timeline. The short histories of timelines are always needed. */
export const isNeededFrom = (name: string, startSegment: string): boolean =>
  HISTORY.test(name) || name.slice(8, 24) >= startSegment.slice(8, 24);

/** The segment that was written first, of any timelines. */
export const firstOf = (segments: readonly string[]): string =>
  segments.reduce((first, segment) => (segment.slice(8, 24) < first.slice(8, 24) ? segment : first));
