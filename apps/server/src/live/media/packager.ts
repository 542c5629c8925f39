import {
  AUDIO_CLOCK,
  AUDIO_TRACK,
  type AudioCodec,
  type Sample,
  VIDEO_CLOCK,
  VIDEO_TRACK,
  type VideoCodec,
  audioSample,
  durationOf,
  fragment,
  initSegment,
  videoSample,
} from './fmp4.ts';
import { type AccessUnit, MAX_PARAMETER_BYTES, readSequenceParameters } from './h264.ts';
import {
  KEPT_SECONDS,
  MAX_KEPT_BYTES,
  MAX_SEGMENT_SECONDS,
  MIN_KEPT_SECONDS,
  PART_SECONDS,
  SEGMENT_SECONDS,
  secondsAfter,
} from './window.ts';

/**
 * Target of the first segment, and of the first after a pause: two parts, because players can't start before it is complete. With one second the
 * first picture comes 1.4 s after going live.
 */
const FIRST_SEGMENT_SECONDS = 2 * PART_SECONDS;
/** How long before the target duration a key frame is requested. */
const KEY_FRAME_LEAD_SECONDS = 0.1;
/** How long a part waits for its audio, which an encoder may delay. */
const AUDIO_TIMEOUT_MS = 300;
/** Audio frames buffered until their pictures arrive: some seconds. */
const MAX_BUFFERED_AUDIO_FRAMES = 500;
/** Duration of the last picture, which has no successor. */
const LAST_PICTURE_TICKS = VIDEO_CLOCK / 30;

export interface Part {
  data: Buffer;
  /** Seconds on the stream's timeline. */
  from: number;
  /** Seconds. */
  duration: number;
  /** Begins with a key frame. */
  independent: boolean;
}

export interface Segment {
  /** Media sequence number. */
  number: number;
  init: number;
  discontinuity: boolean;
  /** At least one. */
  parts: Part[];
  /** Seconds so far. */
  duration: number;
  complete: boolean;
  /** When its first picture arrived, for latency and EXT-X-PROGRAM-DATE-TIME. */
  startedAt: number;
}

/** A piece of the continuous fMP4 for recordings and progressive viewers: an init segment or a fragment. */
export interface WrittenPiece {
  kind: 'init' | 'fragment';
  data: Buffer;
  /** Begins with a key frame. */
  isKey: boolean;
  init: number;
  /** Seconds on the stream's timeline, and how many of them; both 0 of an init segment. */
  from: number;
  duration: number;
}

export interface PackagerEvents {
  /** A part or the end was added. */
  changed(): void;
  written(piece: WrittenPiece): void;
  needKeyFrame(): void;
}

export interface PackagerClocks {
  /** Milliseconds since 1970. */
  wall(): number;
  /** Milliseconds of a monotonic clock. */
  monotonic(): number;
}

/** Seconds between 1970 and 2020. */
const YEAR_2020 = 1_577_836_800;

/**
 * The first media sequence number of a stream: the seconds since 2020. A segment takes two seconds, the first one less than a process takes to
 * start again, so a restarted process always starts above the numbers of the previous one (draft-pantos-hls-rfc8216bis, section 6.2.2: they may
 * never decrease).
 */
export const firstNumberAt = (wallMs: number): number => Math.max(0, Math.floor(wallMs / 1000) - YEAR_2020);

/**
 * The first discontinuity sequence number. It should differ from those of the previous process, which players remember; but players loop over all
 * numbers below (hls.js freezes at 200 million), so it wraps around after a day.
 */
const firstDiscontinuityAt = (wallMs: number): number => Math.floor(firstNumberAt(wallMs) / 10) % 8192;

const bytesOf = ({ parts }: Segment): number => parts.reduce((sum, { data }) => sum + data.length, 0);

/** How many of the oldest segments are no longer kept. */
const outdatedOf = (segments: readonly Segment[]): number => {
  const after = secondsAfter(segments);
  let bytes = segments.reduce((sum, segment) => sum + bytesOf(segment), 0);
  let count = 0;
  for (const [index, segment] of segments.entries()) {
    if (after[index]! < KEPT_SECONDS && (bytes <= MAX_KEPT_BYTES || after[index]! < MIN_KEPT_SECONDS)) break;
    bytes -= bytesOf(segment);
    count += 1;
  }
  return count;
};

/** The properties of a new segment. */
interface SegmentStart {
  init: number;
  /** The init segment, if it is a new one. */
  head: Buffer | undefined;
  discontinuity: boolean;
  startedAt: number;
}

/** A part whose pictures are complete and wait for their audio, or the end of the segment. */
type Step = { kind: 'part'; opens: SegmentStart | undefined; pictures: Sample[]; from: number; since: number } | { kind: 'close' };

/**
 * Packages one publisher's video and audio as LL-HLS in memory (draft-pantos-hls-rfc8216bis): fragments are parts, parts make
 * segments, a segment begins with a key frame. A publisher that reconnects continues on the same timeline after a discontinuity.
 */
