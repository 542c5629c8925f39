import { createAudioBuffer } from './audio-buffer.ts';
import { AUDIO_CLOCK, AUDIO_TRACK, type AudioCodec, VIDEO_CLOCK, VIDEO_TRACK, type VideoCodec, durationOf, fragment } from './fmp4.ts';
import type { AccessUnit } from './h264.ts';
import { type Segment, createKeptSegments } from './kept-segments.ts';
import { type CutPart, type PackagerClocks, createPartCutter } from './part-cutter.ts';

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
  const publish = (step: CutPart): void => {
    const segment = open(step);
    const ticks = durationOf(step.pictures);
    const own = sound.takeBefore(toAudioTime(step.from + ticks));
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
  const waitsForAudio = ({ pictures, from, since }: CutPart): boolean =>
    sound.isExpected(toAudioTime(from + durationOf(pictures)), clocks.monotonic() - since);

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

/**
 * Packages one publisher's video and audio as LL-HLS in memory (draft-pantos-hls-rfc8216bis): fragments are parts, parts make
 * segments, a segment begins with a key frame. A publisher that reconnects continues on the same timeline after a discontinuity.
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
  let needsKey = true;
  let ended = false;
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

  return {
    /** Sets the audio codec; called before the first picture. */
    setAudio: cutter.setAudio,
    /** @param time in the video clock, from any origin, increasing */
    pushVideo(unit: AccessUnit, time: number): void {
      if (ended || (needsKey && !unit.isKey)) return;
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
      const hasPictures = cutter.isInSegment() || pending !== undefined;
      if (sound.push(frame, time, hasPictures, toAudioTime(cutter.partFrom()))) publishReady(true);
    },
    /** A picture was lost: drops pictures until the next key frame. */
    onPictureLost(): void {
      needsKey = true;
      events.needKeyFrame();
    },
    /** The publisher left, or returned with other clocks. */
    interrupt(): void {
      if (pending) cutter.add(pending.unit, pending.time, LAST_PICTURE_TICKS);
      pending = undefined;
      cutter.interrupt();
      publishReady(false);
      sound.clear();
      needsKey = true;
    },
    end(): void {
      if (ended) return;
      this.interrupt();
      ended = true;
      announce();
    },
    /** The end of the timeline, in the video clock: a returning publisher continues from here. */
    position: (): number => Math.max(cutter.end(), sound.end()),
    segments: kept.list,
    /** The media sequence number of the next segment. */
    nextNumber: kept.nextNumber,
    init: kept.init,
    video: (): VideoCodec | undefined => cutter.video(),
    audio: (): AudioCodec | undefined => cutter.audio(),
    /** The discontinuity sequence number of the first kept segment. */
    discontinuities: kept.discontinuities,
    isEnded: (): boolean => ended,
    /** Another one for each change of the segments, so that what is made of them can be kept meanwhile. */
    version: (): number => version,
  };
};

export type Packager = ReturnType<typeof createPackager>;
