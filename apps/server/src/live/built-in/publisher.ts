import { randomInt } from 'node:crypto';
import type { Track } from 'node-datachannel';
import { CodedError } from '../../platform/errors.ts';
import { type Reception, createReception } from '../media/reception.ts';
import { type SenderReport, goodbye, nack, parseRtcp, pictureLoss, receiverEstimate, receiverReport } from '../media/rtcp.ts';
import { type RtpPacket, isRtcp, parseRtp } from '../media/rtp.ts';
import { selectPayload, parseSdp, stripOffer, withStartBitrate } from '../media/sdp.ts';
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

/**
 * Accepts a WHIP publisher (RFC 9725): answers the offer and receives its media.
 * @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED
 */
export const acceptPublisher = async (peers: Peers, offer: string, events: PublisherEvents) => {
  const description = parseSdp(offer);
  if (!description) throw new CodedError('LIVE_OFFER_INVALID');
  const sending = description.media.filter(
    ({ isOffered, direction }) => isOffered && (direction === 'sendonly' || direction === 'sendrecv'),
  );
  const picture = sending.filter(({ kind }) => kind === 'video');
  const sound = sending.filter(({ kind }) => kind === 'audio');
  if (picture.length !== 1 || sound.length > 1) throw new CodedError('LIVE_OFFER_INVALID');
  const payloads = new Map<string, number>();
  for (const section of [...picture, ...sound]) {
    const payload = selectPayload(section);
    if (!payload || section.mid === '') throw new CodedError('LIVE_CODEC_UNSUPPORTED');
    payloads.set(section.mid, payload.type);
  }
  const kinds = new Map<string, TrackKind>([...picture, ...sound].map(({ mid, kind }) => [mid, kind as TrackKind]));

  const ownSsrc = randomInt(1, 0xffff_ffff);
  const tracks = new Map<TrackKind, Track>();
  const receptions = new Map<TrackKind, Reception>();
  const choices = { video: createSourceChoice(), audio: createSourceChoice() };
  let bitrate = 2_500_000;
  let keyFrameRequestedAt = -Infinity;
  let isKeyFramePending = false;
  let lastPacketAt = performance.now();
  let isClosed = false;
  let isConnected = false;
  let ticks = 0;

  const send = (kind: TrackKind, packet: Buffer): void => {
    const track = tracks.get(kind);
    try {
      if (track?.isOpen()) track.sendMessageBinary(packet);
    } catch {
      // Closed between the check and the send.
    }
  };
  const receive = (kind: TrackKind, raw: Buffer): void => {
    const now = performance.now();
    lastPacketAt = now;
    if (isRtcp(raw)) {
      for (const message of parseRtcp(raw)) {
        if (message.kind === 'senderReport') {
          if (!choices[kind].isChosen(message.ssrc)) continue;
          receptions.get(kind)?.onSenderReport(message, now);
          events.senderReport(kind, message, raw);
        } else if (message.kind === 'bye' && !choices[kind].isOther(message.ssrc)) close();
      }
      return;
    }
    const packet = parseRtp(raw);
    if (!packet || !choices[kind].takes(packet.ssrc, raw.length, now)) return;
    let reception = receptions.get(kind);
    if (reception?.ssrc !== packet.ssrc) {
      // Earlier packets of the new source were ignored, perhaps its key frame too.
      isKeyFramePending ||= reception !== undefined && kind === 'video';
      reception = createReception(packet.ssrc, CLOCKS[kind], (ordered, lost) => events.packet(kind, ordered, lost));
      receptions.set(kind, reception);
    }
    events.arrived(kind, packet, raw);
    reception.push(packet, now);
  };

  const sendKeyFrameRequest = (now: number): void => {
    const reception = receptions.get('video');
    if (!reception) return;
    isKeyFramePending = false;
    keyFrameRequestedAt = now;
    send('video', pictureLoss(ownSsrc, reception.ssrc));
  };
  const tick = (): void => {
    const now = performance.now();
    if (now - lastPacketAt > (isConnected ? SILENCE_TIMEOUT_MS : HANDSHAKE_MS)) return close();
    ticks += 1;
    if (isKeyFramePending && now - keyFrameRequestedAt >= KEY_FRAME_INTERVAL_MS) sendKeyFrameRequest(now);
    for (const [kind, reception] of receptions) {
      reception.tick(now);
      const missing = reception.missing(now);
      if (missing.length > 0) send(kind, nack(ownSsrc, reception.ssrc, missing));
    }
    if (ticks % REPORT_TICKS !== 0) return;
    for (const [kind, reception] of receptions) {
      const block = reception.block(now);
      const report = receiverReport(ownSsrc, [block]);
      if (kind === 'audio') {
        send(kind, report);
        continue;
      }
      // Loss-based: decrease above a tenth of loss, increase below 2 %.
      if (block.fractionLost > 25) bitrate = Math.max(MIN_BITRATE, bitrate * 0.85);
      else if (block.fractionLost < 5) bitrate = Math.min(MAX_BITRATE, bitrate * 1.05);
      send(kind, Buffer.concat([report, receiverEstimate(ownSsrc, [reception.ssrc], bitrate)]));
    }
  };

  const connection = peers.create('publisher');
  const timer = setInterval(tick, TICK_MS);
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(timer);
    // The library closes without sending BYE, which the peer would take for packet loss.
    for (const kind of tracks.keys()) send(kind, goodbye(ownSsrc));
    connection.close();
    events.closed();
  };
  connection.onTrack((track) => {
    const kind = kinds.get(track.mid());
    if (!kind) return;
    tracks.set(kind, track);
    track.onMessage((raw) => {
      if (!isClosed) receive(kind, raw);
    });
  });
  connection.onStateChange((state) => {
    if (state === 'connected') {
      isConnected = true;
      events.connected();
      lastPacketAt = performance.now();
    }
    if (state === 'failed' || state === 'closed' || state === 'disconnected') close();
  });
  let answer: string;
  try {
    connection.setRemoteDescription(peers.prepareOffer(stripOffer(description, payloads)), 'offer');
    connection.setLocalDescription('answer');
    answer = withStartBitrate(await peers.answerOf(connection), payloads.get(picture[0]!.mid)!);
  } catch (error) {
    close();
    throw error instanceof CodedError ? error : new CodedError('LIVE_OFFER_INVALID');
  }
  if (isClosed) throw new CodedError('LIVE_OFFER_INVALID');

  return {
    answer,
    hasAudio: sound.length === 1,
    isConnected: (): boolean => isConnected,
    requestKeyFrame(): void {
      const now = performance.now();
      // A request soon after another is deferred, not dropped: the key frame of the first may already have been sent.
      if (now - keyFrameRequestedAt < KEY_FRAME_INTERVAL_MS) isKeyFramePending = true;
      else sendKeyFrameRequest(now);
    },
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
