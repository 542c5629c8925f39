import type { EncoderSignal } from '@stagedoor/contract/stream-keys';
import { CodedError } from '../../platform/errors.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { VIDEO_CLOCK } from '../media/fmp4.ts';
import { type Packager, type WrittenPiece, createPackager } from '../media/packager.ts';
import { createPlaylists, isAvailable } from '../media/playlist.ts';
import { AAC, createAacEncoder } from './aac-encoder.ts';
import { createAirTime } from './air-time.ts';
import { createFanOut } from './fan-out.ts';
import { createEncoderRates } from './encoder-rates.ts';
import { type Ingest, createIngest } from './ingest.ts';
import type { Peers } from './peers.ts';
import { type OpusEncoder, createOpusEncoder } from './opus-encoder.ts';
import { type Publisher, acceptPublisher } from './publisher.ts';
import { type RtmpPublisher, createRtmpPublisher } from './rtmp-publisher.ts';
import { type Viewer, acceptViewer } from './viewer.ts';
import { createWaiters } from './waiters.ts';

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

/** A publisher that waits to be accepted. */
interface PublishingPeer {
  /** A program with a stream key, whose signal the studio shows. */
  isProgram: boolean;
  /** Checked after the offer is accepted: another publisher may have come meanwhile. */
  isWanted(): boolean;
  connected(): void;
  closed(): void;
}

/** The state of a stream that its publishers and viewers share. */
interface StreamState {
  peers: Peers;
  packager: Packager;
  fanOut: ReturnType<typeof createFanOut>;
  airTime: ReturnType<typeof createAirTime>;
  encoder: ReturnType<typeof createAacEncoder> | undefined;
  /** Makes sound for WebRTC viewers of publishers who send AAC. */
  createOpus: ((onPacket: (packet: Buffer, time: number) => void) => OpusEncoder) | undefined;
  /** Accepted, connected or not yet. */
  publisher: { requestKeyFrame(): void; close(): void } | undefined;
  /** The signal of the publisher, who may be a program. */
  signal: { isProgram: boolean; read(): EncoderSignal } | undefined;
  isRehearsal: boolean;
  isClosed: boolean;
}

const REPORT_MS = 1_000;

/** Measures what a WebRTC publisher sends. Owns its rates, until it is closed. */
const createSignal = (packager: Packager, ingest: Ingest) => {
  const rates = createEncoderRates();
  let pictures = 0;
  const timer = setInterval(rates.tick, REPORT_MS);
  return {
    add(bytes: number): void {
      rates.add(bytes);
      for (; pictures < ingest.facts().pictures; pictures += 1) rates.addPicture();
    },
    read(): EncoderSignal {
      const { isReordered, hasSound, keySeconds } = ingest.facts();
      const isSoundOnly = packager.isSoundOnly();
      const picture = packager.video()?.parameters;
      return {
        width: picture?.width ?? null,
        height: picture?.height ?? null,
        ...rates.read(),
        keySeconds,
        hasSound,
        isSoundOnly,
        isReordered,
        refused: [],
      };
    },
    close: (): void => clearInterval(timer),
  };
};

