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
import { type AccessUnit, readSequenceParameters } from './h264.ts';

/** Aims of the packaging, in seconds (measured in design: 2 s and 0.3 s give about a second of latency). */
export const SEGMENT_SECONDS = 2;
export const PART_SECONDS = 0.3;
/** A segment is cut here even without a key frame, so that no duration rounds above the target. */
const LONGEST_SEGMENT_SECONDS = 2.4;
/** When a key frame is asked for, so that it is there in time. */
const KEY_LEAD_SECONDS = 0.1;
/** Segments that stay addressable; the playlist names fewer. */
const KEPT_SEGMENTS = 12;

export interface Part {
  data: Buffer;
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
  parts: Part[];
  /** Seconds; what is there so far while it grows. */
  duration: number;
  complete: boolean;
  /** When its first frame was packaged, for latency and EXT-X-PROGRAM-DATE-TIME. */
  startedAt: number;
}

export interface PackagerEvents {
  /** A part, or the end, was added. */
  changed(): void;
  /** Bytes of the endless file that a recording or a progressive viewer follows: a new head, or a fragment. */
  written(piece: { kind: 'init' | 'fragment'; data: Buffer; isKey: boolean; init: number }): void;
  needKeyFrame(): void;
}

/**
 * Turns pictures and sound of one publisher into LL-HLS in memory (draft-pantos-hls-rfc8216bis): fragments are parts, parts make
 * segments, a segment begins with a key frame. A publisher that comes back goes on in the same timeline after a discontinuity.
 */
