import { beginsKeyPicture } from '../media/h264.ts';
import { type History, createHistory } from '../media/history.ts';
import type { RtpPacket } from '../media/rtp.ts';
import type { TrackKind } from './publisher.ts';
import type { Viewer } from './viewer.ts';

/** Packets kept for retransmission: about two seconds of high-quality video. */
const HISTORY_PACKETS = 1024;

/** Forwards a publisher's packets to the WebRTC viewers of a stream. Owns the viewers, and the recent packets that they may request again. */
export const createFanOut = () => {
  const viewers = new Set<Viewer>();
  const histories: Record<TrackKind, { ssrc: number | undefined; packets: History }> = {
    video: { ssrc: undefined, packets: createHistory(HISTORY_PACKETS) },
    audio: { ssrc: undefined, packets: createHistory(HISTORY_PACKETS / 4) },
  };

  return {
    viewers,
    forward(kind: TrackKind, packet: RtpPacket, raw: Buffer): void {
      const history = histories[kind];
      if (history.ssrc !== packet.ssrc) {
        history.packets.clear();
        history.ssrc = packet.ssrc;
      }
      history.packets.add(packet.sequence, raw);
      if (viewers.size === 0) return;
      const isKeyStart = kind === 'video' && beginsKeyPicture(packet.payload);
      for (const viewer of viewers) viewer.forward(kind, packet, raw, isKeyStart);
    },
    /** Forwards a sender report of the publisher. */
    report(kind: TrackKind, raw: Buffer): void {
      for (const viewer of viewers) viewer.report(kind, raw);
    },
    /** Finds a recent packet of a source, for retransmission. */
    findPacket(kind: TrackKind, ssrc: number, sequence: number): Buffer | undefined {
      const history = histories[kind];
      return history.ssrc === ssrc ? history.packets.find(sequence) : undefined;
    },
    /** Drops the recent packets: nobody receives them any more. */
    clear(): void {
      for (const history of Object.values(histories)) history.packets.clear();
    },
    close(): void {
      for (const viewer of viewers) viewer.close();
    },
  };
};

export type FanOut = ReturnType<typeof createFanOut>;