/** Accepts a publisher, which replaces the previous one. @throws CodedError as acceptPublisher; LIVE_NOT_ON_AIR, LIVE_ALREADY_PUBLISHING */
const publish = async (stream: StreamState, offer: string, peer: PublishingPeer): Promise<Publisher> => {
  const { peers, packager, fanOut, airTime, encoder } = stream;
  const own: { publisher?: Publisher; signal?: ReturnType<typeof createSignal> } = {};
  const ingest = createIngest({
    packager,
    pushSound: encoder ? encoder.push : packager.pushAudio,
    isRehearsal: () => stream.isRehearsal,
    isSoundOnly: () => own.publisher?.hasVideo === false,
    needKeyFrame: () => stream.publisher?.requestKeyFrame(),
  });
  /** It was accepted and not replaced: its packets count. */
  const isCurrent = (): boolean => own.publisher !== undefined && stream.publisher === own.publisher;
  const mine = await acceptPublisher(peers, offer, {
    arrived(kind, packet, raw) {
      if (!isCurrent()) return;
      own.signal?.add(packet.payload.length);
      // Viewers by WebRTC can't put pictures in order.
      if (kind === 'audio' || !ingest.isReordered()) fanOut.forward(kind, packet, raw);
    },
    packet(kind, packet, lost) {
      if (!isCurrent()) return;
      if (kind === 'video') ingest.pushVideo(packet, lost);
      if (kind === 'audio') ingest.pushAudio(packet);
      if (ingest.isPlayable()) airTime.setFlowing(true);
    },
    senderReport(kind, report, raw) {
      ingest.onSenderReport(kind, report);
      if (isCurrent()) fanOut.report(kind, raw);
    },
    connected: () => peer.connected(),
    closed() {
      own.signal?.close();
      if (isCurrent()) {
        stream.publisher = undefined;
        stream.signal = undefined;
        release(stream);
      }
      peer.closed();
    },
  });
  if (stream.isClosed || !peer.isWanted()) {
    mine.close();
    throw new CodedError(stream.isClosed ? 'LIVE_NOT_ON_AIR' : 'LIVE_ALREADY_PUBLISHING');
  }
  stream.publisher?.close();
  own.publisher = mine;
  stream.publisher = mine;
  own.signal = createSignal(packager, ingest);
  stream.signal = { isProgram: peer.isProgram, read: own.signal.read };
  packager.setSoundOnly(!mine.hasVideo);
  packager.setAudio(mine.hasAudio ? (encoder ? AAC : { kind: 'opus', channels: 2 }) : undefined);
  return mine;
};

/** Clears up after a publisher: the stream waits for the next one. */
const release = ({ encoder, packager, airTime }: StreamState): void => {
  encoder?.reset();
  packager.interrupt();
  airTime.setFlowing(false);
};

/** Takes an RTMP publisher, who replaces the previous one. @throws CodedError LIVE_NOT_ON_AIR */
const publishRtmp = (stream: StreamState): RtmpPublisher => {
  if (stream.isClosed) throw new CodedError('LIVE_NOT_ON_AIR');
  const { packager, fanOut, airTime, createOpus } = stream;
  stream.publisher?.close();
  packager.setSoundOnly(false);
  packager.setAudio(undefined);
  const publisher = createRtmpPublisher({
    packager,
    fanOut,
    createOpus,
    isRehearsal: () => stream.isRehearsal,
    flows: () => airTime.setFlowing(true),
    pauses: () => airTime.setFlowing(false),
  });
  const mine: RtmpPublisher = {
    ...publisher,
    take(media) {
      if (stream.publisher === mine) publisher.take(media);
    },
    close() {
      publisher.close();
      if (stream.publisher !== mine) return;
      stream.publisher = undefined;
      stream.signal = undefined;
      release(stream);
    },
  };
  stream.publisher = mine;
  stream.signal = { isProgram: true, read: publisher.signal };
  return mine;
};

/** Accepts a viewer. @throws CodedError as acceptViewer; LIVE_NOT_ON_AIR, LIVE_HLS_ONLY */
const watch = async (stream: StreamState, offer: string, peer: { connected(): void; closed(): void }): Promise<Viewer> => {
  const { peers, packager, fanOut } = stream;
  // Pictures in another order than they are shown in can't be carried by WebRTC.
  if (stream.signal?.read().isReordered) throw new CodedError('LIVE_HLS_ONLY');
  const own: { viewer?: Viewer } = {};
  const viewer = await acceptViewer(peers, offer, {
    isSoundOnly: packager.isSoundOnly,
    needKeyFrame: () => stream.publisher?.requestKeyFrame(),
    connected() {
      stream.publisher?.requestKeyFrame();
      peer.connected();
    },
    closed() {
      if (own.viewer) fanOut.viewers.delete(own.viewer);
      peer.closed();
    },
    position: () => packager.position() / (VIDEO_CLOCK / 1000),
    findPacket: fanOut.findPacket,
  });
  if (stream.isClosed) {
    viewer.close();
    throw new CodedError('LIVE_NOT_ON_AIR');
  }
  own.viewer = viewer;
  fanOut.viewers.add(viewer);
  return viewer;
};

