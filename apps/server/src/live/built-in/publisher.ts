import { randomInt } from 'node:crypto';
import type { Track } from 'node-datachannel';
import { CodedError } from '../../platform/errors.ts';
import { type Reception, createReception } from '../media/reception.ts';
import { type SenderReport, goodbye, nack, parseRtcp, pictureLoss, receiverEstimate, receiverReport } from '../media/rtcp.ts';
import { type RtpPacket, isRtcp, parseRtp } from '../media/rtp.ts';
import { type SessionDescription, selectPayload, parseSdp, stripOffer, withStartBitrate } from '../media/sdp.ts';
import { HANDSHAKE_MS } from './limits.ts';
import type { Peers } from './peers.ts';
import { createSourceChoice } from './source-choice.ts';

export type TrackKind = 'video' | 'audio';

export interface PublisherEvents {
  /** A packet in order. `lost` when packets before it were lost. */
  packet(kind: TrackKind, packet: RtpPacket, lost: boolean): void;
  /** Every RTP packet as it arrived, to forward to WebRTC viewers. */
  arrived(kind: TrackKind, packet: RtpPacket, raw: Buffer): void;
  senderReport(kind: TrackKind, report: SenderReport, raw: Buffer): void;
  connected(): void;
  closed(): void;
}

const CLOCKS: Record<TrackKind, number> = { video: 90_000, audio: 48_000 };
const TICK_MS = 50;
const REPORT_TICKS = 20;
const MIN_BITRATE = 300_000;
const MAX_BITRATE = 4_000_000;
/** A publisher that sends no media for this long is disconnected. */
const SILENCE_TIMEOUT_MS = 7_000;
/** Minimum interval between key frame requests. */
const KEY_FRAME_INTERVAL_MS = 250;

/** The sections that an offer sends: one of video, and at most one of audio, each with the payload that is taken of it. */
interface Sending {
  payloads: Map<string, number>;
  kinds: Map<string, TrackKind>;
  /** The payload of the video. */
  videoPayload: number;
  hasAudio: boolean;
}

/** Reads what an offer sends. @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED */
const sendingOf = ({ media }: SessionDescription): Sending => {
  const sending = media.filter(({ isOffered, direction }) => isOffered && (direction === 'sendonly' || direction === 'sendrecv'));
  const picture = sending.filter(({ kind }) => kind === 'video');
  const sound = sending.filter(({ kind }) => kind === 'audio');
  if (picture.length !== 1 || sound.length > 1) throw new CodedError('LIVE_OFFER_INVALID');
  const payloads = new Map<string, number>();
  for (const section of [...picture, ...sound]) {
    const payload = selectPayload(section);
    if (!payload || section.mid === '') throw new CodedError('LIVE_CODEC_UNSUPPORTED');
    payloads.set(section.mid, payload.type);
  }
  const kinds = new Map<string, TrackKind>();
  for (const { mid } of picture) kinds.set(mid, 'video');
  for (const { mid } of sound) kinds.set(mid, 'audio');
  return { payloads, kinds, videoPayload: payloads.get(picture[0]!.mid)!, hasAudio: sound.length === 1 };
};

/** Adapts the bitrate that a publisher is allowed, by the loss of its packets. */
const createBitrate = () => {
  let bitrate = 2_500_000;
  return {
    /** Decreases above a tenth of loss, increases below 2 %. @param fractionLost of 256 @returns bits per second */
    adapt(fractionLost: number): number {
      if (fractionLost > 25) bitrate = Math.max(MIN_BITRATE, bitrate * 0.85);
      else if (fractionLost < 5) bitrate = Math.min(MAX_BITRATE, bitrate * 1.05);
      return bitrate;
    },
  };
};

/** Requests key frames at most so often. Owns the request that is deferred. */
const createKeyFrameRequests = (send: () => boolean) => {
  let requestedAt = -Infinity;
  let isPending = false;
  const request = (now: number): void => {
    if (!send()) return;
    isPending = false;
    requestedAt = now;
  };
  const isDue = (now: number): boolean => now - requestedAt >= KEY_FRAME_INTERVAL_MS;

  return {
    /** A request soon after another is deferred, not dropped: the key frame of the first may already have been sent. */
    request(): void {
      const now = performance.now();
      if (isDue(now)) request(now);
      else isPending = true;
    },
    defer(): void {
      isPending = true;
    },
    tick(now: number): void {
      if (isPending && isDue(now)) request(now);
    },
  };
};