export const createPackager = (events: PackagerEvents, wallClock: () => number) => {
  const segments: Segment[] = [];
  const inits: Buffer[] = [];
  let video: VideoCodec | undefined;
  let audio: AudioCodec | undefined;
  let nextNumber = 0;
  let fragmentNumber = 0;
  let discontinuities = 0;
  let isDiscontinuous = false;
  let needsKey = true;
  let ended = false;

  // The picture whose duration is not known yet.
  let pending: { unit: AccessUnit; time: number } | undefined;
  let pendingSound: { frame: Buffer; time: number } | undefined;
  let pictures: Sample[] = [];
  let picturesFrom = 0;
  let sounds: { sample: Sample; time: number }[] = [];
  let keyAskedFor = -1;
  let lastPictureEnd = 0;

  const current = (): Segment | undefined => {
    const last = segments.at(-1);
    return last && !last.complete ? last : undefined;
  };

  const closePart = (): void => {
    const segment = current();
    if (!segment || pictures.length === 0) return;
    const duration = durationOf(pictures) / VIDEO_CLOCK;
    const until = ((picturesFrom + durationOf(pictures)) / VIDEO_CLOCK) * AUDIO_CLOCK;
    const count = sounds.findIndex(({ time }) => time >= until);
    const own = sounds.splice(0, count < 0 ? sounds.length : count);
    fragmentNumber += 1;
    const data = fragment(fragmentNumber, [
      { trackId: VIDEO_TRACK, baseTime: picturesFrom, samples: pictures },
      { trackId: AUDIO_TRACK, baseTime: own[0]?.time ?? 0, samples: own.map(({ sample }) => sample) },
    ]);
    const independent = pictures[0]!.isKey;
    segment.parts.push({ data, duration, independent });
    segment.duration += duration;
    pictures = [];
    events.written({ kind: 'fragment', data, isKey: independent, init: segment.init });
    events.changed();
  };

  const closeSegment = (): void => {
    closePart();
    const segment = current();
    if (!segment) return;
    segment.complete = true;
    while (segments.length > KEPT_SEGMENTS) if (segments.shift()!.discontinuity) discontinuities += 1;
    events.changed();
  };

  const openSegment = (time: number): void => {
    segments.push({
      number: nextNumber,
      init: inits.length - 1,
      discontinuity: isDiscontinuous,
      parts: [],
      duration: 0,
      complete: false,
      startedAt: wallClock(),
    });
    nextNumber += 1;
    isDiscontinuous = false;
    keyAskedFor = -1;
    picturesFrom = time;
  };

  /** Takes the decoder's settings of a key frame; true when they are new. */
  const configure = (unit: AccessUnit): boolean => {
    if (!unit.sps || !unit.pps || (video && video.sps.equals(unit.sps) && video.pps.equals(unit.pps))) return false;
    const parameters = readSequenceParameters(unit.sps);
    if (!parameters) return false;
    video = { kind: 'h264', sps: Buffer.from(unit.sps), pps: Buffer.from(unit.pps), parameters };
    return true;
  };

  const addPicture = ({ unit, time }: { unit: AccessUnit; time: number }, duration: number): void => {
    const segment = current();
    const isNew = unit.isKey && configure(unit);
    if (!video) return;
    const length = segment ? (time - (picturesFrom - segment.duration * VIDEO_CLOCK)) / VIDEO_CLOCK : 0;
    const isDue = unit.isKey && length > SEGMENT_SECONDS / 2;
    if (!segment || isNew || isDiscontinuous || isDue || length >= LONGEST_SEGMENT_SECONDS) {
      closeSegment();
      if (isNew) {
        if (inits.length > 0) isDiscontinuous = true;
        const data = initSegment(video, audio);
        inits.push(data);
        events.written({ kind: 'init', data, isKey: false, init: inits.length - 1 });
      }
      openSegment(time);
    }
    const sample = videoSample(
      unit.nals.filter((nal) => nal !== unit.sps && nal !== unit.pps),
      duration,
      unit.isKey,
    );
    if ((durationOf(pictures) + duration) / VIDEO_CLOCK > PART_SECONDS) closePart();
    if (pictures.length === 0) picturesFrom = time;
    pictures.push(sample);
    lastPictureEnd = time + duration;
    const open = current()!;
    const partLength = durationOf(pictures) / VIDEO_CLOCK;
    const segmentLength = open.duration + partLength;
    if (segmentLength > SEGMENT_SECONDS - KEY_LEAD_SECONDS && keyAskedFor !== open.number) {
      keyAskedFor = open.number;
      events.needKeyFrame();
    }
    // Another picture like this one would make the part longer than it may be: what is there is given out now.
    if (partLength + duration / VIDEO_CLOCK > PART_SECONDS) closePart();
  };

  return {
    /** What the stream's sound is; before its first picture. */
    setAudio(codec: AudioCodec | undefined): void {
      audio = codec;
    },
    /** @param time in the video's clock, from any zero, rising */
    pushVideo(unit: AccessUnit, time: number): void {
      if (ended) return;
      if (needsKey && !unit.isKey) return;
      needsKey = false;
      if (pending) {
        const duration = time - pending.time;
        // A clock that stands or runs back can't be shown.
        if (duration <= 0) return;
        addPicture(pending, duration);
      }
      pending = { unit, time };
    },
    /** @param time in the audio's clock, from the same zero */
    pushAudio(frame: Buffer, time: number): void {
      if (ended || !audio) return;
      if (pendingSound) {
        const duration = time - pendingSound.time;
        if (duration <= 0) return;
        // Sound before the first picture has no place.
        if (segments.length > 0 || pending) sounds.push({ sample: audioSample(pendingSound.frame, duration), time: pendingSound.time });
      }
      pendingSound = { frame, time };
    },
    /** A picture was lost: those that lean on it are dropped until the next key frame. */
    lose(): void {
      needsKey = true;
      events.needKeyFrame();
    },
    /** The publisher left, or came back with clocks of its own. */
    interrupt(): void {
      if (pending) addPicture(pending, VIDEO_CLOCK / 30);
      pending = undefined;
      pendingSound = undefined;
      closeSegment();
      sounds = [];
      isDiscontinuous = segments.length > 0;
      needsKey = true;
    },
    end(): void {
      if (ended) return;
      this.interrupt();
      ended = true;
      events.changed();
    },
    /** Where the timeline stands, in the video's clock: a returning publisher goes on from here. */
    position: (): number => lastPictureEnd,
    segments: (): readonly Segment[] => segments,
    init: (index: number): Buffer | undefined => inits[index],
    video: (): VideoCodec | undefined => video,
    discontinuities: (): number => discontinuities,
    isEnded: (): boolean => ended,
  };
};

export type Packager = ReturnType<typeof createPackager>;