/** One stream of the built-in engine: its publisher, its WebRTC viewers, and its LL-HLS segments in memory. */
export const createLiveStream = (id: string, { peers, ffmpeg, log }: LiveStreamOptions, events: LiveStreamEvents) => {
  /** Consumers of the continuous fMP4: recordings, progressive viewers. */
  const followers = new Set<(piece: WrittenPiece) => void>();
  const waiters = createWaiters();
  const fanOut = createFanOut();
  const airTime = createAirTime(events.publishing);
  const packager: Packager = createPackager({
    changed: waiters.wake,
    written(piece) {
      for (const follower of followers) follower(piece);
    },
    needKeyFrame: () => stream.publisher?.requestKeyFrame(),
  });
  const encoder = ffmpeg ? createAacEncoder(ffmpeg, log, (frame, time) => packager.pushAudio(frame, time)) : undefined;
  const stream: StreamState = {
    peers,
    packager,
    fanOut,
    airTime,
    encoder,
    createOpus: ffmpeg ? (onPacket) => createOpusEncoder(ffmpeg, log, onPacket) : undefined,
    publisher: undefined,
    signal: undefined,
    isRehearsal: false,
    isClosed: false,
  };

  return {
    id,
    packager,
    playlists: createPlaylists(packager, id),
    followers,
    /** A publisher was accepted, connected or not yet. */
    hasPublisher: (): boolean => stream.publisher !== undefined,
    /** Media is arriving. */
    isPublishing: airTime.isFlowing,
    /** How long media has arrived, in milliseconds. */
    publishedMs: airTime.milliseconds,
    viewers: (): number => fanOut.viewers.size,
    /** The signal of an encoder; undefined of browsers, and while nobody publishes. */
    encoder: (): EncoderSignal | undefined => (stream.signal?.isProgram ? stream.signal.read() : undefined),
    isRehearsal: (): boolean => stream.isRehearsal,
    /** From now on media reaches WebRTC viewers alone; nothing becomes segments or a recording. */
    rehearse(): void {
      stream.isRehearsal = true;
    },
    /** A rehearsal becomes a show: what was sent before it is forgotten, and the time on air begins. */
    begin(): void {
      if (!stream.isRehearsal) return;
      stream.isRehearsal = false;
      fanOut.clear();
      airTime.restart();
      stream.publisher?.requestKeyFrame();
    },
    /** Accepts a publisher, which replaces the previous one. @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED, LIVE_NOT_ON_AIR, LIVE_ALREADY_PUBLISHING */
    publish: (offer: string, peer: PublishingPeer): Promise<Publisher> => publish(stream, offer, peer),
    /** Takes an RTMP publisher, who replaces the previous one. @throws CodedError LIVE_NOT_ON_AIR */
    publishRtmp: (): RtmpPublisher => publishRtmp(stream),
    /** @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED, LIVE_NOT_ON_AIR */
    watch: (offer: string, peer: { connected(): void; closed(): void }): Promise<Viewer> => watch(stream, offer, peer),
    /** Waits until `find` returns a value, or the timeout is over. */
    waitUntil: waiters.waitUntil,
    /** Waits until a segment or part exists; false after the timeout, undefined when it is too far ahead. */
    async waitForPart(number: number, part: number | undefined, timeoutMs: number, signal: AbortSignal): Promise<boolean | undefined> {
      const state = await waiters.waitUntil(() => isAvailable(packager, number, part) || undefined, timeoutMs, signal);
      return state === 'unreachable' ? undefined : (state ?? false);
    },
    /** Ends the show: playlists get an end tag. */
    end(): void {
      if (stream.isClosed) return;
      packager.end();
      this.close();
    },
    /** Closes everything without ending the show: it may continue on another node. */
    close(): void {
      if (stream.isClosed) return;
      stream.isClosed = true;
      stream.publisher?.close();
      encoder?.close();
      fanOut.close();
      waiters.close();
    },
  };
};

export type LiveStream = ReturnType<typeof createLiveStream>;
