import { CodedError } from '../../platform/errors.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { type Timeline, createTimeline } from '../media/clock.ts';
import { type AudioCodec, VIDEO_CLOCK } from '../media/fmp4.ts';
import { type AccessUnit, beginsKeyPicture, createH264Depacketizer, readSequenceParameters } from '../media/h264.ts';
import { type History, createHistory } from '../media/history.ts';
import { type Packager, type WrittenPiece, createPackager } from '../media/packager.ts';
import { createPlaylists, isAvailable } from '../media/playlist.ts';
import { AAC, createAacEncoder } from './aac-encoder.ts';
import type { Peers } from './peers.ts';
import { type Publisher, type TrackKind, acceptPublisher } from './publisher.ts';
import { type Viewer, acceptViewer } from './viewer.ts';

export interface LiveStreamEvents {
  /** A publisher's media started or stopped. */
  publishing(isPublishing: boolean): void;
}

export interface LiveStreamOptions {
  peers: Peers;
  /** Path of ffmpeg, which transcodes Opus to AAC; without it the audio stays Opus. */
  ffmpeg: string | undefined;
  log: Log;
}

/** Packets kept for retransmission: about two seconds of high-quality video. */
const HISTORY_PACKETS = 1024;

/** Tells whether a player can begin with a picture: a key frame with readable parameter sets. */
const isDecodable = ({ isKey, sps, pps }: AccessUnit): boolean =>
  isKey && pps !== undefined && sps !== undefined && readSequenceParameters(sps) !== undefined;

/** One stream of the built-in engine: its publisher, its WebRTC viewers, and its LL-HLS segments in memory. */
export const createLiveStream = (id: string, { peers, ffmpeg, log }: LiveStreamOptions, events: LiveStreamEvents) => {
  let publisher: Publisher | undefined;
  let flowingSince: number | undefined;
  let flowedMs = 0;
  let isClosed = false;
  let isRehearsal = false;
  const viewers = new Set<Viewer>();
  const histories: Record<TrackKind, { ssrc: number | undefined; packets: History }> = {
    video: { ssrc: undefined, packets: createHistory(HISTORY_PACKETS) },
    audio: { ssrc: undefined, packets: createHistory(HISTORY_PACKETS / 4) },
  };
  let waiters = new Set<() => void>();
  /** Consumers of the continuous fMP4: recordings, progressive viewers. */
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

  /** The end of the timeline so far, in milliseconds. */
  const position = (): number => packager.position() / (VIDEO_CLOCK / 1000);
  const setFlowing = (isFlowing: boolean): void => {
    if (isFlowing === (flowingSince !== undefined)) return;
    if (flowingSince !== undefined) flowedMs += performance.now() - flowingSince;
    flowingSince = isFlowing ? performance.now() : undefined;
    events.publishing(isFlowing);
  };
  const onPublisherLeft = (): void => {
    publisher = undefined;
    encoder?.reset();
    packager.interrupt();
    setFlowing(false);
  };

  return {
    id,
    packager,
    playlists: createPlaylists(packager, id),
    followers,
    /** A publisher was accepted, connected or not yet. */
    hasPublisher: (): boolean => publisher !== undefined,
    /** Media is arriving. */
    isPublishing: (): boolean => flowingSince !== undefined,
    /** How long media has arrived, in milliseconds. */
    publishedMs: (): number => Math.round(flowedMs + (flowingSince === undefined ? 0 : performance.now() - flowingSince)),
    viewers: (): number => viewers.size,
    isRehearsal: (): boolean => isRehearsal,
    /** From now on media reaches WebRTC viewers alone; nothing becomes segments or a recording. */
    rehearse(): void {
      isRehearsal = true;
    },
    /** A rehearsal becomes a show: what was sent before it is forgotten, and the time on air begins. */
    begin(): void {
      if (!isRehearsal) return;
      isRehearsal = false;
      for (const history of Object.values(histories)) history.packets.clear();
      flowedMs = 0;
      if (flowingSince !== undefined) flowingSince = performance.now();
      publisher?.requestKeyFrame();
    },
    /**
     * Accepts a publisher, which replaces the previous one.
     * @param peer.isWanted checked after the offer is accepted: another publisher may have come meanwhile
     * @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED, LIVE_NOT_ON_AIR, LIVE_ALREADY_PUBLISHING
     */
    async publish(offer: string, peer: { isWanted(): boolean; connected(): void; closed(): void }): Promise<Publisher> {
      let timeline: Timeline | undefined;
      const getTimeline = (): Timeline => (timeline ??= createTimeline(packager.position()));
      /** A picture that can be decoded has arrived: a key frame with its parameter sets. */
      let hasPicture = false;
      const depacketizer = createH264Depacketizer(
        (unit) => {
          hasPicture ||= isDecodable(unit);
          if (!isRehearsal) packager.pushVideo(unit, getTimeline().video(unit.timestamp, performance.now()));
        },
        () => (isRehearsal ? publisher?.requestKeyFrame() : packager.onPictureLost()),
      );
      const own: { publisher?: Publisher } = {};
      /** It was accepted and not replaced: its packets count. */
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
          if (kind === 'video') depacketizer.push(packet, lost);
          if (hasPicture) setFlowing(true);
          if (kind === 'audio' && !isRehearsal) {
            const time = getTimeline().audio(packet.timestamp, performance.now());
            if (time !== undefined && packet.payload.length > 0) sound.push(Buffer.from(packet.payload), time);
          }
        },
        senderReport(kind, report, raw) {
          timeline?.onSenderReport(kind, report);
          if (isCurrent()) for (const viewer of viewers) viewer.report(kind, raw);
        },
        connected: () => peer.connected(),
        closed() {
          if (isCurrent()) onPublisherLeft();
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
        position,
        findPacket(kind, ssrc, sequence) {
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
    /** Waits until `find` returns a value, or the timeout is over. */
    async waitUntil<T>(find: () => T | undefined, timeoutMs: number, signal: AbortSignal): Promise<T | undefined> {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const value = find();
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
    /** Waits until a segment or part exists; false after the timeout, undefined when it is too far ahead. */
    async waitForPart(number: number, part: number | undefined, timeoutMs: number, signal: AbortSignal): Promise<boolean | undefined> {
      const state = await this.waitUntil(() => isAvailable(packager, number, part) || undefined, timeoutMs, signal);
      return state === 'unreachable' ? undefined : (state ?? false);
    },
    /** Ends the show: playlists get an end tag. */
    end(): void {
      if (isClosed) return;
      packager.end();
      this.close();
    },
    /** Closes everything without ending the show: it may continue on another node. */
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
