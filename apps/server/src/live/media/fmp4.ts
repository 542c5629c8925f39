import type { SequenceParameters } from './h264.ts';

/** Fragmented MP4 (ISO/IEC 14496-12; AVC 14496-15; Opus in ISOBMFF, AAC 14496-14): only the boxes that live streaming needs. */

export const VIDEO_TRACK = 1;
export const AUDIO_TRACK = 2;
export const VIDEO_CLOCK = 90_000;
/** Opus and our AAC both count 48,000 a second. */
export const AUDIO_CLOCK = 48_000;

export type AudioCodec =
  | { kind: 'opus'; channels: number }
  | {
      kind: 'aac';
      channels: number;
      config: Buffer;
      /** Samples a second, where they aren't those of the track's clock. */
      rate?: number;
    };
export interface VideoCodec {
  kind: 'h264';
  sps: Buffer;
  pps: Buffer;
  parameters: SequenceParameters;
}

/** One frame in a fragment. Times are in the track's clock. */
export interface Sample {
  data: readonly Buffer[];
  size: number;
  duration: number;
  isKey: boolean;
  /** From decoding to showing; signed. */
  composition: number;
}

export interface TrackFragment {
  trackId: number;
  /** When its first sample is decoded. */
  baseTime: number;
  samples: readonly Sample[];
}

const u8 = (...values: number[]): Buffer => Buffer.from(values);
const u16 = (value: number): Buffer => Buffer.of((value >> 8) & 0xff, value & 0xff);
const u32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value >>> 0);
  return buffer;
};
const u64 = (value: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(Math.max(0, Math.round(value))));
  return buffer;
};
const zeros = (count: number): Buffer => Buffer.alloc(count);
const latin1 = (word: string): Buffer => Buffer.from(word, 'latin1');

export const box = (type: string, ...content: Buffer[]): Buffer => {
  const size = content.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([u32(size), latin1(type), ...content], size);
};
export const fullBox = (type: string, version: number, flags: number, ...content: Buffer[]): Buffer =>
  box(type, u32((version << 24) | flags), ...content);

const MATRIX = Buffer.concat([u32(0x10000), zeros(12), u32(0x10000), zeros(12), u32(0x40000000)]);

/** A descriptor of MPEG-4 systems; its length in four bytes. */
const descriptor = (tag: number, ...content: Buffer[]): Buffer => {
  const size = content.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([u8(tag, 0x80 | (size >> 21), 0x80 | ((size >> 14) & 0x7f), 0x80 | ((size >> 7) & 0x7f), size & 0x7f), ...content]);
};

const videoEntry = ({ sps, pps, parameters }: VideoCodec): Buffer =>
  box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(parameters.width),
    u16(parameters.height),
    u32(0x480000),
    u32(0x480000),
    u32(0),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
    box(
      'avcC',
      u8(1, parameters.profile, parameters.compatibility, parameters.level, 0xff, 0xe1),
      u16(sps.length),
      sps,
      u8(1),
      u16(pps.length),
      pps,
      ...(HIGH_PROFILES_WITH_FORMAT.has(parameters.profile) ? [u8(0xfd, 0xf8, 0xf8, 0)] : []),
    ),
    box('pasp', u32(1), u32(1)),
  );
/** Profiles whose decoder configuration ends with chroma format and bit depths (14496-15, 5.3.3.1.2); ours are 4:2:0 of 8 bits. */
const HIGH_PROFILES_WITH_FORMAT: ReadonlySet<number> = new Set([100, 110, 122, 144]);

const audioEntry = (codec: AudioCodec): Buffer => {
  const rate = (codec.kind === 'aac' ? codec.rate : undefined) ?? AUDIO_CLOCK;
  const sound = [zeros(6), u16(1), zeros(8), u16(codec.channels), u16(16), zeros(4), u32(rate * 0x10000)];
  if (codec.kind === 'opus')
    // Pre-skip 0: a live stream is joined at any point.
    return box('Opus', ...sound, box('dOps', u8(0, codec.channels), u16(0), u32(AUDIO_CLOCK), u16(0), u8(0)));
  const decoder = descriptor(4, u8(0x40, 0x15), zeros(3), u32(128_000), u32(128_000), descriptor(5, codec.config));
  return box('mp4a', ...sound, fullBox('esds', 0, 0, descriptor(3, u16(AUDIO_TRACK), u8(0), decoder, descriptor(6, u8(2)))));
};

