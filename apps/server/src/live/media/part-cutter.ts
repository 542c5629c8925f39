import { AUDIO_CLOCK, type AudioCodec, type Sample, VIDEO_CLOCK, type VideoCodec, audioSample, initSegment, videoSample } from './fmp4.ts';
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

/** A part that is complete but for the sound of its pictures, which it may wait for. */
export interface CutPart {
  /** The segment that it begins. */
  opens: SegmentStart | undefined;
  /** Its samples are pictures, or the frames of sound of a show without pictures. */
  kind: 'pictures' | 'sound';
  samples: Sample[];
  /** In the video clock. */
  from: number;
  /** In the video clock. */
  duration: number;
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

/** Not rounded: the ratio of the clocks is exact in binary, so durations add up without a drift. */
const toVideoTime = (audioTime: number): number => audioTime * (VIDEO_CLOCK / AUDIO_CLOCK);

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

/**
 * Cuts pictures into parts and segments: a segment begins with a key frame, if one comes in time. In shows without pictures it cuts the sound. Owns the
 * codecs and what isn't cut yet.
 */
export const createPartCutter = (events: CutterEvents, kept: KeptSegments, clocks: PackagerClocks) => {
  let video: VideoCodec | undefined;
  let audio: AudioCodec | undefined;
  /** Codecs of the newest init segment. */
  let described: { video: VideoCodec | undefined; audio: AudioCodec | undefined } | undefined;
  /** Also for the first segment: players may have played segments of a previous process. */
  let isDiscontinuous = true;
  /** The segment in progress: its start and its target duration. */
  let current: { from: number; aim: number } | undefined;
  let opens: SegmentStart | undefined;
  let kind: CutPart['kind'] = 'pictures';
  let samples: Sample[] = [];
  let partFrom = 0;
  let partDuration = 0;
  let end = 0;

  const cutPart = (): void => {
    if (samples.length === 0) return;
    events.cut({ opens, kind, samples, from: partFrom, duration: partDuration, since: clocks.monotonic() });
    opens = undefined;
    samples = [];
    partDuration = 0;
  };
  const cutSegment = (): void => {
    cutPart();
    if (current) events.closed();
    current = undefined;
  };
  const isNewFormat = (picture: VideoCodec | undefined): boolean =>
    described === undefined || described.video !== picture || !isSameAudio(described.audio, audio);
  /** @param picture undefined in a show without pictures @param isNew the init segment changes */
  const beginSegment = (time: number, picture: VideoCodec | undefined, isNew: boolean): void => {
    cutSegment();
    let head: Buffer | undefined;
    if (isNew) {
      if (kept.hasInit()) isDiscontinuous = true;
      head = initSegment(picture, audio);
      kept.addInit(head);
      described = { video: picture, audio };
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
  /** Adds a sample to the part in progress. @param time in the video clock, as the duration */
  const addSample = (sample: Sample, time: number, duration: number): void => {
    if (isTooLong(partDuration + duration)) cutPart();
    if (samples.length === 0) partFrom = time;
    samples.push(sample);
    partDuration += duration;
    end = Math.max(end, Math.ceil(time + duration));
  };

  return {
    video: (): VideoCodec | undefined => video,
    audio: (): AudioCodec | undefined => audio,
    setAudio(codec: AudioCodec | undefined): void {
      audio = codec;
    },
    /** The end of the pictures so far, in the video clock. */
    end: (): number => end,
    /** The beginning of the part in progress, in the video clock. */
    partFrom: (): number => partFrom,
    isInSegment: (): boolean => current !== undefined,
    add(unit: AccessUnit, time: number, duration: number): void {
      if (unit.isKey) video = newCodecOf(unit, video) ?? video;
      if (!video) return;
      const isNew = unit.isKey && isNewFormat(video);
      if (isSegmentDue(unit, time, isNew)) beginSegment(time, video, isNew);
      kind = 'pictures';
      // Parameter sets stay in the sample, for players that read only the first init segment of a file.
      addSample(videoSample(unit.nals, duration, unit.isKey, unit.composition), time, duration);
      if ((time + duration - current!.from) / VIDEO_CLOCK > current!.aim - KEY_FRAME_LEAD_SECONDS) events.needKeyFrame();
      // Another picture of this duration would exceed the part's limit: cut it now.
      if (isTooLong(partDuration + duration)) cutPart();
    },
    /** Adds a frame of sound of a show without pictures: parts and segments are cut by time alone. @param time in the audio clock, as the duration */
    addSound(frame: Buffer, time: number, duration: number): void {
      const [from, length] = [toVideoTime(time), toVideoTime(duration)];
      const isNew = isNewFormat(undefined);
      if (!current || isNew || isDiscontinuous || (from + length - current.from) / VIDEO_CLOCK > current.aim)
        beginSegment(from, undefined, isNew);
      kind = 'sound';
      addSample(audioSample(frame, duration), from, length);
      if (isTooLong(partDuration + length)) cutPart();
    },
    /** The publisher left, or returns with other clocks: what follows is discontinuous. */
    interrupt(): void {
      cutSegment();
      isDiscontinuous = true;
    },
  };
};

export type PartCutter = ReturnType<typeof createPartCutter>;
