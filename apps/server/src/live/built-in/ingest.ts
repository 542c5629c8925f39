import { type Timeline, createTimeline } from '../media/clock.ts';
import { type AccessUnit, createH264Depacketizer, readSequenceParameters } from '../media/h264.ts';
import { AUDIO_CLOCK, VIDEO_CLOCK } from '../media/fmp4.ts';
import type { Packager } from '../media/packager.ts';
import type { SenderReport } from '../media/rtcp.ts';
import type { RtpPacket } from '../media/rtp.ts';
import type { TrackKind } from './publisher.ts';

export interface IngestOptions {
  packager: Packager;
  /** Takes an Opus packet at its position on the timeline. */
  pushSound(packet: Buffer, time: number): void;
  /** Nothing becomes segments: a lost picture only needs the next key frame. */
  isRehearsal(): boolean;
  needKeyFrame(): void;
}

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

/** Tells whether a player can begin with a picture: a key frame with readable parameter sets. */
const isDecodable = ({ isKey, sps, pps }: AccessUnit): boolean =>
  isKey && pps !== undefined && sps !== undefined && readSequenceParameters(sps) !== undefined;

/** Turns one publisher's packets into pictures and sound on the stream's timeline. Owns the timeline, which continues the stream's so far. */
export const createIngest = ({ packager, pushSound, isRehearsal, needKeyFrame }: IngestOptions) => {
  let timeline: Timeline | undefined;
  const getTimeline = (): Timeline => (timeline ??= createTimeline(packager.position()));
  let hasPicture = false;
  const isJump = createJumps();
  /** Continues the stream after a jump of the pictures' clock, with a discontinuity. */
  const restart = (): void => {
    packager.interrupt();
    timeline = undefined;
    needKeyFrame();
  };
  const depacketizer = createH264Depacketizer(
    (unit) => {
      hasPicture ||= isDecodable(unit);
      if (isJump('video', unit.timestamp) && !isRehearsal()) restart();
      if (!isRehearsal()) packager.pushVideo(unit, getTimeline().video(unit.timestamp, performance.now()));
    },
    () => (isRehearsal() ? needKeyFrame() : packager.onPictureLost()),
  );

  return {
    /** A picture that can be decoded has arrived: a key frame with its parameter sets. */
    hasPicture: (): boolean => hasPicture,
    /** @param lost packets before it were lost */
    pushVideo: (packet: RtpPacket, lost: boolean): void => depacketizer.push(packet, lost),
    pushAudio({ timestamp, payload }: RtpPacket): void {
      if (isJump('audio', timestamp)) getTimeline().restartAudio();
      const time = getTimeline().audio(timestamp, performance.now());
      if (time !== undefined && payload.length > 0) pushSound(Buffer.from(payload), time);
    },
    onSenderReport: (kind: TrackKind, report: SenderReport): void => timeline?.onSenderReport(kind, report),
  };
};
