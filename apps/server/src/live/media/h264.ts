/** H.264 over RTP (RFC 6184) and what we read of its parameter sets (ITU-T H.264, 7.3.2.1). */

const NAL_IDR = 5;
const NAL_SPS = 7;
const NAL_PPS = 8;
const NAL_STAP_A = 24;
const NAL_FU_A = 28;
/** Access unit delimiter, end of sequence, end of stream, filler: nothing a player needs inside an MP4. */
const NAL_DROPPED: ReadonlySet<number> = new Set([9, 10, 11, 12]);
/** Real parameter sets are far shorter. */
export const MAX_PARAMETER_BYTES = 4096;
const MAX_UNIT_BYTES = 4 * 1024 * 1024;

/** Whether a key picture begins with this payload: a parameter set or key slice, alone, aggregated or as a first fragment. */
export const beginsKeyPicture = (payload: Buffer): boolean => {
  if (payload.length < 2) return false;
  const type = payload[0]! & 0x1f;
  if (type === NAL_IDR || type === NAL_SPS) return true;
  if (type === NAL_STAP_A) return payload.length > 3 && ((payload[3]! & 0x1f) === NAL_SPS || (payload[3]! & 0x1f) === NAL_IDR);
  return type === NAL_FU_A && (payload[1]! & 0x80) !== 0 && (payload[1]! & 0x1f) === NAL_IDR;
};

/** One picture: its NAL units without start codes. */
export interface AccessUnit {
  nals: Buffer[];
  timestamp: number;
  isKey: boolean;
  sps: Buffer | undefined;
  pps: Buffer | undefined;
  /** From decoding to showing, in the video clock; absent where pictures are shown in the order of decoding. Negative ones exist. */
  composition?: number;
}

/** Assembles ordered packets into pictures. A picture with a lost packet is dropped. */
export const createH264Depacketizer = (onUnit: (unit: AccessUnit) => void, onLoss: () => void) => {
  let nals: Buffer[] = [];
  let fragments: Buffer[] | undefined;
  let bytes = 0;
  let timestamp: number | undefined;
  let broken = false;

  const add = (nal: Buffer): void => {
    if (nal.length === 0 || NAL_DROPPED.has(nal[0]! & 0x1f)) return;
    bytes += nal.length;
    nals.push(nal);
  };
  const finish = (): void => {
    if (fragments) broken = true;
    if (broken) onLoss();
    else if (nals.length > 0 && timestamp !== undefined) {
      const find = (type: number): Buffer | undefined => nals.find((nal) => (nal[0]! & 0x1f) === type);
      onUnit({ nals, timestamp, isKey: find(NAL_IDR) !== undefined, sps: find(NAL_SPS), pps: find(NAL_PPS) });
    }
    nals = [];
    fragments = undefined;
    bytes = 0;
    broken = false;
  };
  const parsePayload = (payload: Buffer): void => {
    if (payload.length === 0) return;
    const type = payload[0]! & 0x1f;
    if (type === NAL_STAP_A) {
      for (let at = 1; at + 2 <= payload.length; ) {
        const size = payload.readUInt16BE(at);
        if (size === 0 || at + 2 + size > payload.length) return;
        add(payload.subarray(at + 2, at + 2 + size));
        at += 2 + size;
      }
    } else if (type === NAL_FU_A) {
      if (payload.length < 3) return;
      const flags = payload[1]!;
      if (flags & 0x80) {
        if (fragments) broken = true;
        fragments = [Buffer.of((payload[0]! & 0xe0) | (flags & 0x1f)), payload.subarray(2)];
      } else if (fragments) fragments.push(payload.subarray(2));
      else broken = true;
      bytes += payload.length;
      if (flags & 0x40 && fragments) {
        const whole = Buffer.concat(fragments);
        fragments = undefined;
        bytes -= whole.length;
        add(whole);
      }
    } else if (type >= 1 && type <= 23) add(payload);
  };

  return {
    /** @param lost packets before this one never came */
    push(packet: { payload: Buffer; timestamp: number; marker: boolean }, lost: boolean): void {
      if (timestamp !== undefined && packet.timestamp !== timestamp && (nals.length > 0 || fragments || broken)) finish();
      timestamp = packet.timestamp;
      if (lost) broken = true;
      // Bounds the size of a picture that doesn't end.
      if (bytes <= MAX_UNIT_BYTES) parsePayload(packet.payload);
      if (bytes > MAX_UNIT_BYTES) {
        broken = true;
        nals = [];
        fragments = undefined;
      }
      if (packet.marker) finish();
    },
  };
};

