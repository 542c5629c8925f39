// Audio and video as RTMP carries them: tags of FLV, and of Enhanced RTMP v2.

/** A codec that can't be taken: `name` is its FourCC, or a word for it. */
interface Refused {
  kind: 'refused';
  name: string;
}

/** Nothing to show. */
interface Ignored {
  kind: 'ignored';
}

export type VideoTag =
  | Refused
  | Ignored
  | { kind: 'config'; data: Buffer }
  | { kind: 'end' }
  | {
      kind: 'picture';
      isKey: boolean;
      /** Milliseconds from decoding to showing; negative ones exist. */
      composition: number;
      /** NAL units, each with its length. */
      data: Buffer;
    };

export type AudioTag = Refused | Ignored | { kind: 'config'; data: Buffer } | { kind: 'frame'; data: Buffer };

const IGNORED: Ignored = { kind: 'ignored' };
const KEY_FRAME = 1;
const AVC = 7;
const HEVC = 12;
const AAC = 10;
const ENHANCED_AUDIO = 9;

/** Types of packets of Enhanced RTMP. */
const PACKET = { config: 0, frames: 1, end: 2, framesWithoutComposition: 3, metadata: 4, multitrack: 6, modEx: 7 } as const;

const LEGACY_VIDEO: Readonly<Record<number, string>> = { 2: 'Sorenson H.263', 3: 'Screen Video', 4: 'VP6', 5: 'VP6', [HEVC]: 'HEVC' };
const LEGACY_AUDIO: Readonly<Record<number, string>> = {
  2: 'MP3',
  3: 'PCM',
  6: 'Nellymoser',
  7: 'G.711',
  8: 'G.711',
  11: 'Speex',
  14: 'MP3',
};
const FOUR_CC: Readonly<Record<string, string>> = { hvc1: 'HEVC', av01: 'AV1', vp09: 'VP9', vp08: 'VP8', vvc1: 'VVC' };

const refused = (name: string): Refused => ({ kind: 'refused', name });

/** Moves over extensions of a packet that say more about it. @returns undefined for a tag that breaks off */
const skipExtensions = (bytes: Buffer, first: number): { type: number; at: number } | undefined => {
  let [type, at] = [first, 1];
  while (type === PACKET.modEx) {
    let size = bytes[at];
    if (size === undefined) return undefined;
    at += 1;
    if (size === 255) {
      if (at + 2 > bytes.length) return undefined;
      size = bytes.readUInt16BE(at);
      at += 2;
    }
    at += size + 1;
    const next = bytes[at];
    if (next === undefined) return undefined;
    type = next & 0x0f;
    at += 1;
  }
  return { type, at };
};

interface EnhancedPacket {
  type: number;
  fourCc: string;
  at: number;
}

/** The packet of an enhanced tag; undefined for one that breaks off, and for further tracks. */
const enhancedPacket = (bytes: Buffer): EnhancedPacket | undefined => {
  const start = skipExtensions(bytes, bytes[0]! & 0x0f);
  if (!start) return undefined;
  let { type, at } = start;
  const isMultitrack = type === PACKET.multitrack;
  if (isMultitrack) {
    // One track alone is like none; several tracks in one tag are layers for others.
    const kind = bytes[at];
    if (kind === undefined || kind >> 4 !== 0) return undefined;
    type = kind & 0x0f;
    at += 1;
  }
  const fourCc = bytes.toString('latin1', at, at + 4);
  at += 4;
  if (fourCc.length < 4) return undefined;
  if (isMultitrack) {
    if (bytes[at] !== 0) return undefined;
    at += 1;
  }
  return { type, fourCc, at };
};

/** Composition times are signed, of three bytes. */
const compositionAt = (bytes: Buffer, at: number): number => bytes.readIntBE(at, 3);

const enhancedVideo = (bytes: Buffer): VideoTag => {
  const packet = enhancedPacket(bytes);
  if (!packet || packet.type === PACKET.metadata) return IGNORED;
  const { type, fourCc, at } = packet;
  if (fourCc !== 'avc1') return refused(FOUR_CC[fourCc] ?? fourCc.replace(/[^\w.-]/g, '?'));
  const isKey = ((bytes[0]! >> 4) & 0x07) === KEY_FRAME;
  if (type === PACKET.config) return { kind: 'config', data: bytes.subarray(at) };
  if (type === PACKET.end) return { kind: 'end' };
  if (type === PACKET.framesWithoutComposition) return { kind: 'picture', isKey, composition: 0, data: bytes.subarray(at) };
  if (type !== PACKET.frames || bytes.length < at + 3) return IGNORED;
  return { kind: 'picture', isKey, composition: compositionAt(bytes, at), data: bytes.subarray(at + 3) };
};

