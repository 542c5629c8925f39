import { randomInt } from 'node:crypto';
import type { Track } from 'node-datachannel';
import { CodedError } from '../../platform/errors.ts';
import { type Reception, createReception } from '../media/reception.ts';
import { type SenderReport, goodbye, nack, parseRtcp, pictureLoss, receiverEstimate, receiverReport } from '../media/rtcp.ts';
import { type RtpPacket, headerExtension, isRtcp, parseRtp } from '../media/rtp.ts';
import { type Layers, answerOf, layersOf, offerOf } from '../media/answer.ts';
import { type TakenMedia, offerFault, takeMedia } from '../media/offer.ts';
import { type SessionDescription, parseSdp, withStartBitrate } from '../media/sdp.ts';
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

/** The sections that an offer sends: at most one of each kind, with the payload that is taken of it. */
interface Sending {
  media: TakenMedia;
  /** By payload type, which is unique in a bundle (RFC 9143, section 9.1). */
  kinds: ReadonlyMap<number, TrackKind>;
  /** Layers of the picture that come at once. */
  layers: Layers | undefined;
}

/** Reads what an offer sends. @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED */
const sendingOf = (description: SessionDescription): Sending => {
  const media = takeMedia(description, 'sends');
  const kinds = new Map<number, TrackKind>();
  for (const taken of [media.video, media.audio]) if (taken) kinds.set(taken.payload.type, taken.kind);
  return { media, kinds, layers: media.video && layersOf(media.video.section) };
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

/** Continues the timestamps of a track whose source changes: each source begins at another one. */
const createSourceClock = (rate: number) => {
  let offset = 0;
  let last: { timestamp: number; at: number } | undefined;
  const shift = (timestamp: number): number => (timestamp + offset) >>> 0;
  return {
    shift,
    /** @param now milliseconds of a monotonic clock */
    place(timestamp: number, now: number): number {
      last = { timestamp: shift(timestamp), at: now };
      return last.timestamp;
    },
    /** Another source begins with a timestamp, at the time that has passed since the last one. */
    change(timestamp: number, now: number): void {
      if (last) offset = last.timestamp + Math.max(1, Math.round(((now - last.at) / 1000) * rate)) - timestamp;
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
const createReceiver = ({ kinds, layers }: Pick<Sending, 'kinds' | 'layers'>, events: PublisherEvents, onGoodbye: () => void) => {
  const ownSsrc = randomInt(1, 0xffff_ffff);
  /** Carries the packets of all sections. */
  let track: Track | undefined;
  const receptions = new Map<TrackKind, Reception>();
  const choices = { video: createSourceChoice({ hasLayers: layers !== undefined }), audio: createSourceChoice() };
  const clocks = { video: createSourceClock(CLOCKS.video), audio: createSourceClock(CLOCKS.audio) };
  const bitrate = createBitrate();
  let lastPacketAt = performance.now();

  const send = (packet: Buffer): void => {
    try {
      if (track?.isOpen()) track.sendMessageBinary(packet);
    } catch {
      // Closed between the check and the send.
    }
  };
  const keyFrames = createKeyFrameRequests(() => {
    const reception = receptions.get('video');
    if (!reception) return false;
    send(pictureLoss(ownSsrc, reception.ssrc));
    return true;
  });
  const receiveControl = (raw: Buffer, now: number): void => {
    for (const message of parseRtcp(raw)) {
      if (message.kind === 'senderReport') {
        const kind = (['video', 'audio'] as const).find((one) => choices[one].isChosen(message.ssrc));
        if (!kind) continue;
        receptions.get(kind)?.onSenderReport(message, now);
        events.senderReport(kind, { ...message, rtpTimestamp: clocks[kind].shift(message.rtpTimestamp) }, raw);
      } else if (message.kind === 'bye' && !choices.video.isOther(message.ssrc) && !choices.audio.isOther(message.ssrc)) onGoodbye();
    }
  };
  /** A packet of the layer that the offer names first. */
  const isPreferred = (packet: RtpPacket, raw: Buffer): boolean =>
    layers !== undefined &&
    (packet.ssrc === layers.source ||
      (layers.extension !== undefined && headerExtension(raw, packet, layers.extension) === layers.rids[0]));

  return {
    /** Milliseconds since the last packet, or since the connection. */
    silentFor: (now: number): number => now - lastPacketAt,
    connected(): void {
      lastPacketAt = performance.now();
    },
    /** @param receives false once the publisher is closed */
    addTrack(added: Track, receives: () => boolean): void {
      track = added;
      added.onMessage((raw) => {
        if (receives()) this.receive(raw);
      });
    },
    receive(raw: Buffer): void {
      const now = performance.now();
      lastPacketAt = now;
      if (isRtcp(raw)) return receiveControl(raw, now);
      const packet = parseRtp(raw);
      const kind = packet && kinds.get(packet.payloadType);
      if (!kind || !choices[kind].takes(packet.ssrc, raw.length, now, isPreferred(packet, raw))) return;
      let reception = receptions.get(kind);
      if (reception?.ssrc !== packet.ssrc) {
        // Earlier packets of the new source were ignored, perhaps its key frame too.
        if (reception !== undefined && kind === 'video') keyFrames.defer();
        const clock = clocks[kind];
        clock.change(packet.timestamp, now);
        reception = createReception(packet.ssrc, CLOCKS[kind], (ordered, lost) =>
          events.packet(kind, { ...ordered, timestamp: clock.place(ordered.timestamp, performance.now()) }, lost),
        );
        receptions.set(kind, reception);
      }
      events.arrived(kind, packet, raw);
      reception.push(packet, now);
    },
    requestKeyFrame: keyFrames.request,
    /** Requests what is missing. */
    tick(now: number): void {
      keyFrames.tick(now);
      for (const reception of receptions.values()) {
        reception.tick(now);
        const missing = reception.missing(now);
        if (missing.length > 0) send(nack(ownSsrc, reception.ssrc, missing));
      }
    },
    /** Sends receiver reports, and for the video the bitrate that is allowed. */
    report(now: number): void {
      for (const [kind, reception] of receptions) {
        const block = reception.block(now);
        const report = receiverReport(ownSsrc, [block]);
        if (kind === 'audio') send(report);
        else send(Buffer.concat([report, receiverEstimate(ownSsrc, [reception.ssrc], bitrate.adapt(block.fractionLost))]));
      }
    },
    /** Says BYE: the library closes without, which the peer would take for packet loss. */
    sayGoodbye(): void {
      send(goodbye(ownSsrc));
    },
  };
};

/**
 * Accepts a WHIP publisher (RFC 9725): answers the offer and receives its media.
 * @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED
 */
export const acceptPublisher = async (peers: Peers, offer: string, events: PublisherEvents) => {
  const description = parseSdp(offer);
  if (!description) throw offerFault('unreadable');
  const sending = sendingOf(description);
  const { media } = sending;
  const receiver = createReceiver(sending, events, () => close());
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
    // One of them is there, or the offer would have been refused.
    const carrier = media.video ?? media.audio!;
    connection.setRemoteDescription(peers.prepareOffer(offerOf(description, carrier)), 'offer');
    connection.setLocalDescription('answer');
    answer = answerOf(description, media, await peers.answerOf(connection));
    if (media.video) answer = withStartBitrate(answer, media.video.payload.type);
  } catch (error) {
    close();
    throw error instanceof CodedError ? error : new CodedError('LIVE_OFFER_INVALID');
  }
  if (isClosed) throw new CodedError('LIVE_OFFER_INVALID');

  return {
    answer,
    hasVideo: media.video !== undefined,
    hasAudio: media.audio !== undefined,
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