export interface SequenceParameters {
  profile: number;
  compatibility: number;
  level: number;
  width: number;
  height: number;
  /** Pictures that may be decoded before one that is shown earlier; undefined where the encoder doesn't say. */
  reorderDepth: number | undefined;
  /** Duration of a picture in seconds; undefined where the encoder doesn't say. */
  pictureSeconds: number | undefined;
  /** Position of the order of showing in slices; undefined of interlaced pictures, and of those whose order follows from the order of decoding. */
  slices: { skippedBits: number; orderBits: number } | undefined;
}

/** Reads Exp-Golomb codes from a NAL unit, without its emulation prevention bytes. */
const createBitReader = (nal: Buffer) => {
  const bytes: number[] = [];
  for (let index = 1; index < nal.length; index += 1) {
    if (nal[index] === 3 && nal[index - 1] === 0 && nal[index - 2] === 0 && index > 2) continue;
    bytes.push(nal[index]!);
  }
  let at = 0;
  const bit = (): number => {
    const byte = bytes[at >> 3];
    if (byte === undefined) throw new RangeError('the parameter set ends early');
    const value = (byte >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = value * 2 + bit();
    return value;
  };
  const unsigned = (): number => {
    let zeros = 0;
    while (bit() === 0) if ((zeros += 1) > 31) throw new RangeError('an impossible code');
    return 2 ** zeros - 1 + bits(zeros);
  };
  const signed = (): number => {
    const code = unsigned();
    return code % 2 ? (code + 1) / 2 : -code / 2;
  };
  return { bit, bits, unsigned, signed };
};

const EXTENDED_SAR = 255;

/** Skips the parameters of a hypothetical decoder (annex E.1.2). */
const skipDecoderModel = ({ bits, unsigned }: ReturnType<typeof createBitReader>): void => {
  const count = unsigned() + 1;
  if (count > 32) throw new RangeError('an impossible count');
  bits(8);
  for (let index = 0; index < count; index += 1) {
    unsigned();
    unsigned();
    bits(1);
  }
  bits(20);
};

/** Reads the usability information at the end of a sequence parameter set (annex E.1.1), as far as times need it. */
const readUsability = (reader: ReturnType<typeof createBitReader>): Pick<SequenceParameters, 'reorderDepth' | 'pictureSeconds'> => {
  const { bit, bits, unsigned } = reader;
  if (bit() && bits(8) === EXTENDED_SAR) bits(32);
  if (bit()) bit();
  if (bit()) {
    bits(4);
    if (bit()) bits(24);
  }
  if (bit()) {
    unsigned();
    unsigned();
  }
  let pictureSeconds: number | undefined;
  if (bit()) {
    const [units, scale] = [bits(32), bits(32)];
    bit();
    // A picture has two fields, each of which lasts so many units.
    if (units > 0 && scale > 0) pictureSeconds = (2 * units) / scale;
  }
  const models = [bit(), 0];
  if (models[0]) skipDecoderModel(reader);
  models[1] = bit();
  if (models[1]) skipDecoderModel(reader);
  if (models[0] || models[1]) bit();
  bit();
  if (!bit()) return { reorderDepth: undefined, pictureSeconds };
  bit();
  for (let skipped = 0; skipped < 4; skipped += 1) unsigned();
  return { reorderDepth: unsigned(), pictureSeconds };
};

/** The same, or nothing where it can't be read: pictures are decoded without. */
const usabilityOf = (reader: ReturnType<typeof createBitReader>): Pick<SequenceParameters, 'reorderDepth' | 'pictureSeconds'> => {
  try {
    if (reader.bit()) return readUsability(reader);
  } catch {
    // It ends early.
  }
  return { reorderDepth: undefined, pictureSeconds: undefined };
};

const NAL_SLICE = 1;
const SLICE_B = 1;
/** Enough for the beginning of a slice: two codes of at most 32 bits. */
const SLICE_HEAD_BYTES = 24;

/** Tells whether a NAL unit is a slice of a B-frame, which may be shown before a picture that came earlier. */
export const isBidirectional = (nal: Buffer): boolean => {
  if ((nal[0]! & 0x1f) !== NAL_SLICE) return false;
  try {
    const { unsigned } = createBitReader(nal.subarray(0, SLICE_HEAD_BYTES));
    unsigned();
    return unsigned() % 5 === SLICE_B;
  } catch {
    return false;
  }
};

/** Reads a picture's order of showing, without its upper bits, from its first slice (7.3.3); undefined when it can't be read. */
export const readOrder = (nal: Buffer, { skippedBits, orderBits }: NonNullable<SequenceParameters['slices']>): number | undefined => {
  try {
    const { bits, unsigned } = createBitReader(nal.subarray(0, SLICE_HEAD_BYTES));
    for (let skipped = 0; skipped < 3; skipped += 1) unsigned();
    bits(skippedBits);
    if ((nal[0]! & 0x1f) === NAL_IDR) unsigned();
    return bits(orderBits);
  } catch {
    return undefined;
  }
};

const HIGH_PROFILES: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128]);

