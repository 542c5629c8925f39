import { type Timeline, createTimeline } from '../media/clock.ts';
import { createDecodeTimes } from '../media/decode-times.ts';
import { createPictureOrder } from '../media/picture-order.ts';
import { AUDIO_CLOCK, VIDEO_CLOCK } from '../media/fmp4.ts';
import { opusSamples } from '../media/ogg.ts';
import {
  type AccessUnit,
  type SequenceParameters,
  createH264Depacketizer,
  isBidirectional,
  readSequenceParameters,
} from '../media/h264.ts';
import type { Packager } from '../media/packager.ts';
import type { SenderReport } from '../media/rtcp.ts';
import type { RtpPacket } from '../media/rtp.ts';
import type { TrackKind } from './publisher.ts';

/** Duration of a picture of an encoder that doesn't say it. */
const PICTURE_TICKS = VIDEO_CLOCK / 30;
/** Pictures without a B-frame, after which they no longer count as reordered. */
const ORDERED_AFTER_PICTURES = 300;

export interface IngestOptions {
  packager: Packager;
  /** Takes an Opus packet at its position on the timeline. */
  pushSound(packet: Buffer, time: number): void;
  /** Nothing becomes segments: a lost picture only needs the next key frame. */
  isRehearsal(): boolean;
  /** The publisher offered no pictures. */
  isSoundOnly(): boolean;
  needKeyFrame(): void;
}

/** Facts about a publisher's media, for the studio. */
export interface IngestFacts {
  /** Pictures are shown in another order than they are decoded in (B-frames). */
  isReordered: boolean;
  hasSound: boolean;
  /** Seconds between the last two key pictures; null until known. */
  keySeconds: number | null;
  pictures: number;
}

/** Reads the parameters of a picture that a player can begin with: a key frame with readable parameter sets. */
const parametersOf = ({ isKey, sps, pps }: AccessUnit): SequenceParameters | undefined =>
  isKey && pps !== undefined && sps !== undefined ? readSequenceParameters(sps) : undefined;

/** The pictures of one publisher. Owns their parameters and their order. */
const createPictures = () => {
  const times = createDecodeTimes();
  const order = createPictureOrder();
  let parameters: SequenceParameters | undefined;
  let inOrder = Infinity;
  let keyAt = 0;
  let keyTimestamp: number | undefined;
  const facts: Pick<IngestFacts, 'keySeconds' | 'pictures'> = { keySeconds: null, pictures: 0 };
  const duration = (): number => (parameters?.pictureSeconds ? parameters.pictureSeconds * VIDEO_CLOCK : PICTURE_TICKS);

  return {
    facts,
    hasParameters: (): boolean => parameters !== undefined,
    isReordered: (): boolean => inOrder < ORDERED_AFTER_PICTURES,
    /** Counts a picture, in the order of decoding. */
    note(unit: AccessUnit): void {
      facts.pictures += 1;
      parameters = parametersOf(unit) ?? parameters;
      inOrder = unit.nals.some(isBidirectional) ? 0 : inOrder + 1;
      if (!unit.isKey) return;
      if (keyTimestamp !== undefined) facts.keySeconds = ((unit.timestamp - keyTimestamp) >>> 0) / VIDEO_CLOCK;
      keyTimestamp = unit.timestamp;
    },
    /** How long decoding keeps ahead of showing. */
    lead: (): number => Math.round((parameters?.reorderDepth ?? 0) * duration()),
    /** @param shownAt position on the timeline, in the video clock @param ahead how long decoding keeps ahead of showing */
    place(unit: AccessUnit, shownAt: number, ahead: number): { unit: AccessUnit; decodedAt: number } {
      if (unit.isKey) keyAt = shownAt;
      const places = order.next(unit, shownAt, parameters?.slices);
      if (places && order.hasDecodeTimes()) {
        // As OBS sends B-frames: pictures come evenly, and each is shown so many pictures later or earlier.
        const each = places.decoded > 0 ? (shownAt - keyAt) / places.decoded : duration();
        const decodedAt = times.advance(shownAt - ahead);
        return { unit: { ...unit, composition: Math.round(shownAt + (places.shown - places.decoded) * each - decodedAt) }, decodedAt };
      }
      const { decodedAt, composition } = times.place(shownAt, parameters?.reorderDepth, Math.round(duration()));
      return { unit: composition === 0 ? unit : { ...unit, composition }, decodedAt };
    },
    /** Pictures were lost. */
    resume: (): void => times.restart(-Infinity),
    /** The publisher has another clock. @param from where the timeline ends */
    restart: (from: number): void => times.restart(from),
  };
};

