import { createAudioBuffer } from './audio-buffer.ts';
import {
  AUDIO_CLOCK,
  AUDIO_TRACK,
  type AudioCodec,
  VIDEO_CLOCK,
  VIDEO_TRACK,
  type TrackFragment,
  type VideoCodec,
  fragment,
} from './fmp4.ts';
import type { AccessUnit } from './h264.ts';
import { type Segment, createKeptSegments } from './kept-segments.ts';
import { type CutPart, type PackagerClocks, type PartCutter, createPartCutter } from './part-cutter.ts';
import { PART_SECONDS } from './window.ts';

/** Duration of the last picture, which has no successor. */
const LAST_PICTURE_TICKS = VIDEO_CLOCK / 30;

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

const toAudioTime = (videoTime: number): number => (videoTime / VIDEO_CLOCK) * AUDIO_CLOCK;

/** Publishes parts once their audio has arrived, in order. Owns the parts that wait. */
const createPartPublisher = (
  events: PackagerEvents,
  clocks: PackagerClocks,
  kept: ReturnType<typeof createKeptSegments>,
  sound: ReturnType<typeof createAudioBuffer>,
) => {
  const steps: (CutPart | 'close')[] = [];
  let fragmentNumber = 0;

  const open = ({ opens }: CutPart): Segment => {
    if (!opens) return kept.last()!;
    const { head, init } = opens;
    if (head) events.written({ kind: 'init', data: head, isKey: false, init, from: 0, duration: 0 });
    return kept.open(opens);
  };
  const tracksOf = ({ kind, samples, from, duration }: CutPart): TrackFragment[] => {
    if (kind === 'sound') return [{ trackId: AUDIO_TRACK, baseTime: Math.round(toAudioTime(from)), samples }];
    const own = sound.takeBefore(toAudioTime(from + duration));
    return [
      { trackId: VIDEO_TRACK, baseTime: from, samples },
      { trackId: AUDIO_TRACK, baseTime: own[0]?.time ?? 0, samples: own.map(({ sample }) => sample) },
    ];
  };
  const publish = (step: CutPart): void => {
    const segment = open(step);
    fragmentNumber += 1;
    const data = fragment(fragmentNumber, tracksOf(step));
    // A player can begin with any frame of sound.
    const independent = step.kind === 'sound' || step.samples[0]!.isKey;
    const part = { data, from: step.from / VIDEO_CLOCK, duration: step.duration / VIDEO_CLOCK, independent };
    segment.parts.push(part);
    segment.duration += part.duration;
    events.written({ kind: 'fragment', isKey: part.independent, init: segment.init, data, from: part.from, duration: part.duration });
  };
  const waitsForAudio = ({ kind, duration, from, since }: CutPart): boolean =>
    kind === 'pictures' && sound.isExpected(toAudioTime(from + duration), clocks.monotonic() - since);

  return {
    add: (step: CutPart | 'close'): void => void steps.push(step),
    /** @param mayWait whether parts may wait for their audio @returns whether something was published */
    publishReady(mayWait: boolean): boolean {
      const before = steps.length;
      for (let step = steps[0]; step; step = steps[0]) {
        if (step === 'close') kept.close();
        else if (mayWait && waitsForAudio(step)) break;
        else publish(step);
        steps.shift();
      }
      return steps.length < before;
    },
  };
};

/** A longer step between frames of sound is a pause: no frame can fill it, and no part may be so long. */
const LONGEST_SOUND_STEP = PART_SECONDS * AUDIO_CLOCK;

/** Hands the sound of a show without pictures to the cutter. Owns the frame whose duration is not known yet. */
const createSoundAlone = (cutter: PartCutter) => {
  let pending: { frame: Buffer; time: number } | undefined;
  let usualDuration = AUDIO_CLOCK / 50;
  const finish = (): void => {
    if (pending) cutter.addSound(pending.frame, pending.time, usualDuration);
    pending = undefined;
  };

  return {
    push(frame: Buffer, time: number): void {
      const step = pending ? time - pending.time : undefined;
      if (step !== undefined && step <= 0) return;
      if (pending && step !== undefined && step <= LONGEST_SOUND_STEP) {
        usualDuration = step;
        cutter.addSound(pending.frame, pending.time, step);
      } else if (pending) {
        finish();
        cutter.interrupt();
      }
      pending = { frame, time };
    },
    /** The last frame has no successor. */
    finish,
  };
};