export const createPackager = (
  events: PackagerEvents,
  clocks: PackagerClocks = { wall: () => Date.now(), monotonic: () => performance.now() },
) => {
  const firstNumber = firstNumberAt(clocks.wall());
  const segments: Segment[] = [];
  const inits = new Map<number, Buffer>();
  let video: VideoCodec | undefined;
  let audio: AudioCodec | undefined;
  let hasNewAudio = false;
  let nextNumber = firstNumber;
  let nextInit = firstNumber;
  let fragmentNumber = 0;
  let discontinuities = firstDiscontinuityAt(clocks.wall());
  /** Also for the first segment: players may have played segments of a previous process. */
  let isDiscontinuous = true;
  let needsKey = true;
  let ended = false;
  let version = 0;

  // The picture and the audio frame whose durations are not known yet.
  let pending: { unit: AccessUnit; time: number } | undefined;
  let pendingAudio: { frame: Buffer; time: number } | undefined;
  /** The segment in progress: its start and its target duration. */
  let current: { from: number; aim: number } | undefined;
  let segmentStart: SegmentStart | undefined;
  let pictures: Sample[] = [];
  let picturesFrom = 0;
  let picturesDuration = 0;
  const steps: Step[] = [];
  let audioFrames: { sample: Sample; time: number }[] = [];
  /** No audio arrives: parts are published without it until it resumes. */
  let isAudioLate = false;
  let end = 0;

  const announce = (): void => {
    version += 1;
    events.changed();
  };
  const toAudioTime = (videoTime: number): number => (videoTime / VIDEO_CLOCK) * AUDIO_CLOCK;

  const open = ({ init, head, discontinuity, startedAt }: SegmentStart): Segment => {
    if (head) events.written({ kind: 'init', data: head, isKey: false, init, from: 0, duration: 0 });
    const segment: Segment = { number: nextNumber, init, discontinuity, parts: [], duration: 0, complete: false, startedAt };
    nextNumber += 1;
    segments.push(segment);
    return segment;
  };
  const addPart = (step: Extract<Step, { kind: 'part' }>): void => {
    const segment = step.opens ? open(step.opens) : segments.at(-1)!;
    const ticks = durationOf(step.pictures);
    const endTime = toAudioTime(step.from + ticks);
    const count = audioFrames.findIndex(({ time }) => time >= endTime);
    const own = audioFrames.splice(0, count < 0 ? audioFrames.length : count);
    fragmentNumber += 1;
    const data = fragment(fragmentNumber, [
      { trackId: VIDEO_TRACK, baseTime: step.from, samples: step.pictures },
      { trackId: AUDIO_TRACK, baseTime: own[0]?.time ?? 0, samples: own.map(({ sample }) => sample) },
    ]);
    const part = { data, from: step.from / VIDEO_CLOCK, duration: ticks / VIDEO_CLOCK, independent: step.pictures[0]!.isKey };
    segment.parts.push(part);
    segment.duration += part.duration;
    events.written({ kind: 'fragment', isKey: part.independent, init: segment.init, data, from: part.from, duration: part.duration });
  };
  const closeSegment = (): void => {
    const segment = segments.at(-1);
    if (!segment || segment.complete) return;
    segment.complete = true;
    for (const { discontinuity } of segments.splice(0, outdatedOf(segments))) if (discontinuity) discontinuities += 1;
    for (const init of inits.keys()) if (init < segments[0]!.init) inits.delete(init);
  };
  const waitsForAudio = ({ pictures: own, from, since }: Extract<Step, { kind: 'part' }>): boolean => {
    if (!audio || isAudioLate) return false;
    if (pendingAudio && pendingAudio.time >= toAudioTime(from + durationOf(own))) return false;
    if (clocks.monotonic() - since < AUDIO_TIMEOUT_MS) return true;
    isAudioLate = true;
    return false;
  };
  /** Publishes parts whose audio has arrived, in order. */
  const publishReady = (mayWait: boolean): void => {
    const before = steps.length;
    for (let step = steps[0]; step; step = steps[0]) {
      if (step.kind === 'close') closeSegment();
      else if (mayWait && waitsForAudio(step)) break;
      else addPart(step);
      steps.shift();
    }
    if (steps.length < before) announce();
  };

  const cutPart = (): void => {
    if (pictures.length === 0) return;
    steps.push({ kind: 'part', opens: segmentStart, pictures, from: picturesFrom, since: clocks.monotonic() });
    segmentStart = undefined;
    pictures = [];
    picturesDuration = 0;
  };
  const cutSegment = (): void => {
    cutPart();
    if (current) steps.push({ kind: 'close' });
    current = undefined;
  };

  /** Reads the decoder configuration of a key frame; true when it changed. */
  const updateCodec = (unit: AccessUnit): boolean => {
    if (
      !unit.sps ||
      !unit.pps ||
      unit.pps.length > MAX_PARAMETER_BYTES ||
      (video && video.sps.equals(unit.sps) && video.pps.equals(unit.pps))
    )
      return false;
    const parameters = readSequenceParameters(unit.sps);
    if (!parameters) return false;
    video = { kind: 'h264', sps: Buffer.from(unit.sps), pps: Buffer.from(unit.pps), parameters };
    return true;
  };

  const addPicture = ({ unit, time }: { unit: AccessUnit; time: number }, duration: number): void => {
    let isNew = unit.isKey && updateCodec(unit);
    if (!video) return;
    if (unit.isKey && hasNewAudio) {
      hasNewAudio = false;
      isNew = true;
    }
    const length = current ? (time - current.from) / VIDEO_CLOCK : 0;
    if (!current || isNew || isDiscontinuous || (unit.isKey && length > current.aim / 2) || length >= MAX_SEGMENT_SECONDS) {
      cutSegment();
      let head: Buffer | undefined;
      if (isNew) {
        if (inits.size > 0) isDiscontinuous = true;
        head = initSegment(video, audio);
        inits.set(nextInit, head);
        nextInit += 1;
      }
      current = { from: time, aim: isDiscontinuous ? FIRST_SEGMENT_SECONDS : SEGMENT_SECONDS };
      segmentStart = { init: nextInit - 1, head, discontinuity: isDiscontinuous, startedAt: clocks.wall() };
      isDiscontinuous = false;
    }
    if ((picturesDuration + duration) / VIDEO_CLOCK > PART_SECONDS) cutPart();
    if (pictures.length === 0) picturesFrom = time;
    // Parameter sets stay in the sample, for players that read only the first init segment of a file.
    pictures.push(videoSample(unit.nals, duration, unit.isKey));
    picturesDuration += duration;
    end = Math.max(end, time + duration);
    if ((time + duration - current.from) / VIDEO_CLOCK > current.aim - KEY_FRAME_LEAD_SECONDS) events.needKeyFrame();
    // Another picture of this duration would exceed the part's limit: cut it now.
    if ((picturesDuration + duration) / VIDEO_CLOCK > PART_SECONDS) cutPart();
  };

  return {
    /** Sets the audio codec; called before the first picture. */
    setAudio(codec: AudioCodec | undefined): void {
      if (video && (codec?.kind !== audio?.kind || codec?.channels !== audio?.channels)) hasNewAudio = true;
      audio = codec;
    },
    /** @param time in the video clock, from any origin, increasing */
    pushVideo(unit: AccessUnit, time: number): void {
      if (ended || (needsKey && !unit.isKey)) return;
      needsKey = false;
      if (pending) {
        const duration = time - pending.time;
        // Drops pictures whose time doesn't increase.
        if (duration <= 0) return;
        addPicture(pending, duration);
      }
      pending = { unit, time };
      publishReady(true);
    },
    /** @param time in the audio clock, from the same origin */
    pushAudio(frame: Buffer, time: number): void {
      if (ended || !audio) return;
      if (pendingAudio) {
        const duration = time - pendingAudio.time;
        if (duration <= 0) return;
        // Audio before the first picture is dropped.
        if (current || pending) {
          audioFrames.push({ sample: audioSample(pendingAudio.frame, duration), time: pendingAudio.time });
          end = Math.max(end, Math.ceil((time / AUDIO_CLOCK) * VIDEO_CLOCK));
        }
      }
      pendingAudio = { frame, time };
      if (isAudioLate && time >= toAudioTime(picturesFrom)) isAudioLate = false;
      // Bounds the buffer when no pictures arrive.
      if (audioFrames.length > MAX_BUFFERED_AUDIO_FRAMES) audioFrames.shift();
      publishReady(true);
    },
    /** A picture was lost: drops pictures until the next key frame. */
    onPictureLost(): void {
      needsKey = true;
      events.needKeyFrame();
    },
    /** The publisher left, or returned with other clocks. */
    interrupt(): void {
      if (pending) addPicture(pending, LAST_PICTURE_TICKS);
      pending = undefined;
      pendingAudio = undefined;
      cutSegment();
      publishReady(false);
      audioFrames = [];
      isDiscontinuous = true;
      isAudioLate = false;
      needsKey = true;
    },
    end(): void {
      if (ended) return;
      this.interrupt();
      ended = true;
      announce();
    },
    /** The end of the timeline, in the video clock: a returning publisher continues from here. */
    position: (): number => end,
    segments: (): readonly Segment[] => segments,
    /** The media sequence number of the next segment. */
    nextNumber: (): number => nextNumber,
    init: (index: number): Buffer | undefined => inits.get(index),
    video: (): VideoCodec | undefined => video,
    audio: (): AudioCodec | undefined => audio,
    /** The discontinuity sequence number of the first kept segment. */
    discontinuities: (): number => discontinuities,
    isEnded: (): boolean => ended,
    /** Another one for each change of the segments, so that what is made of them can be kept meanwhile. */
    version: (): number => version,
  };
};

export type Packager = ReturnType<typeof createPackager>;
