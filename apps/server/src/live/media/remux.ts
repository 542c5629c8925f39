import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { AUDIO_CLOCK, AUDIO_TRACK, type TrackHead, VIDEO_CLOCK, VIDEO_TRACK, box, fullBox, movieHeader, trackBox } from './fmp4.ts';

/** Remuxes a fragmented recording to a plain MP4 with fast start. */

interface Box {
  type: string;
  /** Start and end of its content in the buffer. */
  from: number;
  to: number;
}

const boxesIn = function* (buffer: Buffer, from = 0, to = buffer.length): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const size = buffer.readUInt32BE(at);
    if (size < 8 || at + size > to) return;
    yield { type: buffer.toString('latin1', at + 4, at + 8), from: at + 8, to: at + size };
    at += size;
  }
};

const findBox = (buffer: Buffer, path: readonly string[], from = 0, to = buffer.length): Box | undefined => {
  for (const found of boxesIn(buffer, from, to)) {
    if (found.type !== path[0]) continue;
    return path.length === 1 ? found : findBox(buffer, path.slice(1), found.from, found.to);
  }
  return undefined;
};

const CLOCKS: Record<number, number> = { [VIDEO_TRACK]: VIDEO_CLOCK, [AUDIO_TRACK]: AUDIO_CLOCK };

/** Consecutive samples in the recording. */
interface Chunk {
  /** Index of the part file, and the offset in it. */
  part: number;
  offset: number;
  bytes: number;
  samples: number;
  /** Index of its sample description, from 1. */
  description: number;
}

interface TrackContent {
  entries: Buffer[];
  /** Index of the current sample description, from 1. */
  description: number;
  /** Of the largest picture. */
  width: number;
  height: number;
  startTime: number | undefined;
  endTime: number;
  durations: number[];
  sizes: number[];
  keys: number[];
  /** From decoding to showing, of each sample; all 0 where pictures aren't reordered. */
  compositions: number[];
  chunks: Chunk[];
}

const createTrackContent = (): TrackContent => ({
  entries: [],
  description: 0,
  width: 0,
  height: 0,
  startTime: undefined,
  endTime: 0,
  durations: [],
  sizes: [],
  keys: [],
  compositions: [],
  chunks: [],
});

const readHead = (moov: Buffer, tracks: Map<number, TrackContent>): void => {
  for (const trak of boxesIn(moov)) {
    if (trak.type !== 'trak') continue;
    const head = findBox(moov, ['tkhd'], trak.from, trak.to);
    const description = findBox(moov, ['mdia', 'minf', 'stbl', 'stsd'], trak.from, trak.to);
    if (!head || !description) continue;
    const id = moov.readUInt32BE(head.from + 12);
    const track = tracks.get(id) ?? createTrackContent();
    tracks.set(id, track);
    const entry = Buffer.from(moov.subarray(description.from + 8, description.to));
    const known = track.entries.findIndex((one) => one.equals(entry));
    if (known < 0) track.entries.push(entry);
    track.description = known < 0 ? track.entries.length : known + 1;
    const [width, height] = [moov.readUInt32BE(head.to - 8) >>> 16, moov.readUInt32BE(head.to - 4) >>> 16];
    if (width * height > track.width * track.height) [track.width, track.height] = [width, height];
  }
};

/** Position of a part file on the timeline of the whole recording. */
interface PartPosition {
  part: number;
  /** Seconds added to its times. */
  shift: number;
}

