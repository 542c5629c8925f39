import { CodedError } from '../../platform/errors.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { type Timeline, createTimeline } from '../media/clock.ts';
import type { AudioCodec } from '../media/fmp4.ts';
import { beginsKeyPicture, createH264Depacketizer } from '../media/h264.ts';
import { type History, createHistory } from '../media/history.ts';
import { type Packager, type WrittenPiece, createPackager } from '../media/packager.ts';
import { isReached } from '../media/playlist.ts';
import { AAC, createAacEncoder } from './aac-encoder.ts';
import type { Peers } from './peers.ts';
import { type Publisher, type TrackKind, acceptPublisher } from './publisher.ts';
import { type Viewer, acceptViewer } from './viewer.ts';

export interface LiveStreamEvents {
  /** A publisher's media flows, or flows no longer. */
  publishing(isPublishing: boolean): void;
}

export interface LiveStreamOptions {
  peers: Peers;
  /** The program that makes AAC of Opus; without it the sound stays as it came. */
  ffmpeg: string | undefined;
  log: Log;
}

/** Packets kept for viewers who miss some: about two seconds of a good picture. */
const KEPT_PACKETS = 1024;

/** One stream of the built-in engine: its publisher, those who watch by WebRTC, and its LL-HLS in memory. */
export const createLiveStream = (id: string, { peers, ffmpeg, log }: LiveStreamOptions, events: LiveStreamEvents) => {
  let publisher: Publisher | undefined;
  let flowingSince: number | undefined;
  let flowedMs = 0;
  let isClosed = false;
  const viewers = new Set<Viewer>();
  const histories: Record<TrackKind, { ssrc: number | undefined; packets: History }> = {
    video: { ssrc: undefined, packets: createHistory(KEPT_PACKETS) },
    audio: { ssrc: undefined, packets: createHistory(KEPT_PACKETS / 4) },
  };
  let waiters = new Set<() => void>();
  /** Follow the endless file: recordings, progressive viewers. */
  const followers = new Set<(piece: WrittenPiece) => void>();

  const wake = (): void => {
    const woken = waiters;
    waiters = new Set();
    for (const waiter of woken) waiter();
  };
  const packager: Packager = createPackager({
    changed: wake,
    written(piece) {
      for (const follower of followers) follower(piece);
    },
    needKeyFrame: () => publisher?.requestKeyFrame(),
  });
  const encoder = ffmpeg ? createAacEncoder(ffmpeg, log, (frame, time) => packager.pushAudio(frame, time)) : undefined;
  const sound = encoder ?? { push: (packet: Buffer, time: number): void => packager.pushAudio(packet, time) };

  const flow = (isFlowing: boolean): void => {
    if (isFlowing === (flowingSince !== undefined)) return;
    if (flowingSince !== undefined) flowedMs += performance.now() - flowingSince;
    flowingSince = isFlowing ? performance.now() : undefined;
    events.publishing(isFlowing);
  };
  const leave = (): void => {
    publisher = undefined;
    encoder?.reset();
    packager.interrupt();
    flow(false);
  };

  return {
    id,
    packager,
    followers,
    /** Somebody has agreed to publish, connected or not yet. */
    hasPublisher: (): boolean => publisher !== undefined,
    /** Media flows. */
    isPublishing: (): boolean => flowingSince !== undefined,
    /** How long media has flowed, in milliseconds. */
    publishedMs: (): number => Math.round(flowedMs + (flowingSince === undefined ? 0 : performance.now() - flowingSince)),
    viewers: (): number => viewers.size,
    /**
     * Takes a publisher on, in place of the one before.
     * @param peer.isWanted asked once the offer is taken: another may have come meanwhile
     * @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED, LIVE_NOT_ON_AIR, LIVE_ALREADY_PUBLISHING
     */
    async publish(offer: string, peer: { isWanted(): boolean; connected(): void; closed(): void }): Promise<Publisher> {
      let timeline: Timeline | undefined;
      const begun = (): Timeline => (timeline ??= createTimeline(packager.position()));
      const depacketizer = createH264Depacketizer(
        (unit) => packager.pushVideo(unit, begun().video(unit.timestamp, performance.now())),
        () => packager.lose(),
      );
      const own: { publisher?: Publisher } = {};
      /** Its packets count: it was taken on, and no other came after it. */
      const isCurrent = (): boolean => own.publisher !== undefined && publisher === own.publisher;
      const mine = await acceptPublisher(peers, offer, {
        arrived(kind, packet, raw) {
          if (!isCurrent()) return;
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
        packet(kind, packet, lost) {
          if (!isCurrent()) return;
          flow(true);
          if (kind === 'video') depacketizer.push(packet, lost);
          else {
            const time = begun().audio(packet.timestamp, performance.now());
            if (time !== undefined && packet.payload.length > 0) sound.push(Buffer.from(packet.payload), time);
          }
        },
        senderReport(kind, report, raw) {
          timeline?.heard(kind, report);
          if (isCurrent()) for (const viewer of viewers) viewer.report(kind, raw);
        },
        connected: () => peer.connected(),
        closed() {
          if (isCurrent()) leave();
          peer.closed();
        },
      });
      if (isClosed || !peer.isWanted()) {
        mine.close();
        throw new CodedError(isClosed ? 'LIVE_NOT_ON_AIR' : 'LIVE_ALREADY_PUBLISHING');
      }
      publisher?.close();
      own.publisher = mine;
      publisher = mine;
      const codec: AudioCodec | undefined = mine.hasAudio ? (encoder ? AAC : { kind: 'opus', channels: 2 }) : undefined;
      packager.setAudio(codec);
      return mine;
    },
    /** @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED, LIVE_NOT_ON_AIR */
    async watch(offer: string, peer: { connected(): void; closed(): void }): Promise<Viewer> {
      const own: { viewer?: Viewer } = {};
      const viewer = await acceptViewer(peers, offer, {
        needKeyFrame: () => publisher?.requestKeyFrame(),
        connected() {
          publisher?.requestKeyFrame();
          peer.connected();
        },
        closed() {
          if (own.viewer) viewers.delete(own.viewer);
          peer.closed();
        },
        passed(kind, ssrc, sequence) {
          const history = histories[kind];
          return history.ssrc === ssrc ? history.packets.find(sequence) : undefined;
        },
      });
      if (isClosed) {
        viewer.close();
        throw new CodedError('LIVE_NOT_ON_AIR');
      }
      own.viewer = viewer;
      viewers.add(viewer);
      return viewer;
    },
    /** Waits until `found` finds something, or the time is over. */
    async until<T>(found: () => T | undefined, patienceMs: number, signal: AbortSignal): Promise<T | undefined> {
      const deadline = performance.now() + patienceMs;
      for (;;) {
        const value = found();
        if (value !== undefined) return value;
        const left = deadline - performance.now();
        if (left <= 0 || isClosed || signal.aborted) return undefined;
        await new Promise<void>((resolve) => {
          const finish = (): void => {
            clearTimeout(timer);
            waiters.delete(finish);
            signal.removeEventListener('abort', finish);
            resolve();
          };
          const timer = setTimeout(finish, left);
          signal.addEventListener('abort', finish);
          waiters.add(finish);
        });
      }
    },
    /** Waits until a segment, or a part of it, is there; false when the time is over, undefined when it is too far ahead. */
    async reached(number: number, part: number | undefined, patienceMs: number, signal: AbortSignal): Promise<boolean | undefined> {
      const state = await this.until(() => isReached(packager, number, part) || undefined, patienceMs, signal);
      return state === 'unreachable' ? undefined : (state ?? false);
    },
    /** The show is over: those who watch are told so. */
    end(): void {
      if (isClosed) return;
      packager.end();
      this.close();
    },
    /** Lets go of everything, without an end: the show may go on elsewhere. */
    close(): void {
      if (isClosed) return;
      isClosed = true;
      publisher?.close();
      encoder?.close();
      for (const viewer of viewers) viewer.close();
      wake();
    },
  };
};

export type LiveStream = ReturnType<typeof createLiveStream>;