/** Reads a video message. Never throws. */
export const readVideoTag = (bytes: Buffer): VideoTag => {
  if (bytes.length < 2) return IGNORED;
  const first = bytes[0]!;
  if (first & 0x80) return enhancedVideo(bytes);
  const codec = first & 0x0f;
  if (codec !== AVC) return refused(LEGACY_VIDEO[codec] ?? `codec ${codec}`);
  if (bytes.length < 5) return IGNORED;
  if (bytes[1] === 0) return { kind: 'config', data: bytes.subarray(5) };
  if (bytes[1] === 2) return { kind: 'end' };
  if (bytes[1] !== 1) return IGNORED;
  return { kind: 'picture', isKey: first >> 4 === KEY_FRAME, composition: compositionAt(bytes, 2), data: bytes.subarray(5) };
};

const enhancedAudio = (bytes: Buffer): AudioTag => {
  const packet = enhancedPacket(bytes);
  if (!packet) return IGNORED;
  const { type, fourCc, at } = packet;
  if (fourCc !== 'mp4a') return refused(fourCc.replace(/[^\w.-]/g, '?'));
  if (type === PACKET.config) return { kind: 'config', data: bytes.subarray(at) };
  return type === PACKET.frames ? { kind: 'frame', data: bytes.subarray(at) } : IGNORED;
};

/** Reads an audio message. Never throws. */
export const readAudioTag = (bytes: Buffer): AudioTag => {
  if (bytes.length < 2) return IGNORED;
  const format = bytes[0]! >> 4;
  if (format === ENHANCED_AUDIO) return enhancedAudio(bytes);
  if (format !== AAC) return refused(LEGACY_AUDIO[format] ?? `format ${format}`);
  if (bytes[1] === 0) return { kind: 'config', data: bytes.subarray(2) };
  return bytes[1] === 1 && bytes.length > 2 ? { kind: 'frame', data: bytes.subarray(2) } : IGNORED;
};

/** The pieces of an AVC decoder configuration (ISO/IEC 14496-15, 5.3.3.1). */
export interface AvcConfiguration {
  /** Bytes of each NAL unit's length: 1, 2 or 4. */
  lengthBytes: number;
  sps: readonly Buffer[];
  pps: readonly Buffer[];
}

/** @returns undefined for a configuration that breaks off or says the impossible */
export const readAvcConfiguration = (bytes: Buffer): AvcConfiguration | undefined => {
  if (bytes.length < 7 || bytes[0] !== 1) return undefined;
  const lengthBytes = (bytes[4]! & 0x03) + 1;
  if (lengthBytes === 3) return undefined;
  let at = 5;
  const take = (mask: number): Buffer[] | undefined => {
    const count = bytes[at];
    if (count === undefined) return undefined;
    at += 1;
    const units: Buffer[] = [];
    for (let index = 0; index < (count & mask); index += 1) {
      if (at + 2 > bytes.length) return undefined;
      const size = bytes.readUInt16BE(at);
      if (size === 0 || at + 2 + size > bytes.length) return undefined;
      units.push(bytes.subarray(at + 2, at + 2 + size));
      at += 2 + size;
    }
    return units;
  };
  const sps = take(0x1f);
  const pps = take(0xff);
  return sps?.length && pps?.length ? { lengthBytes, sps, pps } : undefined;
};

/** NAL units that each follow their length. @returns undefined when a length reaches beyond the end */
export const splitUnits = (bytes: Buffer, lengthBytes: number): Buffer[] | undefined => {
  const units: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + lengthBytes > bytes.length) return undefined;
    const size = bytes.readUIntBE(at, lengthBytes);
    at += lengthBytes;
    if (at + size > bytes.length) return undefined;
    if (size > 0) units.push(bytes.subarray(at, at + size));
    at += size;
  }
  return units;
};

/** Facts of an AAC configuration (ISO/IEC 14496-3, 1.6.2.1). */
export interface AacConfiguration {
  objectType: number;
  /** Samples a second. */
  rate: number;
  channels: number;
}

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];

/** @returns undefined for a configuration that breaks off, and for rates and layouts that AAC in MP4 doesn't name */
export const readAacConfiguration = (bytes: Buffer): AacConfiguration | undefined => {
  if (bytes.length < 2) return undefined;
  const objectType = bytes[0]! >> 3;
  const rate = RATES[((bytes[0]! & 0x07) << 1) | (bytes[1]! >> 7)];
  const channels = (bytes[1]! >> 3) & 0x0f;
  return rate === undefined || channels === 0 || channels > 7 ? undefined : { objectType, rate, channels };
};

/** The header of an AAC frame outside of a container (ADTS, without CRC). */
export const adtsHeader = ({ objectType, rate, channels }: AacConfiguration, frameBytes: number): Buffer => {
  const size = frameBytes + 7;
  const profile = Math.max(0, objectType - 1) & 0x03;
  const index = RATES.indexOf(rate);
  return Buffer.from([
    0xff,
    0xf1,
    (profile << 6) | (index << 2) | (channels >> 2),
    ((channels & 0x03) << 6) | (size >> 11),
    (size >> 3) & 0xff,
    ((size & 0x07) << 5) | 0x1f,
    0xfc,
  ]);
};

/**
 * The step from one timestamp to the next, in milliseconds. Publishers count with 31 or 32 bits and wrap around: the nearest step is meant.
 */
export const timestampStep = (last: number, next: number): number => ((next - last) << 1) >> 1;
