/** One RTP packet (RFC 3550, section 5.1). */
export interface RtpPacket {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  /** The offset of its header extension, if it has one. */
  extensionAt: number | undefined;
  /** A view on the received buffer. */
  payload: Buffer;
}

/** RTCP shares the port: its packet types 192–223 occupy the byte of RTP's marker and payload type (RFC 5761, section 4). */
export const isRtcp = (packet: Buffer): boolean => packet.length >= 2 && packet[1]! >= 192 && packet[1]! <= 223;

/** Parses a packet; undefined when it is invalid. */
export const parseRtp = (packet: Buffer): RtpPacket | undefined => {
  if (packet.length < 12 || packet[0]! >> 6 !== 2) return undefined;
  let start = 12 + (packet[0]! & 0x0f) * 4;
  let extensionAt: number | undefined;
  if (packet[0]! & 0x10) {
    extensionAt = start;
    if (packet.length < start + 4) return undefined;
    start += 4 + packet.readUInt16BE(start + 2) * 4;
  }
  const padding = packet[0]! & 0x20 ? packet[packet.length - 1]! : 0;
  const end = packet.length - padding;
  if (start > end) return undefined;
  return {
    payloadType: packet[1]! & 0x7f,
    marker: (packet[1]! & 0x80) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    extensionAt,
    payload: packet.subarray(start, end),
  };
};

const ONE_BYTE_PROFILE = 0xbede;
const TWO_BYTE_PROFILE = 0x100;

/** Reads an element of a packet's header extension as text (RFC 8285). */
export const headerExtension = (
  packet: Buffer,
  { extensionAt, payload }: Pick<RtpPacket, 'extensionAt' | 'payload'>,
  id: number,
): string | undefined => {
  if (extensionAt === undefined) return undefined;
  const profile = packet.readUInt16BE(extensionAt);
  const isLong = (profile & 0xfff0) === TWO_BYTE_PROFILE;
  if (!isLong && profile !== ONE_BYTE_PROFILE) return undefined;
  const end = Math.min(extensionAt + 4 + packet.readUInt16BE(extensionAt + 2) * 4, packet.length - payload.length);
  for (let at = extensionAt + 4; at + 1 < end; ) {
    const first = packet[at]!;
    if (first === 0) {
      at += 1;
      continue;
    }
    const [found, length, head] = isLong ? [first, packet[at + 1]!, 2] : [first >> 4, (first & 0x0f) + 1, 1];
    if (found === id && at + head + length <= end) return packet.toString('latin1', at + head, at + head + length);
    at += head + length;
  }
  return undefined;
};

/** How far `to` is ahead of `from` in a 16-bit sequence; negative when it is behind. */
export const sequenceDistance = (from: number, to: number): number => ((to - from + 0x8000) & 0xffff) - 0x8000;

/** Unwraps a 32-bit clock, starting with zero at the first value. */
export const createUnwrapper = () => {
  let last: number | undefined;
  let value = 0;
  return (timestamp: number): number => {
    if (last !== undefined) value += (timestamp - last) | 0;
    last = timestamp;
    return value;
  };
};