/** A step of a track's clock beyond it, in either direction, is a jump. */
const LONGEST_STEP_SECONDS = 2;
const CLOCKS: Record<TrackKind, number> = { video: VIDEO_CLOCK, audio: AUDIO_CLOCK };

/** Notices jumps of the tracks' clocks. Owns the last timestamp of each. */
const createJumps = () => {
  const last: Record<TrackKind, number | undefined> = { video: undefined, audio: undefined };
  return (kind: TrackKind, timestamp: number): boolean => {
    const before = last[kind];
    last[kind] = timestamp;
    return before !== undefined && Math.abs((timestamp - before) | 0) > LONGEST_STEP_SECONDS * CLOCKS[kind];
  };
};

/** Turns one publisher's packets into pictures and sound on the stream's timeline. Owns the timeline, which continues the stream's so far. */
export const createIngest = ({ packager, pushSound, isRehearsal, isSoundOnly, needKeyFrame }: IngestOptions) => {
  const pictures = createPictures();
  let timeline: Timeline | undefined;
  /** The first picture is decoded where the timeline ends, and shown so much later; known with it. */
  let lead: number | undefined;
  let hasSound = false;
  const getTimeline = (): Timeline => (timeline ??= createTimeline(packager.position(), isSoundOnly()));
  const isJump = createJumps();
  /** Continues the stream after a jump of the publisher's clock, with a discontinuity. */
  const restart = (): void => {
    packager.interrupt();
    timeline = undefined;
    lead = undefined;
    needKeyFrame();
  };
  const shownAt = ({ timestamp }: AccessUnit): number => {
    if (lead === undefined) {
      lead = pictures.lead();
      pictures.restart(packager.position());
    }
    return getTimeline().video(timestamp, performance.now()) + lead;
  };
  const take = (unit: AccessUnit): void => {
    pictures.note(unit);
    const hasJumped = isJump('video', unit.timestamp);
    if (isRehearsal()) return;
    if (hasJumped) restart();
    const placed = pictures.place(unit, shownAt(unit), lead ?? 0);
    packager.pushVideo(placed.unit, placed.decodedAt);
  };
  const depacketizer = createH264Depacketizer(take, () => {
    pictures.resume();
    if (isRehearsal()) needKeyFrame();
    else packager.onPictureLost();
  });

  return {
    /** Media that can be decoded have arrived: a key frame with its parameter sets, or Opus of a publisher without pictures. */
    isPlayable: (): boolean => (isSoundOnly() ? hasSound : pictures.hasParameters()),
    isReordered: pictures.isReordered,
    facts: (): IngestFacts => ({ ...pictures.facts, isReordered: pictures.isReordered(), hasSound }),
    /** @param lost packets before it were lost */
    pushVideo: (packet: RtpPacket, lost: boolean): void => depacketizer.push(packet, lost),
    pushAudio({ timestamp, payload }: RtpPacket): void {
      hasSound ||= opusSamples(payload) !== undefined;
      const hasJumped = isJump('audio', timestamp);
      if (isRehearsal()) return;
      if (hasJumped && isSoundOnly()) restart();
      else if (hasJumped) getTimeline().restartAudio();
      const time = getTimeline().audio(timestamp, performance.now());
      if (time === undefined || payload.length === 0) return;
      pushSound(Buffer.from(payload), time + Math.round(((lead ?? 0) / VIDEO_CLOCK) * AUDIO_CLOCK));
    },
    onSenderReport: (kind: TrackKind, report: SenderReport): void => timeline?.onSenderReport(kind, report),
  };
};

export type Ingest = ReturnType<typeof createIngest>;