const readFragment = (moof: Buffer, moofAt: number, tracks: Map<number, TrackContent>, { part, shift }: PartPosition): void => {
  for (const traf of boxesIn(moof)) {
    if (traf.type !== 'traf') continue;
    const head = findBox(moof, ['tfhd'], traf.from, traf.to);
    const time = findBox(moof, ['tfdt'], traf.from, traf.to);
    const run = findBox(moof, ['trun'], traf.from, traf.to);
    const id = head && moof.readUInt32BE(head.from + 4);
    const track = id && tracks.get(id);
    if (!track || !time || !run) continue;
    const base = Number(moof.readBigUInt64BE(time.from + 4)) + Math.round(shift * CLOCKS[id]!);
    track.startTime ??= base;
    // A gap extends the duration of the sample before it.
    if (track.durations.length > 0) {
      const gap = base - track.endTime;
      track.durations[track.durations.length - 1] = Math.max(1, track.durations.at(-1)! + gap);
    }
    const flags = moof.readUInt32BE(run.from) & 0xffffff;
    const count = moof.readUInt32BE(run.from + 4);
    const chunk: Chunk = {
      part,
      offset: moofAt + moof.readInt32BE(run.from + 8),
      bytes: 0,
      samples: count,
      description: track.description,
    };
    let at = run.from + 12;
    track.endTime = base;
    for (let index = 0; index < count; index += 1) {
      const duration = moof.readUInt32BE(at);
      const size = moof.readUInt32BE(at + 4);
      const isKey = (flags & 0x400) === 0 || (moof.readUInt32BE(at + 8) & 0x10000) === 0;
      at += flags & 0x400 ? 12 : 8;
      track.compositions.push(flags & 0x800 ? moof.readInt32BE(at) : 0);
      at += flags & 0x800 ? 4 : 0;
      track.durations.push(duration);
      track.sizes.push(size);
      if (isKey) track.keys.push(track.sizes.length);
      track.endTime += duration;
      chunk.bytes += size;
    }
    track.chunks.push(chunk);
  }
};

/** Earliest time of a fragment, in seconds; undefined when it is empty. */
const startTimeOf = (moof: Buffer): number | undefined => {
  let begin: number | undefined;
  for (const traf of boxesIn(moof)) {
    if (traf.type !== 'traf') continue;
    const head = findBox(moof, ['tfhd'], traf.from, traf.to);
    const time = findBox(moof, ['tfdt'], traf.from, traf.to);
    const clock = head && CLOCKS[moof.readUInt32BE(head.from + 4)];
    if (!clock || !time) continue;
    begin = Math.min(begin ?? Infinity, Number(moof.readBigUInt64BE(time.from + 4)) / clock);
  }
  return begin;
};

const endTimeOf = (tracks: Map<number, TrackContent>): number =>
  Math.max(0, ...[...tracks].filter(([, { sizes }]) => sizes.length > 0).map(([id, { endTime }]) => endTime / CLOCKS[id]!));

/** Our own moov and moof boxes are never larger. */
const MAX_HEAD_BYTES = 16 * 1024 * 1024;

/** Reads the complete fragments of a part file, which follows the previous ones: a crash may have truncated its last fragment. */
const readPart = async (file: FileHandle, part: number, tracks: Map<number, TrackContent>): Promise<void> => {
  const { size: total } = await file.stat();
  const header = Buffer.alloc(8);
  let position: PartPosition | undefined;
  let fragment: { data: Buffer; at: number } | undefined;
  for (let at = 0; at + 8 <= total; ) {
    await file.read(header, 0, 8, at);
    const size = header.readUInt32BE(0);
    const type = header.toString('latin1', 4, 8);
    if (size < 8 || at + size > total) break;
    if (type === 'moov' || type === 'moof') {
      if (size > MAX_HEAD_BYTES) break;
      const data = Buffer.alloc(size - 8);
      await file.read(data, 0, data.length, at + 8);
      if (type === 'moov') readHead(data, tracks);
      else fragment = { data, at };
    } else if (type === 'mdat' && fragment) {
      const begin = startTimeOf(fragment.data);
      // The first part keeps its times; each further one begins where the previous ended.
      if (begin !== undefined) position ??= { part, shift: part === 0 ? 0 : endTimeOf(tracks) - begin };
      if (position) readFragment(fragment.data, fragment.at, tracks, position);
      fragment = undefined;
    }
    at += size;
  }
};

