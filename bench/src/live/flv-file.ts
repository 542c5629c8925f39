// The tags of an FLV file (Adobe Flash Video File Format, annex E).

/** One tag, which RTMP carries as a message. */
export interface FlvTag {
  /** 8 for sound, 9 for pictures, 18 for metadata. */
  type: number;
  /** Milliseconds. */
  timestamp: number;
  payload: Buffer;
}

const HEADER_BYTES = 13;
const TAG_HEADER_BYTES = 11;
const SIZE_BYTES = 4;

/** Reads all tags of a file. */
export const readFlv = (file: Buffer): FlvTag[] => {
  const tags: FlvTag[] = [];
  for (let at = HEADER_BYTES; at + TAG_HEADER_BYTES <= file.length; ) {
    const length = file.readUIntBE(at + 1, 3);
    const payload = file.subarray(at + TAG_HEADER_BYTES, at + TAG_HEADER_BYTES + length);
    tags.push({ type: file[at]!, timestamp: file.readUIntBE(at + 4, 3) + file[at + 7]! * 2 ** 24, payload });
    at += TAG_HEADER_BYTES + length + SIZE_BYTES;
  }
  return tags;
};

/** Codec settings, which are sent once. */
export const isConfiguration = ({ type, payload }: FlvTag): boolean => type !== 18 && payload[1] === 0;