/** The packets of a publisher's connection, in both directions. Owns the receptions, one for each kind of track, and their feedback. */
const createReceiver = (kindOf: (mid: string) => TrackKind | undefined, events: PublisherEvents, onGoodbye: () => void) => {
  const ownSsrc = randomInt(1, 0xffff_ffff);
  const tracks = new Map<TrackKind, Track>();
  const receptions = new Map<TrackKind, Reception>();
  const choices = { video: createSourceChoice(), audio: createSourceChoice() };
  const bitrate = createBitrate();
  let lastPacketAt = performance.now();

  const send = (kind: TrackKind, packet: Buffer): void => {
    const track = tracks.get(kind);
    try {
      if (track?.isOpen()) track.sendMessageBinary(packet);
    } catch {
      // Closed between the check and the send.
    }
  };
  const keyFrames = createKeyFrameRequests(() => {
    const reception = receptions.get('video');
    if (!reception) return false;
    send('video', pictureLoss(ownSsrc, reception.ssrc));
    return true;
  });
  const receiveControl = (kind: TrackKind, raw: Buffer, now: number): void => {
    for (const message of parseRtcp(raw)) {
      if (message.kind === 'senderReport') {
        if (!choices[kind].isChosen(message.ssrc)) continue;
        receptions.get(kind)?.onSenderReport(message, now);
        events.senderReport(kind, message, raw);
      } else if (message.kind === 'bye' && !choices[kind].isOther(message.ssrc)) onGoodbye();
    }
  };

  return {
    /** Milliseconds since the last packet, or since the connection. */
    silentFor: (now: number): number => now - lastPacketAt,
    connected(): void {
      lastPacketAt = performance.now();
    },
    /** @param receives false once the publisher is closed */
    addTrack(track: Track, receives: () => boolean): void {
      const kind = kindOf(track.mid());
      if (!kind) return;
      tracks.set(kind, track);
      track.onMessage((raw) => {
        if (receives()) this.receive(kind, raw);
      });
    },
    receive(kind: TrackKind, raw: Buffer): void {
      const now = performance.now();
      lastPacketAt = now;
      if (isRtcp(raw)) return receiveControl(kind, raw, now);
      const packet = parseRtp(raw);
      if (!packet || !choices[kind].takes(packet.ssrc, raw.length, now)) return;
      let reception = receptions.get(kind);
      if (reception?.ssrc !== packet.ssrc) {
        // Earlier packets of the new source were ignored, perhaps its key frame too.
        if (reception !== undefined && kind === 'video') keyFrames.defer();
        reception = createReception(packet.ssrc, CLOCKS[kind], (ordered, lost) => events.packet(kind, ordered, lost));
        receptions.set(kind, reception);
      }
      events.arrived(kind, packet, raw);
      reception.push(packet, now);
    },
    requestKeyFrame: keyFrames.request,
    /** Requests what is missing. */
    tick(now: number): void {
      keyFrames.tick(now);
      for (const [kind, reception] of receptions) {
        reception.tick(now);
        const missing = reception.missing(now);
        if (missing.length > 0) send(kind, nack(ownSsrc, reception.ssrc, missing));
      }
    },
    /** Sends receiver reports, and for the video the bitrate that is allowed. */
    report(now: number): void {
      for (const [kind, reception] of receptions) {
        const block = reception.block(now);
        const report = receiverReport(ownSsrc, [block]);
        if (kind === 'audio') send(kind, report);
        else send(kind, Buffer.concat([report, receiverEstimate(ownSsrc, [reception.ssrc], bitrate.adapt(block.fractionLost))]));
      }
    },
    /** Says BYE: the library closes without, which the peer would take for packet loss. */
    sayGoodbye(): void {
      for (const kind of tracks.keys()) send(kind, goodbye(ownSsrc));
    },
  };
};

/**
 * Accepts a WHIP publisher (RFC 9725): answers the offer and receives its media.
 * @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED
 */
export const acceptPublisher = async (peers: Peers, offer: string, events: PublisherEvents) => {
  const description = parseSdp(offer);
  if (!description) throw new CodedError('LIVE_OFFER_INVALID');
  const { payloads, kinds, videoPayload, hasAudio } = sendingOf(description);
  const receiver = createReceiver(
    (mid) => kinds.get(mid),
    events,
    () => close(),
  );
  let isClosed = false;
  let isConnected = false;
  let ticks = 0;

  const connection = peers.create('publisher');
  const timer = setInterval(() => {
    const now = performance.now();
    if (receiver.silentFor(now) > (isConnected ? SILENCE_TIMEOUT_MS : HANDSHAKE_MS)) return close();
    ticks += 1;
    receiver.tick(now);
    if (ticks % REPORT_TICKS === 0) receiver.report(now);
  }, TICK_MS);
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(timer);
    receiver.sayGoodbye();
    connection.close();
    events.closed();
  };
  connection.onTrack((track) => receiver.addTrack(track, () => !isClosed));
  connection.onStateChange((state) => {
    if (state === 'connected') {
      isConnected = true;
      events.connected();
      receiver.connected();
    }
    if (state === 'failed' || state === 'closed' || state === 'disconnected') close();
  });
  let answer: string;
  try {
    connection.setRemoteDescription(peers.prepareOffer(stripOffer(description, payloads)), 'offer');
    connection.setLocalDescription('answer');
    answer = withStartBitrate(await peers.answerOf(connection), videoPayload);
  } catch (error) {
    close();
    throw error instanceof CodedError ? error : new CodedError('LIVE_OFFER_INVALID');
  }
  if (isClosed) throw new CodedError('LIVE_OFFER_INVALID');

  return {
    answer,
    hasAudio,
    isConnected: (): boolean => isConnected,
    requestKeyFrame: receiver.requestKeyFrame,
    /** @throws CodedError LIVE_OFFER_INVALID */
    addCandidate(candidate: string, mid: string): void {
      try {
        if (!isClosed && peers.hasRelay) connection.addRemoteCandidate(candidate, mid);
      } catch {
        throw new CodedError('LIVE_OFFER_INVALID');
      }
    },
    close,
  };
};

export type Publisher = Awaited<ReturnType<typeof acceptPublisher>>;