const table = (type: string, values: readonly number[], entries: number, head: readonly number[] = []): Buffer => {
  const content = Buffer.alloc((head.length + 1 + values.length) * 4);
  for (const [index, value] of head.entries()) content.writeUInt32BE(value, index * 4);
  content.writeUInt32BE(entries, head.length * 4);
  for (const [index, value] of values.entries()) content.writeUInt32BE(value >>> 0, (head.length + 1 + index) * 4);
  return fullBox(type, 0, 0, content);
};

const runLengths = (values: readonly number[]): number[] => {
  const runs: number[] = [];
  for (const value of values) {
    if (runs.length > 0 && runs.at(-1) === value) runs[runs.length - 2]! += 1;
    else runs.push(1, value);
  }
  return runs;
};

/** Composition times, signed as version 1 has them; none where every picture is shown as it is decoded. */
const compositionTable = ({ compositions }: TrackContent): Buffer[] => {
  if (compositions.every((composition) => composition === 0)) return [];
  const runs = runLengths(compositions);
  const content = Buffer.alloc(4 + runs.length * 4);
  content.writeUInt32BE(runs.length / 2, 0);
  for (const [index, value] of runs.entries()) content.writeInt32BE(value, 4 + index * 4);
  return [fullBox('ctts', 1, 0, content)];
};

/** How long after the first decoding the first picture is shown, in the track's clock. Key pictures are shown first. */
const leadOf = ({ compositions }: TrackContent): number => compositions[0] ?? 0;

const tablesOf = (track: TrackContent, offsets: readonly number[]): Buffer[] => {
  const durations = runLengths(track.durations);
  const chunkRuns: number[] = [];
  for (const [index, { samples, description }] of track.chunks.entries()) {
    if (chunkRuns.length > 0 && chunkRuns.at(-2) === samples && chunkRuns.at(-1) === description) continue;
    chunkRuns.push(index + 1, samples, description);
  }
  const isLarge = offsets.some((offset) => offset > 0xffff_ffff);
  const offsetTable = isLarge
    ? fullBox(
        'co64',
        0,
        0,
        (() => {
          const content = Buffer.alloc(4 + offsets.length * 8);
          content.writeUInt32BE(offsets.length);
          for (const [index, offset] of offsets.entries()) content.writeBigUInt64BE(BigInt(offset), 4 + index * 8);
          return content;
        })(),
      )
    : table('stco', offsets, offsets.length);
  return [
    table('stts', durations, durations.length / 2),
    ...compositionTable(track),
    ...(track.keys.length < track.sizes.length ? [table('stss', track.keys, track.keys.length)] : []),
    table('stsc', chunkRuns, chunkRuns.length / 3),
    table('stsz', track.sizes, track.sizes.length, [0]),
    offsetTable,
  ];
};

/**
 * An edit list: with an empty edit for a track that begins later than the movie, and the media time of its first picture where pictures are
 * reordered.
 */
const editsOf = (delayMs: number, durationMs: number, mediaTime: number): Buffer => {
  const entry = (length: number, media: number): Buffer => {
    const content = Buffer.alloc(12);
    content.writeUInt32BE(length, 0);
    content.writeInt32BE(media, 4);
    content.writeUInt32BE(0x10000, 8);
    return content;
  };
  const entries = [...(delayMs > 0 ? [entry(delayMs, -1)] : []), entry(durationMs, mediaTime)];
  const count = Buffer.alloc(4);
  count.writeUInt32BE(entries.length);
  return box('edts', fullBox('elst', 0, 0, count, ...entries));
};

const COPY_BYTES = 1024 * 1024;

/** The plain file's length and its largest picture, which is 0 by 0 where sound alone was recorded. */
export interface Remuxed {
  durationMs: number;
  width: number;
  height: number;
}

/**
 * Writes the part files of a fragmented recording as one plain MP4 with its tables at the front. The result is written atomically. A change of the
 * video format adds a sample entry; samples carry their parameter sets too, for players that read only the first entry.
 * @returns undefined when nothing playable was recorded
 */
