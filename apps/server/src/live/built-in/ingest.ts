import { type Timeline, createTimeline } from '../media/clock.ts';
import { type AccessUnit, createH264Depacketizer, readSequenceParameters } from '../media/h264.ts';
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

/** Tells whether a player can begin with a picture: a key frame with readable parameter sets. */
const isDecodable = ({ isKey, sps, pps }: AccessUnit): boolean =>
  isKey && pps !== undefined && sps !== undefined && readSequenceParameters(sps) !== undefined;

/** Turns one publisher's packets into pictures and sound on the stream's timeline. Owns the timeline, which continues the stream's so far. */
export const createIngest = ({ packager, pushSound, isRehearsal, needKeyFrame }: IngestOptions) => {
  let timeline: Timeline | undefined;
  const getTimeline = (): Timeline => (timeline ??= createTimeline(packager.position()));
  let hasPicture = false;
  const depacketizer = createH264Depacketizer(
    (unit) => {
      hasPicture ||= isDecodable(unit);
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
      const time = getTimeline().audio(timestamp, performance.now());
      if (time !== undefined && payload.length > 0) pushSound(Buffer.from(payload), time);
    },
    onSenderReport: (kind: TrackKind, report: SenderReport): void => timeline?.onSenderReport(kind, report),
  };
};
