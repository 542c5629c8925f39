import type { EncoderSignal } from '@stagedoor/contract/stream-keys';
import type { AccessUnit } from '../media/h264.ts';
import { AUDIO_CLOCK, VIDEO_CLOCK } from '../media/fmp4.ts';
import type { Packager } from '../media/packager.ts';
import { createRtpSender, payloadsOf } from '../media/rtp-sender.ts';
import { isRtcp, parseRtp } from '../media/rtp.ts';
import type { RtmpMedia } from '../media/rtmp/session.ts';
import type { FanOut } from './fan-out.ts';
import { createFlvIngest } from './flv-ingest.ts';
import { createEncoderRates } from './encoder-rates.ts';
import type { OpusEncoder } from './opus-encoder.ts';
import type { TrackKind } from './publisher.ts';

/** Payload types on the way to viewers, which get their own. */
const PAYLOADS: Record<TrackKind, number> = { video: 96, audio: 111 };
const REPORT_MS = 1_000;
/** A publisher without media that can be taken is as good as gone after so long. */
const SILENCE_MS = 7_000;

export interface RtmpPublisherOptions {
  packager: Packager;
  fanOut: FanOut;
  /** Makes sound for WebRTC viewers of AAC; absent without ffmpeg. */
  createOpus: ((onPacket: (packet: Buffer, time: number) => void) => OpusEncoder) | undefined;
  isRehearsal(): boolean;
  /** Media arrives that can be decoded: pictures, or sound alone. */
  flows(): void;
  /** Nothing can be taken of the data that arrives, such as another codec: the show is interrupted while the studio names the cause. */
  pauses(): void;
}

/** Media of an RTMP publisher as the RTP packets that WebRTC viewers are sent. Owns their numbers and clocks. */
const createRtpOutput = (fanOut: FanOut) => {
  /** The wall clock at the timeline's beginning, so that reports of both tracks say the same. */
  let wallAtStart: number | undefined;
  const forward = (kind: TrackKind) => (raw: Buffer) => {
    if (isRtcp(raw)) fanOut.report(kind, raw);
    else fanOut.forward(kind, parseRtp(raw)!, raw);
  };
  const video = createRtpSender(PAYLOADS.video, VIDEO_CLOCK, forward('video'));
  const audio = createRtpSender(PAYLOADS.audio, AUDIO_CLOCK, forward('audio'));
  const at: Record<TrackKind, number | undefined> = { video: undefined, audio: undefined };

  return {
    picture({ nals }: AccessUnit, time: number): void {
      const seconds = time / VIDEO_CLOCK;
      wallAtStart ??= Date.now() - seconds * 1000;
      at.video = seconds;
      const payloads = payloadsOf(nals);
      for (const [index, payload] of payloads.entries()) video.packet(payload, seconds, index === payloads.length - 1);
    },
    sound(packet: Buffer, time: number): void {
      const seconds = time / AUDIO_CLOCK;
      wallAtStart ??= Date.now() - seconds * 1000;
      at.audio = seconds;
      audio.packet(packet, seconds, false);
    },
    /** Reports that let viewers play sound and pictures together. */
    report(): void {
      if (wallAtStart === undefined || fanOut.viewers.size === 0) return;
      if (at.video !== undefined) video.report(at.video, wallAtStart + at.video * 1000);
      if (at.audio !== undefined) audio.report(at.audio, wallAtStart + at.audio * 1000);
    },
  };
};

/** Takes the media of an RTMP connection into a stream: as they are into its segments, and as RTP to its WebRTC viewers. */
export const createRtmpPublisher = ({ packager, fanOut, createOpus, isRehearsal, flows, pauses }: RtmpPublisherOptions) => {
  const output = createRtpOutput(fanOut);
  let opus: OpusEncoder | undefined;
  let isClosed = false;
  const ingest = createFlvIngest({
    packager,
    isRehearsal,
    picture: output.picture,
    sound(frame, time, configuration) {
      if (fanOut.viewers.size === 0) {
        opus?.close();
        opus = undefined;
        return;
      }
      opus ??= createOpus?.((packet, at) => {
        if (!isClosed) output.sound(packet, at);
      });
      opus?.push(frame, time, configuration);
    },
  });
  const rates = createEncoderRates();
  let takenAt = performance.now();
  const timer = setInterval(() => {
    output.report();
    rates.tick();
    if (performance.now() - takenAt > SILENCE_MS) pauses();
  }, REPORT_MS);

  return {
    take(media: RtmpMedia): void {
      if (isClosed) return;
      rates.add(media.payload.length);
      if (media.kind === 'video') rates.addPicture();
      if (!ingest.take(media)) return;
      takenAt = performance.now();
      if (ingest.isPlayable()) flows();
    },
    signal(): EncoderSignal {
      const { refused, isReordered, hasSound, isSoundOnly, keyIntervalMs } = ingest.facts();
      const picture = packager.video()?.parameters;
      return {
        width: picture?.width ?? null,
        height: picture?.height ?? null,
        ...rates.read(),
        keySeconds: keyIntervalMs === null ? null : keyIntervalMs / 1000,
        hasSound,
        isSoundOnly,
        isReordered,
        refused: [...refused],
      };
    },
    /** RTMP has no way of asking: the next one comes when the encoder wants. */
    requestKeyFrame(): void {},
    close(): void {
      isClosed = true;
      clearInterval(timer);
      opus?.close();
    },
  };
};

export type RtmpPublisher = ReturnType<typeof createRtmpPublisher>;