export const remuxRecording = async (sources: readonly string[], target: string): Promise<Remuxed | undefined> => {
  const files: FileHandle[] = [];
  const draft = `${target}.draft`;
  try {
    const content = new Map<number, TrackContent>();
    for (const [part, source] of sources.entries()) {
      files.push(await open(source, 'r'));
      await readPart(files[part]!, part, content);
    }
    const tracks = [...content].filter(([, { sizes }]) => sizes.length > 0).sort(([one], [other]) => one - other);
    if (tracks.length === 0) return undefined;
    const video = tracks.find(([id]) => id === VIDEO_TRACK)?.[1];
    const shownFrom = (id: number, track: TrackContent): number => (track.startTime! + leadOf(track)) / CLOCKS[id]!;
    const begin = Math.min(...tracks.map(([id, track]) => shownFrom(id, track)));
    const end = Math.max(...tracks.map(([id, { endTime }]) => endTime / CLOCKS[id]!));
    const durationMs = Math.round((end - begin) * 1000);
    const chunks = tracks
      .flatMap(([id, { chunks: list }]) => list.map((chunk) => ({ ...chunk, id })))
      .sort((one, other) => one.part - other.part || one.offset - other.offset);
    const buildMoov = (dataAt: number): Buffer => {
      const offsets = new Map<number, number[]>(tracks.map(([id]) => [id, []]));
      let at = dataAt;
      for (const { id, bytes } of chunks) {
        offsets.get(id)!.push(at);
        at += bytes;
      }
      const traks = tracks.map(([id, track]) => {
        const clock = CLOCKS[id]!;
        const length = track.endTime - track.startTime!;
        const lengthMs = Math.round((length / clock) * 1000);
        const delayMs = Math.round((shownFrom(id, track) - begin) * 1000);
        const lead = Math.max(0, leadOf(track));
        const head: TrackHead = {
          trackId: id,
          clock,
          duration: length,
          kind: id === VIDEO_TRACK ? 'video' : 'audio',
          width: track.width,
          height: track.height,
          sampleTable: { entries: track.entries, tables: tablesOf(track, offsets.get(id)!) },
          ...(delayMs > 0 || lead > 0 ? { edits: editsOf(delayMs, lengthMs, lead) } : {}),
        };
        return trackBox(head, lengthMs + delayMs);
      });
      return box('moov', movieHeader(durationMs), ...traks);
    };
    const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'));
    // The size of the tables depends only on the width of the offsets, which the last one determines.
    const dataBytes = chunks.reduce((sum, { bytes }) => sum + bytes, 0);
    const isLarge = dataBytes > 0xfff0_0000;
    const headBytes = ftyp.length + buildMoov(isLarge ? 0x1_0000_0000 : 0).length;
    const mdatHead = Buffer.alloc(isLarge ? 16 : 8);
    mdatHead.writeUInt32BE(isLarge ? 1 : dataBytes + 8, 0);
    mdatHead.write('mdat', 4, 'latin1');
    if (isLarge) mdatHead.writeBigUInt64BE(BigInt(dataBytes + 16), 8);

    const out = await open(draft, 'w', 0o600);
    try {
      await out.write(Buffer.concat([ftyp, buildMoov(headBytes + mdatHead.length), mdatHead]));
      const buffer = Buffer.alloc(COPY_BYTES);
      for (const { part, offset, bytes } of chunks) {
        for (let done = 0; done < bytes; ) {
          const { bytesRead } = await files[part]!.read(buffer, 0, Math.min(COPY_BYTES, bytes - done), offset + done);
          if (bytesRead === 0) throw new Error(`${sources[part]} ends early`);
          await out.write(buffer, 0, bytesRead);
          done += bytesRead;
        }
      }
      await out.sync();
    } finally {
      await out.close();
    }
    await rename(draft, target);
    return { durationMs, width: video?.width ?? 0, height: video?.height ?? 0 };
  } finally {
    for (const file of files) await file.close();
    await rm(draft, { force: true });
  }
};
