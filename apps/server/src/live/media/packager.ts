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

/** Aims of the packaging, in seconds (measured in design: 2 s and 0.3 s give about a second of latency). */
export const SEGMENT_SECONDS = 2;
export const PART_SECONDS = 0.3;
/** The first segment, and the first after a pause, is cut short: nobody can begin before it is whole. */
const FIRST_SEGMENT_SECONDS = 1;
/** A segment is cut here even without a key frame, so that no duration rounds above the target. */
const LONGEST_SEGMENT_SECONDS = 2.4;
/** When a key frame is asked for, so that it is there in time. */
const KEY_LEAD_SECONDS = 0.1;
/** Segments that stay addressable; the playlist names fewer. */
const KEPT_SEGMENTS = 12;
/** How long a part waits for its sound, which an encoder may hold back. */
const SOUND_PATIENCE_MS = 300;
/** Frames of sound kept for pictures to come: some seconds. */
const MAX_WAITING_SOUNDS = 500;
/** How long a picture is shown of which no end is known. */
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
  /** Seconds; what is there so far while it grows. */
  duration: number;
  complete: boolean;
  /** When its first picture came, for latency and EXT-X-PROGRAM-DATE-TIME. */
  startedAt: number;
}

/** A piece of the endless file that a recording or a progressive viewer follows: a new head, or a fragment. */
export interface WrittenPiece {
  kind: 'init' | 'fragment';
  data: Buffer;
  /** Begins with a key frame. */
  isKey: boolean;
  init: number;
}

export interface PackagerEvents {
  /** A part, or the end, was added. */
  changed(): void;
  written(piece: WrittenPiece): void;
  needKeyFrame(): void;
}

export interface PackagerClocks {
  /** Milliseconds since 1970. */
  wall(): number;
  /** Milliseconds of a clock that never jumps. */
  steady(): number;
}

/** Seconds between 1970 and 2020. */
const YEAR_2020 = 1_577_836_800;

/**
 * Where a stream's numbers begin: at the seconds since 2020. Segments take a second or more each, so a process that starts again always goes on
 * above the numbers of the one before (draft-pantos-hls-rfc8216bis, section 6.2.2: they may never fall).
 */
export const firstNumberAt = (wallMs: number): number => Math.max(0, Math.floor(wallMs / 1000) - YEAR_2020);

/**
 * Where its discontinuities begin. They should differ from those of a process before, which players remember; but players do work for each number
 * below (hls.js stands still at 200 million), so they come round after a day.
 */
const firstDiscontinuityAt = (wallMs: number): number => Math.floor(firstNumberAt(wallMs) / 10) % 8192;

/** What a segment begins with. */
interface Opening {
  init: number;
  /** The head's bytes where it is a new one. */
  head: Buffer | undefined;
  discontinuity: boolean;
  startedAt: number;
}

/** Pictures cut off for a part, waiting for their sound; or the end of the segment. */
type Step = { kind: 'part'; opens: Opening | undefined; pictures: Sample[]; from: number; since: number } | { kind: 'close' };

/**
 * Turns pictures and sound of one publisher into LL-HLS in memory (draft-pantos-hls-rfc8216bis): fragments are parts, parts make
 * segments, a segment begins with a key frame. A publisher that comes back goes on in the same timeline after a discontinuity.
 */
