/** Opus packets in Ogg streams (RFC 3533, RFC 7845), which ffmpeg reads and writes. */

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

/** Flag of a page that begins with the rest of a packet. */
const CONTINUED = 1;
const PAGE_HEAD_BYTES = 27;
/** Two packets of each stream are its headers. */
const HEADER_PACKETS = 2;

/** Reads the Opus packets of one Ogg stream, as its bytes come. */
export const createOpusPageReader = (onPacket: (packet: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  let pieces: Buffer[] = [];
  let packets = 0;

  const finish = (): void => {
    packets += 1;
    if (packets > HEADER_PACKETS) onPacket(Buffer.concat(pieces));
    pieces = [];
  };
  /** @returns the bytes of the first page; 0 while bytes of it are missing */
  const readPage = (): number => {
    if (rest.length < PAGE_HEAD_BYTES) return 0;
    const count = rest[26]!;
    const head = PAGE_HEAD_BYTES + count;
    if (rest.length < head) return 0;
    const lacing = rest.subarray(PAGE_HEAD_BYTES, head);
    const size = head + lacing.reduce((sum, bytes) => sum + bytes, 0);
    if (rest.length < size) return 0;
    if ((rest[5]! & CONTINUED) === 0) pieces = [];
    let at = head;
    for (const bytes of lacing) {
      pieces.push(rest.subarray(at, at + bytes));
      at += bytes;
      if (bytes < 255) finish();
    }
    return size;
  };

  return {
    push(bytes: Buffer): void {
      rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
      for (let size = readPage(); size > 0; size = readPage()) rest = rest.subarray(size);
    },
  };
};