/** Profile and picture size of a sequence parameter set, or undefined when it can't be read. */
export const readSequenceParameters = (sps: Buffer): SequenceParameters | undefined => {
  if (sps.length < 5 || sps.length > MAX_PARAMETER_BYTES) return undefined;
  try {
    const reader = createBitReader(sps);
    const { bit, bits, unsigned, signed } = reader;
    const profile = bits(8);
    const compatibility = bits(8);
    const level = bits(8);
    unsigned();
    let chroma = 1;
    let planeBits = 0;
    if (HIGH_PROFILES.has(profile)) {
      chroma = unsigned();
      if (chroma === 3 && bit()) planeBits = 2;
      unsigned();
      unsigned();
      bit();
      if (bit()) {
        for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1) {
          if (!bit()) continue;
          let last = 8;
          let next = 8;
          for (let entry = 0; entry < (list < 6 ? 16 : 64); entry += 1) {
            if (next !== 0) next = (last + signed() + 256) % 256;
            last = next === 0 ? last : next;
          }
        }
      }
    }
    const skippedBits = planeBits + unsigned() + 4;
    const order = unsigned();
    let orderBits = 0;
    if (order === 0) orderBits = unsigned() + 4;
    else if (order === 1) {
      bit();
      signed();
      signed();
      const cycle = unsigned();
      if (cycle > 255) return undefined;
      for (let frame = 0; frame < cycle; frame += 1) signed();
    }
    unsigned();
    bit();
    const columns = unsigned() + 1;
    const rows = unsigned() + 1;
    const progressive = bit();
    if (!progressive) bit();
    bit();
    let [left, right, top, bottom] = [0, 0, 0, 0];
    if (bit()) [left, right, top, bottom] = [unsigned(), unsigned(), unsigned(), unsigned()];
    const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
    const unitY = (chroma === 1 ? 2 : 1) * (2 - progressive);
    const width = columns * 16 - (left + right) * unitX;
    const height = rows * 16 * (2 - progressive) - (top + bottom) * unitY;
    if (width <= 0 || height <= 0 || width > 8192 || height > 8192) return undefined;
    const slices = progressive && orderBits > 0 && orderBits <= 16 ? { skippedBits, orderBits } : undefined;
    return { profile, compatibility, level, width, height, slices, ...usabilityOf(reader) };
  } catch {
    return undefined;
  }
};

/** The codec string of a stream (RFC 6381). */
export const h264CodecOf = ({ profile, compatibility, level }: SequenceParameters): string =>
  `avc1.${[profile, compatibility, level].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