/** A track's sample tables; all empty in a fragmented file. */
export interface SampleTables {
  /** Sample descriptions; more than one when the decoder configuration changed. */
  entries: Buffer[];
  tables: Buffer[];
}

export interface TrackHead {
  trackId: number;
  clock: number;
  duration: number;
  kind: 'video' | 'audio';
  width: number;
  height: number;
  sampleTable: SampleTables;
  edits?: Buffer;
}

const EMPTY_TABLES = [
  fullBox('stts', 0, 0, u32(0)),
  fullBox('stsc', 0, 0, u32(0)),
  fullBox('stsz', 0, 0, u32(0), u32(0)),
  fullBox('stco', 0, 0, u32(0)),
];

/** @param movieDuration in milliseconds, the unit of the movie header */
export const trackBox = (head: TrackHead, movieDuration: number): Buffer =>
  box(
    'trak',
    fullBox(
      'tkhd',
      0,
      3,
      zeros(8),
      u32(head.trackId),
      zeros(4),
      u32(movieDuration),
      zeros(8),
      u16(0),
      u16(0),
      u16(head.kind === 'audio' ? 0x0100 : 0),
      zeros(2),
      MATRIX,
      u32(head.width << 16),
      u32(head.height << 16),
    ),
    ...(head.edits ? [head.edits] : []),
    box(
      'mdia',
      fullBox('mdhd', 1, 0, zeros(16), u32(head.clock), u64(head.duration), u16(0x55c4), u16(0)),
      fullBox('hdlr', 0, 0, zeros(4), latin1(head.kind === 'video' ? 'vide' : 'soun'), zeros(12), u8(0)),
      box(
        'minf',
        head.kind === 'video' ? fullBox('vmhd', 0, 1, zeros(8)) : fullBox('smhd', 0, 0, zeros(4)),
        box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
        box('stbl', fullBox('stsd', 0, 0, u32(head.sampleTable.entries.length), ...head.sampleTable.entries), ...head.sampleTable.tables),
      ),
    ),
  );

export const movieHeader = (duration: number): Buffer =>
  fullBox('mvhd', 0, 0, zeros(8), u32(1000), u32(duration), u32(0x10000), u16(0x0100), zeros(10), MATRIX, zeros(24), u32(AUDIO_TRACK + 1));

/** Heads of the tracks; a show without pictures has the sound alone. */
export const trackHeads = (video: VideoCodec | undefined, audio: AudioCodec | undefined): TrackHead[] => {
  const heads: TrackHead[] = [];
  if (video)
    heads.push({
      trackId: VIDEO_TRACK,
      clock: VIDEO_CLOCK,
      duration: 0,
      kind: 'video',
      width: video.parameters.width,
      height: video.parameters.height,
      sampleTable: { entries: [videoEntry(video)], tables: EMPTY_TABLES },
    });
  if (audio)
    heads.push({
      trackId: AUDIO_TRACK,
      clock: AUDIO_CLOCK,
      duration: 0,
      kind: 'audio',
      width: 0,
      height: 0,
      sampleTable: { entries: [audioEntry(audio)], tables: EMPTY_TABLES },
    });
  return heads;
};

/** The init segment of a fragmented file. */
export const initSegment = (video: VideoCodec | undefined, audio: AudioCodec | undefined): Buffer => {
  const heads = trackHeads(video, audio);
  return Buffer.concat([
    box('ftyp', latin1('iso5'), u32(512), latin1('iso5iso6mp41')),
    box(
      'moov',
      movieHeader(0),
      ...heads.map((head) => trackBox(head, 0)),
      box('mvex', ...heads.map(({ trackId }) => fullBox('trex', 0, 0, u32(trackId), u32(1), zeros(12)))),
    ),
  ]);
};

const KEY = 0x02000000;
const NOT_KEY = 0x01010000;

/** Bytes of a sample in a run. */
const sampleBytes = (isVideo: boolean, isReordered: boolean): number => 8 + (isVideo ? 4 : 0) + (isReordered ? 4 : 0);
/** Flags of a run: offset of the data, durations and sizes; for video also flags of samples. */
const RUN_FLAGS = 0x000301;
const SAMPLE_FLAGS = 0x000400;
/** With version 1, which makes composition times signed. */
const COMPOSITION_FLAGS = 0x01000800;

