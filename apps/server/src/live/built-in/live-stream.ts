import type { Log } from '../../platform/telemetry/log.ts';
import type { AudioCodec } from '../media/fmp4.ts';
import { createH264Depacketizer } from '../media/h264.ts';
import { type Packager, type PackagerEvents, createPackager } from '../media/packager.ts';
import { isReached } from '../media/playlist.ts';
import { type Timeline, createTimeline } from '../media/clock.ts';
import { parseRtp } from '../media/rtp.ts';
import { AAC, createAacEncoder } from './aac-encoder.ts';
import type { Peers } from './peers.ts';
import { type Publisher, acceptPublisher } from './publisher.ts';
import { type Viewer, acceptViewer } from './viewer.ts';

export interface LiveStreamEvents {
  /** A publisher's media flows, or flows no longer. */
  publishing(isPublishing: boolean): void;
  written: PackagerEvents['written'];
}

export interface LiveStreamOptions {
  peers: Peers;
  /** The program that makes AAC of Opus; without it the sound stays as it came. */
  ffmpeg: string | undefined;
  log: Log;
}

/** Does a picture that decodes by itself begin with this payload? A parameter set or key slice, alone, aggregated or its first fragment. */
const beginsKeyPicture = (payload: Buffer): boolean => {
  if (payload.length < 2) return false;
  const type = payload[0]! & 0x1f;
  if (type === 5 || type === 7) return true;
  if (type === 24) return payload.length > 3 && ((payload[3]! & 0x1f) === 7 || (payload[3]! & 0x1f) === 5);
  return type === 28 && (payload[1]! & 0x80) !== 0 && (payload[1]! & 0x1f) === 5;
};

/** One stream of the built-in engine: its publisher, those who watch by WebRTC, and its LL-HLS in memory. */
export const createLiveStream = (id: string, { peers, ffmpeg, log }: LiveStreamOptions, events: LiveStreamEvents) => {
  let publisher: Publisher | undefined;
  let isFlowing = false;
  const viewers = new Set<Viewer>();
  let waiters: (() => void)[] = [];

  const wake = (): void => {
    const woken = waiters;
    waiters = [];
    for (const waiter of woken) waiter();
  };
  const packager: Packager = createPackager(
    { changed: wake, written: events.written, needKeyFrame: () => publisher?.requestKeyFrame() },
    Date.now,
  );

  const encoder = ffmpeg ? createAacEncoder(ffmpeg, log, (frame, time) => packager.pushAudio(frame, time)) : undefined;

  const publish = async (offer: string): Promise<string> => {
    let timeline: Timeline | undefined;
    const begun = (): Timeline => (timeline ??= createTimeline(packager.position()));
    const depacketizer = createH264Depacketizer(
      (unit) => packager.pushVideo(unit, begun().video(unit.timestamp, performance.now())),
      () => packager.lose(),
    );
    const mine = await acceptPublisher(peers, offer, {
      arrived(kind, raw) {
        if (viewers.size === 0) return;
        const packet = kind === 'video' ? parseRtp(raw) : undefined;
        const isKeyStart = packet !== undefined && beginsKeyPicture(packet.payload);
        for (const viewer of viewers) viewer.forward(kind, raw, isKeyStart);
      },
      packet(kind, packet, lost) {
        if (publisher !== mine) return;
        if (!isFlowing) {
          isFlowing = true;
          events.publishing(true);
        }
        if (kind === 'video') depacketizer.push(packet, lost);
        else {
          const time = begun().audio(packet.timestamp, performance.now());
          if (time !== undefined && packet.payload.length > 0)
            (encoder ?? { push: packager.pushAudio }).push(Buffer.from(packet.payload), time);
        }
      },
      senderReport(kind, report, raw) {
        timeline?.heard(kind, report);
        for (const viewer of viewers) viewer.report(kind, raw);
      },
      connected() {},
      closed() {
        if (publisher !== mine) return;
        publisher = undefined;
        encoder?.reset();
        packager.interrupt();
        if (isFlowing) events.publishing(false);
        isFlowing = false;
      },
    });
    publisher?.close();
    publisher = mine;
    const sound: AudioCodec | undefined = mine.hasAudio ? (encoder ? AAC : { kind: 'opus', channels: 2 }) : undefined;
    packager.setAudio(sound);
    return mine.answer;
  };

  return {
    id,
    packager,
    isPublishing: (): boolean => publisher !== undefined,
    viewerCount: (): number => viewers.size,
    publish,
    stopPublishing: (): void => publisher?.close(),
    async watch(offer: string): Promise<Viewer> {
      const viewer = await acceptViewer(peers, offer, {
        needKeyFrame: () => publisher?.requestKeyFrame(),
        connected: () => publisher?.requestKeyFrame(),
        closed: () => void viewers.delete(viewer),
      });
      viewers.add(viewer);
      return viewer;
    },
    /** Waits until a segment, or a part of it, is there; false when the time is over, undefined when it is too far ahead. */
    async reached(number: number, part: number | undefined, patienceMs: number): Promise<boolean | undefined> {
      const deadline = performance.now() + patienceMs;
      for (;;) {
        const state = isReached(packager, number, part);
        if (state === 'unreachable') return undefined;
        if (state) return true;
        const left = deadline - performance.now();
        if (left <= 0) return false;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          waiters.push(() => {
            clearTimeout(timer);
            resolve();
          });
        });
      }
    },
    end(): void {
      publisher?.close();
      encoder?.close();
      for (const viewer of viewers) viewer.close();
      packager.end();
      wake();
    },
  };
};

export type LiveStream = ReturnType<typeof createLiveStream>;