/**
 * Packages one publisher's video and audio as LL-HLS in memory (draft-pantos-hls-rfc8216bis): fragments are parts, parts make
 * segments, a segment begins with a key frame. A publisher that reconnects continues on the same timeline after a discontinuity,
 * and so do pictures that join a show of sound alone.
 */
export const createPackager = (
  events: PackagerEvents,
  clocks: PackagerClocks = { wall: () => Date.now(), monotonic: () => performance.now() },
) => {
  const kept = createKeptSegments(clocks.wall());
  const sound = createAudioBuffer();
  const publisher = createPartPublisher(events, clocks, kept, sound);
  const cutter = createPartCutter(
    { cut: publisher.add, closed: () => publisher.add('close'), needKeyFrame: () => events.needKeyFrame() },
    kept,
    clocks,
  );
  const soundAlone = createSoundAlone(cutter);
  let [isSoundOnly, needsKey, ended] = [false, true, false];
  let version = 0;
  /** The picture whose duration is not known yet. */
  let pending: { unit: AccessUnit; time: number } | undefined;

  const announce = (): void => {
    version += 1;
    events.changed();
  };
  const publishReady = (mayWait: boolean): void => {
    if (publisher.publishReady(mayWait && cutter.audio() !== undefined)) announce();
  };

  const interrupt = (): void => {
    if (pending) cutter.add(pending.unit, pending.time, LAST_PICTURE_TICKS);
    pending = undefined;
    soundAlone.finish();
    cutter.interrupt();
    publishReady(false);
    sound.clear();
    needsKey = true;
  };
  const setSoundOnly = (value: boolean): void => {
    if (value === isSoundOnly) return;
    interrupt();
    isSoundOnly = value;
  };

  return {
    /** Sets the audio codec; called before the first picture. */
    setAudio: cutter.setAudio,
    /** The publisher sends no pictures: the sound alone makes the parts, until a picture comes. */
    setSoundOnly,
    isSoundOnly: (): boolean => isSoundOnly,
    /** @param time in the video clock, from any origin, increasing */
    pushVideo(unit: AccessUnit, time: number): void {
      if (ended || (needsKey && !unit.isKey)) return;
      setSoundOnly(false);
      needsKey = false;
      if (pending) {
        const duration = time - pending.time;
        // Drops pictures whose time doesn't increase.
        if (duration <= 0) return;
        cutter.add(pending.unit, pending.time, duration);
      }
      pending = { unit, time };
      publishReady(true);
    },
    /** @param time in the audio clock, from the same origin */
    pushAudio(frame: Buffer, time: number): void {
      if (ended || !cutter.audio()) return;
      if (isSoundOnly) {
        soundAlone.push(frame, time);
        return publishReady(true);
      }
      const hasPictures = cutter.isInSegment() || pending !== undefined;
      if (sound.push(frame, time, hasPictures, toAudioTime(cutter.partFrom()))) publishReady(true);
    },
    /** A picture was lost: drops pictures until the next key frame. */
    onPictureLost(): void {
      needsKey = true;
      events.needKeyFrame();
    },
    /** The publisher left, or returned with other clocks. */
    interrupt,
    end(): void {
      if (ended) return;
      interrupt();
      ended = true;
      announce();
    },
    /** The end of the timeline, in the video clock: a returning publisher continues from here. */
    position: (): number => Math.max(cutter.end(), sound.end()),
    segments: kept.list,
    /** The media sequence number of the next segment. */
    nextNumber: kept.nextNumber,
    init: kept.init,
    /** The pictures' codec; undefined before there are some, and in a show of sound alone. */
    video: (): VideoCodec | undefined => (isSoundOnly ? undefined : cutter.video()),
    audio: (): AudioCodec | undefined => cutter.audio(),
    /** The discontinuity sequence number of the first kept segment. */
    discontinuities: kept.discontinuities,
    isEnded: (): boolean => ended,
    /** Another one for each change of the segments, so that what is made of them can be kept meanwhile. */
    version: (): number => version,
  };
};

export type Packager = ReturnType<typeof createPackager>;