/** One fragment: all samples of video, then all of audio. */
export const fragment = (sequence: number, tracks: readonly TrackFragment[]): Buffer => {
  const filled = tracks.filter(({ samples }) => samples.length > 0);
  // Only runs with reordered pictures have composition times.
  const reorders = filled.map(({ samples }) => samples.some(({ composition }) => composition !== 0));
  // Sizes first, because each run contains the offset of its data.
  const runSizes = filled.map(
    ({ trackId, samples }, index) => 20 + samples.length * sampleBytes(trackId === VIDEO_TRACK, reorders[index]!),
  );
  const moofSize = 8 + 16 + runSizes.reduce((sum, run) => sum + 8 + 16 + 20 + run, 0);
  const dataSize = filled.reduce((sum, { samples }) => sum + samples.reduce((bytes, { size }) => bytes + size, 0), 0);
  const out = Buffer.allocUnsafe(moofSize + 8 + dataSize);
  let at = 0;
  const writeU32 = (value: number): void => {
    at = out.writeUInt32BE(value >>> 0, at);
  };
  const writeType = (word: string): void => {
    at += out.write(word, at, 'latin1');
  };
  writeU32(moofSize);
  writeType('moof');
  writeU32(16);
  writeType('mfhd');
  writeU32(0);
  writeU32(sequence);
  let dataAt = moofSize + 8;
  for (const [index, { trackId, baseTime, samples }] of filled.entries()) {
    writeU32(8 + 16 + 20 + runSizes[index]!);
    writeType('traf');
    writeU32(16);
    writeType('tfhd');
    // Data offsets count from the fragment's own beginning.
    writeU32(0x020000);
    writeU32(trackId);
    writeU32(20);
    writeType('tfdt');
    writeU32(0x01000000);
    at = out.writeBigUInt64BE(BigInt(Math.max(0, Math.round(baseTime))), at);
    writeU32(runSizes[index]!);
    writeType('trun');
    const isVideo = trackId === VIDEO_TRACK;
    const isReordered = reorders[index]!;
    writeU32(RUN_FLAGS | (isVideo ? SAMPLE_FLAGS : 0) | (isReordered ? COMPOSITION_FLAGS : 0));
    writeU32(samples.length);
    writeU32(dataAt);
    for (const { duration, size, isKey, composition } of samples) {
      writeU32(duration);
      writeU32(size);
      if (isVideo) writeU32(isKey ? KEY : NOT_KEY);
      if (isReordered) at = out.writeInt32BE(composition, at);
      dataAt += size;
    }
  }
  writeU32(8 + dataSize);
  writeType('mdat');
  for (const { samples } of filled) for (const { data } of samples) for (const piece of data) at += piece.copy(out, at);
  return out;
};

const CLOCKS: Readonly<Record<number, number>> = { [VIDEO_TRACK]: VIDEO_CLOCK, [AUDIO_TRACK]: AUDIO_CLOCK };

/** Shifts one of our fragments back by a number of seconds: for a file that begins in the middle of a stream. */
export const shiftFragment = (data: Buffer, seconds: number): Buffer[] => {
  const moofSize = data.readUInt32BE(0);
  const moof = Buffer.from(data.subarray(0, moofSize));
  for (let traf = 24; traf + 56 <= moofSize; traf += moof.readUInt32BE(traf)) {
    // tfhd and tfdt are the first two boxes of ours, of 16 and 20 bytes.
    const time = Number(moof.readBigUInt64BE(traf + 36)) - Math.round(seconds * CLOCKS[moof.readUInt32BE(traf + 20)]!);
    moof.writeBigUInt64BE(BigInt(Math.max(0, time)), traf + 36);
  }
  return [moof, data.subarray(moofSize)];
};

/** NAL units with length prefixes, as in an MP4. */
export const videoSample = (nals: readonly Buffer[], duration: number, isKey: boolean, composition = 0): Sample => {
  const data: Buffer[] = [];
  let size = 0;
  for (const nal of nals) {
    data.push(u32(nal.length), nal);
    size += 4 + nal.length;
  }
  return { data, size, duration, isKey, composition };
};

export const audioSample = (frame: Buffer, duration: number): Sample => ({
  data: [frame],
  size: frame.length,
  duration,
  isKey: true,
  composition: 0,
});
