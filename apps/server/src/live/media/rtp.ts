/** One RTP packet (RFC 3550, section 5.1). */
export interface RtpPacket {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  /** A view on the received buffer. */
  payload: Buffer;
}

/** RTCP shares the port: its packet types 192–223 occupy the byte of RTP's marker and payload type (RFC 5761, section 4). */
export const isRtcp = (packet: Buffer): boolean => packet.length >= 2 && packet[1]! >= 192 && packet[1]! <= 223;

/** Parses a packet; undefined when it is invalid. */
export const parseRtp = (packet: Buffer): RtpPacket | undefined => {
  if (packet.length < 12 || packet[0]! >> 6 !== 2) return undefined;
  let start = 12 + (packet[0]! & 0x0f) * 4;
  if (packet[0]! & 0x10) {
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
    payload: packet.subarray(start, end),
  };
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