export const createPackager = (
  events: PackagerEvents,
  clocks: PackagerClocks = { wall: () => Date.now(), steady: () => performance.now() },
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
  /** The first segment is one too: players may come from a process before this one. */
  let isDiscontinuous = true;
  let needsKey = true;
  let ended = false;

  // The picture and the frame of sound whose durations are not known yet.
  let pending: { unit: AccessUnit; time: number } | undefined;
  let pendingSound: { frame: Buffer; time: number } | undefined;
  /** The segment that pictures are cut for: when it began, and how long it should become. */
  let cut: { from: number; aim: number } | undefined;
  let opening: Opening | undefined;
  let pictures: Sample[] = [];
  let picturesFrom = 0;
  let picturesDuration = 0;
  const steps: Step[] = [];
  let sounds: { sample: Sample; time: number }[] = [];
  /** The sound stays away: parts go without it until it is back. */
  let isSoundLate = false;
  let end = 0;

  const soundTime = (videoTime: number): number => (videoTime / VIDEO_CLOCK) * AUDIO_CLOCK;

  const open = ({ init, head, discontinuity, startedAt }: Opening): Segment => {
    if (head) events.written({ kind: 'init', data: head, isKey: false, init });
    const segment: Segment = { number: nextNumber, init, discontinuity, parts: [], duration: 0, complete: false, startedAt };
    nextNumber += 1;
    segments.push(segment);
    return segment;
  };
  const addPart = (step: Extract<Step, { kind: 'part' }>): void => {
    const segment = step.opens ? open(step.opens) : segments.at(-1)!;
    const ticks = durationOf(step.pictures);
    const until = soundTime(step.from + ticks);
    const count = sounds.findIndex(({ time }) => time >= until);
    const own = sounds.splice(0, count < 0 ? sounds.length : count);
    fragmentNumber += 1;
    const data = fragment(fragmentNumber, [
      { trackId: VIDEO_TRACK, baseTime: step.from, samples: step.pictures },
      { trackId: AUDIO_TRACK, baseTime: own[0]?.time ?? 0, samples: own.map(({ sample }) => sample) },
    ]);
    const part = { data, from: step.from / VIDEO_CLOCK, duration: ticks / VIDEO_CLOCK, independent: step.pictures[0]!.isKey };
    segment.parts.push(part);
    segment.duration += part.duration;
    events.written({ kind: 'fragment', data, isKey: part.independent, init: segment.init });
  };
  const closeSegment = (): void => {
    const segment = segments.at(-1);
    if (!segment || segment.complete) return;
    segment.complete = true;
    while (segments.length > KEPT_SEGMENTS) if (segments.shift()!.discontinuity) discontinuities += 1;
    for (const init of inits.keys()) if (init < segments[0]!.init) inits.delete(init);
  };
  const waitsForSound = ({ pictures: own, from, since }: Extract<Step, { kind: 'part' }>): boolean => {
    if (!audio || isSoundLate) return false;
    if (pendingSound && pendingSound.time >= soundTime(from + durationOf(own))) return false;
    if (clocks.steady() - since < SOUND_PATIENCE_MS) return true;
    isSoundLate = true;
    return false;
  };
  /** Gives out what has its sound, in order. */
  const advance = (isPatient: boolean): void => {
    const before = steps.length;
    for (let step = steps[0]; step; step = steps[0]) {
      if (step.kind === 'close') closeSegment();
      else if (isPatient && waitsForSound(step)) break;
      else addPart(step);
      steps.shift();
    }
    if (steps.length < before) events.changed();
  };

  const cutPart = (): void => {
    if (pictures.length === 0) return;
    steps.push({ kind: 'part', opens: opening, pictures, from: picturesFrom, since: clocks.steady() });
    opening = undefined;
    pictures = [];
    picturesDuration = 0;
  };
  const cutSegment = (): void => {
    cutPart();
    if (cut) steps.push({ kind: 'close' });
    cut = undefined;
  };

  /** Takes the decoder's settings of a key frame; true when they are new. */
  const configure = (unit: AccessUnit): boolean => {
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
    let isNew = unit.isKey && configure(unit);
    if (!video) return;
    if (unit.isKey && hasNewAudio) {
      hasNewAudio = false;
      isNew = true;
    }
    const length = cut ? (time - cut.from) / VIDEO_CLOCK : 0;
    if (!cut || isNew || isDiscontinuous || (unit.isKey && length > cut.aim / 2) || length >= LONGEST_SEGMENT_SECONDS) {
      cutSegment();
      let head: Buffer | undefined;
      if (isNew) {
        if (inits.size > 0) isDiscontinuous = true;
        head = initSegment(video, audio);
        inits.set(nextInit, head);
        nextInit += 1;
      }
      cut = { from: time, aim: isDiscontinuous ? FIRST_SEGMENT_SECONDS : SEGMENT_SECONDS };
      opening = { init: nextInit - 1, head, discontinuity: isDiscontinuous, startedAt: clocks.wall() };
      isDiscontinuous = false;
    }
    if ((picturesDuration + duration) / VIDEO_CLOCK > PART_SECONDS) cutPart();
    if (pictures.length === 0) picturesFrom = time;
    // Parameter sets stay in the sample: players that read but the first of a file's heads go on over a change all the same.
    pictures.push(videoSample(unit.nals, duration, unit.isKey));
    picturesDuration += duration;
    end = Math.max(end, time + duration);
    if ((time + duration - cut.from) / VIDEO_CLOCK > cut.aim - KEY_LEAD_SECONDS) events.needKeyFrame();
    // Another picture like this one would make the part longer than it may be: what is there is given out now.
    if ((picturesDuration + duration) / VIDEO_CLOCK > PART_SECONDS) cutPart();
  };

  return {
    /** What the stream's sound is; before its first picture. */
    setAudio(codec: AudioCodec | undefined): void {
      if (video && (codec?.kind !== audio?.kind || codec?.channels !== audio?.channels)) hasNewAudio = true;
      audio = codec;
    },
    /** @param time in the video's clock, from any zero, rising */
    pushVideo(unit: AccessUnit, time: number): void {
      if (ended || (needsKey && !unit.isKey)) return;
      needsKey = false;
      if (pending) {
        const duration = time - pending.time;
        // A clock that stands or runs back can't be shown.
        if (duration <= 0) return;
        addPicture(pending, duration);
      }
      pending = { unit, time };
      advance(true);
    },
    /** @param time in the audio's clock, from the same zero */
    pushAudio(frame: Buffer, time: number): void {
      if (ended || !audio) return;
      if (pendingSound) {
        const duration = time - pendingSound.time;
        if (duration <= 0) return;
        // Sound before the first picture has no place.
        if (cut || pending) {
          sounds.push({ sample: audioSample(pendingSound.frame, duration), time: pendingSound.time });
          end = Math.max(end, Math.ceil((time / AUDIO_CLOCK) * VIDEO_CLOCK));
        }
      }
      pendingSound = { frame, time };
      if (isSoundLate && time >= soundTime(picturesFrom)) isSoundLate = false;
      // What no picture comes for is not kept for ever.
      if (sounds.length > MAX_WAITING_SOUNDS) sounds.shift();
      advance(true);
    },
    /** A picture was lost: those that lean on it are dropped until the next key frame. */
    lose(): void {
      needsKey = true;
      events.needKeyFrame();
    },
    /** The publisher left, or came back with clocks of its own. */
    interrupt(): void {
      if (pending) addPicture(pending, LAST_PICTURE_TICKS);
      pending = undefined;
      pendingSound = undefined;
      cutSegment();
      advance(false);
      sounds = [];
      isDiscontinuous = true;
      isSoundLate = false;
      needsKey = true;
    },
    end(): void {
      if (ended) return;
      this.interrupt();
      ended = true;
      events.changed();
    },
    /** Where the timeline stands, in the video's clock: a returning publisher goes on from here. */
    position: (): number => end,
    segments: (): readonly Segment[] => segments,
    /** The media sequence number of the segment to come. */
    nextNumber: (): number => nextNumber,
    init: (index: number): Buffer | undefined => inits.get(index),
    video: (): VideoCodec | undefined => video,
    audio: (): AudioCodec | undefined => audio,
    /** How many discontinuities have left the kept segments, from the number on that the stream began with. */
    discontinuities: (): number => discontinuities,
    isEnded: (): boolean => ended,
  };
};

export type Packager = ReturnType<typeof createPackager>;
