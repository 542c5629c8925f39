/** Opus packets as an Ogg stream (RFC 3533, RFC 7845), the input format of ffmpeg. */

const CRC_TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x8000_0000 ? (value << 1) ^ 0x04c1_1db7 : value << 1;
  return value >>> 0;
});

/** Checksum of a page whose checksum field is zero (RFC 3533, section 6). */
export const checksum = (page: Buffer): number => {
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ CRC_TABLE[((crc >>> 24) ^ byte) & 0xff]!) >>> 0;
  return crc;
};

const FIRST_PAGE = 2;

/** Creates the pages of one stream: one packet per page, so that none is delayed. */
export const createOpusPages = (channels: number) => {
  const serial = 0x5d00;
  let sequence = 0;
  /** @param position samples of 48 kHz up to the packet's end */
  const page = (packet: Buffer, position: bigint, flags: number): Buffer => {
    const lacing = Math.floor(packet.length / 255) + 1;
    const head = Buffer.alloc(27 + lacing);
    head.write('OggS', 0, 'latin1');
    head[5] = flags;
    head.writeBigInt64LE(position, 6);
    head.writeUInt32LE(serial, 14);
    head.writeUInt32LE(sequence, 18);
    head[26] = lacing;
    head.fill(255, 27, 26 + lacing);
    head[26 + lacing] = packet.length % 255;
    sequence += 1;
    const whole = Buffer.concat([head, packet]);
    whole.writeUInt32LE(checksum(whole), 22);
    return whole;
  };
  return {
    /** The two header pages of a stream. */
    headerPages(): Buffer {
      const head = Buffer.alloc(19);
      head.write('OpusHead', 0, 'latin1');
      head[8] = 1;
      head[9] = channels;
      head.writeUInt32LE(48_000, 12);
      const tags = Buffer.alloc(16);
      tags.write('OpusTags', 0, 'latin1');
      return Buffer.concat([page(head, 0n, FIRST_PAGE), page(tags, 0n, 0)]);
    },
    page: (packet: Buffer, position: number): Buffer => page(packet, BigInt(position), 0),
  };
};

/** Samples of a frame at 48 kHz by the upper five bits of a packet's first byte (RFC 6716, section 3.1). */
const SILK = [480, 960, 1920, 2880];
const HYBRID = [480, 960];
const CELT = [120, 240, 480, 960];
const FRAME_SAMPLES = [SILK, SILK, SILK, HYBRID, HYBRID, CELT, CELT, CELT, CELT].flat();
/** No packet is longer: 120 ms. */
const MAX_PACKET_SAMPLES = 5760;

/** Duration of a packet in samples of 48 kHz; undefined for an invalid packet. */
export const opusSamples = (packet: Buffer): number | undefined => {
  const head = packet[0];
  if (head === undefined) return undefined;
  const code = head & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : packet.length > 1 ? packet[1]! & 0x3f : 0;
  const samples = frames * FRAME_SAMPLES[head >> 3]!;
  return samples > 0 && samples <= MAX_PACKET_SAMPLES ? samples : undefined;
};
