import { type AudioCodec, type Sample, VIDEO_CLOCK, type VideoCodec, initSegment, videoSample } from './fmp4.ts';
import { type AccessUnit, MAX_PARAMETER_BYTES, readSequenceParameters } from './h264.ts';
import type { KeptSegments, Segment } from './kept-segments.ts';
import { MAX_SEGMENT_SECONDS, PART_SECONDS, SEGMENT_SECONDS } from './window.ts';

/**
 * Target of the first segment, and of the first after a pause: two parts, because players can't start before it is complete. With one second the
 * first picture comes 1.4 s after going live.
 */
const FIRST_SEGMENT_SECONDS = 2 * PART_SECONDS;
/** How long before the target duration a key frame is requested. */
const KEY_FRAME_LEAD_SECONDS = 0.1;
/** The properties of a new segment. */
export interface SegmentStart extends Pick<Segment, 'init' | 'discontinuity' | 'startedAt'> {
  /** The init segment, if it is a new one. */
  head: Buffer | undefined;
}

/** A part whose pictures are complete and that may wait for its audio. */
export interface CutPart {
  /** The segment that it begins. */
  opens: SegmentStart | undefined;
  pictures: Sample[];
  /** In the video clock. */
  from: number;
  /** When it was cut, in milliseconds of the monotonic clock. */
  since: number;
}

export interface CutterEvents {
  cut(part: CutPart): void;
  /** The segment of the last part is complete. */
  closed(): void;
  needKeyFrame(): void;
}

/** Milliseconds of the clocks that packaging reads. */
export interface PackagerClocks {
  /** Milliseconds since 1970. */
  wall(): number;
  /** Milliseconds of a monotonic clock. */
  monotonic(): number;
}

const isTooLong = (duration: number): boolean => duration / VIDEO_CLOCK > PART_SECONDS;

/** Reads the decoder configuration of a key frame; undefined when it has none or is the same. */
const newCodecOf = ({ sps, pps }: AccessUnit, known: VideoCodec | undefined): VideoCodec | undefined => {
  if (!sps || !pps || pps.length > MAX_PARAMETER_BYTES || (known && known.sps.equals(sps) && known.pps.equals(pps))) return undefined;
  const parameters = readSequenceParameters(sps);
  return parameters && { kind: 'h264', sps: Buffer.from(sps), pps: Buffer.from(pps), parameters };
};

const isSameAudio = (one: AudioCodec | undefined, other: AudioCodec | undefined): boolean =>
  one?.kind === other?.kind &&
  one?.channels === other?.channels &&
  (one?.kind !== 'aac' || other?.kind !== 'aac' || one.config.equals(other.config));

/** Cuts pictures into parts and segments: a segment begins with a key frame, if one comes in time. Owns the codecs and what isn't cut yet. */
export const createPartCutter = (events: CutterEvents, kept: KeptSegments, clocks: PackagerClocks) => {
  let video: VideoCodec | undefined;
  let audio: AudioCodec | undefined;
  let hasNewAudio = false;
  /** Also for the first segment: players may have played segments of a previous process. */
  let isDiscontinuous = true;
  /** The segment in progress: its start and its target duration. */
  let current: { from: number; aim: number } | undefined;
  let opens: SegmentStart | undefined;
  let pictures: Sample[] = [];
  let picturesFrom = 0;
  let picturesDuration = 0;
  let end = 0;

  const cutPart = (): void => {
    if (pictures.length === 0) return;
    events.cut({ opens, pictures, from: picturesFrom, since: clocks.monotonic() });
    opens = undefined;
    pictures = [];
    picturesDuration = 0;
  };
  const cutSegment = (): void => {
    cutPart();
    if (current) events.closed();
    current = undefined;
  };
  /** Updates the codecs with a key frame. @returns whether the init segment changes */
  const updateCodecs = (unit: AccessUnit): boolean => {
    if (!unit.isKey) return false;
    const codec = newCodecOf(unit, video);
    video = codec ?? video;
    if (!video) return false;
    const isNew = codec !== undefined || hasNewAudio;
    hasNewAudio = false;
    return isNew;
  };
  const beginSegment = (time: number, codec: VideoCodec, isNew: boolean): void => {
    cutSegment();
    let head: Buffer | undefined;
    if (isNew) {
      if (kept.hasInit()) isDiscontinuous = true;
      head = initSegment(codec, audio);
      kept.addInit(head);
    }
    current = { from: time, aim: isDiscontinuous ? FIRST_SEGMENT_SECONDS : SEGMENT_SECONDS };
    opens = { init: kept.lastInit(), head, discontinuity: isDiscontinuous, startedAt: clocks.wall() };
    isDiscontinuous = false;
  };
  const isSegmentDue = (unit: AccessUnit, time: number, isNew: boolean): boolean => {
    if (!current || isNew || isDiscontinuous) return true;
    const length = (time - current.from) / VIDEO_CLOCK;
    return (unit.isKey && length > current.aim / 2) || length >= MAX_SEGMENT_SECONDS;
  };

  return {
    video: (): VideoCodec | undefined => video,
    audio: (): AudioCodec | undefined => audio,
    setAudio(codec: AudioCodec | undefined): void {
      if (video && !isSameAudio(codec, audio)) hasNewAudio = true;
      audio = codec;
    },
    /** The end of the pictures so far, in the video clock. */
    end: (): number => end,
    /** The beginning of the part in progress, in the video clock. */
    partFrom: (): number => picturesFrom,
    isInSegment: (): boolean => current !== undefined,
    add(unit: AccessUnit, time: number, duration: number): void {
      const isNew = updateCodecs(unit);
      if (!video) return;
      if (isSegmentDue(unit, time, isNew)) beginSegment(time, video, isNew);
      if (isTooLong(picturesDuration + duration)) cutPart();
      if (pictures.length === 0) picturesFrom = time;
      // Parameter sets stay in the sample, for players that read only the first init segment of a file.
      pictures.push(videoSample(unit.nals, duration, unit.isKey, unit.composition));
      picturesDuration += duration;
      end = Math.max(end, time + duration);
      if ((time + duration - current!.from) / VIDEO_CLOCK > current!.aim - KEY_FRAME_LEAD_SECONDS) events.needKeyFrame();
      // Another picture of this duration would exceed the part's limit: cut it now.
      if (isTooLong(picturesDuration + duration)) cutPart();
    },
    /** The publisher left, or returns with other clocks: what follows is discontinuous. */
    interrupt(): void {
      cutSegment();
      isDiscontinuous = true;
    },
  };
};
