import { randomInt } from 'node:crypto';
import { Audio, type Track, Video } from 'node-datachannel';
import { CodedError } from '../../platform/errors.ts';
import { forwardedReport, goodbye, parseRtcp } from '../media/rtcp.ts';
import { type RtpPacket, isRtcp } from '../media/rtp.ts';
import { chosenPayload, parseSdp } from '../media/sdp.ts';
import { HANDSHAKE_MS } from './limits.ts';
import type { Peers } from './peers.ts';
import type { TrackKind } from './publisher.ts';

const CLOCKS: Record<TrackKind, number> = { video: 90_000, audio: 48_000 };
/** Packets that a viewer may have again in one go. */
const MAX_REPEATED = 64;

export interface ViewerEvents {
  needKeyFrame(): void;
  connected(): void;
  closed(): void;
  /** A packet of the publisher's source that passed not long ago. */
  passed(kind: TrackKind, ssrc: number, sequence: number): Buffer | undefined;
}

interface Outgoing {
  track: Track;
  payloadType: number;
  ssrc: number;
  /** The publisher's source it follows, and what its numbers are moved by. */
  source: { ssrc: number; sequence: number; timestamp: number } | undefined;
  /** Begun with a key frame; sound begins with the picture. */
  started: boolean;
  /** What was sent last: a new source goes on from there. */
  last: { sequence: number; timestamp: number; at: number } | undefined;
}

/**
 * A viewer by WHEP: offers to receive, gets the publisher's packets under sources of its own.
 * @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED
 */
export const acceptViewer = async (peers: Peers, offer: string, events: ViewerEvents) => {
  const description = parseSdp(offer);
  if (!description) throw new CodedError('LIVE_OFFER_INVALID');
  const wanted = description.media.filter(
    ({ kind, direction }) => (kind === 'video' || kind === 'audio') && direction !== 'sendonly' && direction !== 'inactive',
  );
  const pictures = wanted.filter(({ kind }) => kind === 'video').length;
  if (pictures !== 1 || wanted.length > 2 || wanted.length - pictures > 1) throw new CodedError('LIVE_OFFER_INVALID');

  const connection = peers.create('viewer');
  const outgoing = new Map<TrackKind, Outgoing>();
  let isClosed = false;
  let isConnected = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(handshake);
    // The library closes without a word, which the other side would take for a bad network.
    for (const { track, ssrc } of outgoing.values()) {
      try {
        if (track.isOpen()) track.sendMessageBinary(goodbye(ssrc));
      } catch {
        // Gone already.
      }
    }
    connection.close();
    events.closed();
  };
  const handshake = setTimeout(close, HANDSHAKE_MS);

  const transmit = (out: Outgoing, packet: Buffer): void => {
    try {
      // Over UDP nothing waits: what a slow viewer can't take is lost to it alone.
      if (out.track.isOpen()) out.track.sendMessageBinary(packet);
    } catch {
      close();
    }
  };
  /** The packet under this viewer's source and payload type. */
  const rewritten = (out: Outgoing, raw: Buffer): Buffer => {
    const packet = Buffer.from(raw);
    packet[1] = (packet[1]! & 0x80) | out.payloadType;
    packet.writeUInt16BE((packet.readUInt16BE(2) + out.source!.sequence) & 0xffff, 2);
    packet.writeUInt32BE((packet.readUInt32BE(4) + out.source!.timestamp) >>> 0, 4);
    packet.writeUInt32BE(out.ssrc, 8);
    return packet;
  };
  const answerFeedback = (kind: TrackKind, out: Outgoing, raw: Buffer): void => {
    if (!isRtcp(raw) || isClosed) return;
    let repeated = 0;
    for (const message of parseRtcp(raw)) {
      if (message.kind === 'pictureLoss') events.needKeyFrame();
      else if (message.kind === 'bye') close();
      else if (message.kind === 'nack' && out.source) {
        for (const sequence of message.sequences) {
          const packet = events.passed(kind, out.source.ssrc, (sequence - out.source.sequence) & 0xffff);
          if (packet && (repeated += 1) <= MAX_REPEATED) transmit(out, rewritten(out, packet));
        }
      }
    }
  };
  /** Follows a source, so that numbers and times go on from the one before. */
  const follow = (kind: TrackKind, out: Outgoing, packet: RtpPacket): void => {
    const { last } = out;
    const passed = last ? Math.max(1, Math.round(((performance.now() - last.at) / 1000) * CLOCKS[kind])) : 0;
    out.source = {
      ssrc: packet.ssrc,
      sequence: last ? last.sequence + 1 - packet.sequence : 0,
      timestamp: last ? last.timestamp + passed - packet.timestamp : 0,
    };
  };

  try {
    for (const section of wanted) {
      const payload = chosenPayload(section);
      if (!payload || section.mid === '') throw new CodedError('LIVE_CODEC_UNSUPPORTED');
      const kind = section.kind as TrackKind;
      const media = kind === 'video' ? new Video(section.mid, 'SendOnly') : new Audio(section.mid, 'SendOnly');
      if (media instanceof Video) media.addH264Codec(payload.type, payload.format || undefined);
      else media.addOpusCodec(payload.type, payload.format || undefined);
      const ssrc = randomInt(1, 0xffff_ffff);
      media.addSSRC(ssrc, 'stagedoor', 'stagedoor', kind);
      const track = connection.addTrack(media);
      const out: Outgoing = { track, payloadType: payload.type, ssrc, source: undefined, started: false, last: undefined };
      track.onMessage((raw) => answerFeedback(kind, out, raw));
      outgoing.set(kind, out);
    }
    connection.onStateChange((state) => {
      if (state === 'connected') {
        isConnected = true;
        clearTimeout(handshake);
        events.connected();
      }
      if (state === 'failed' || state === 'closed' || state === 'disconnected') close();
    });
    connection.setRemoteDescription(peers.prepared(offer), 'offer');
    connection.setLocalDescription('answer');
    const answer = await peers.answerOf(connection);
    if (isClosed) throw new CodedError('LIVE_OFFER_INVALID');
    const video = outgoing.get('video')!;
    return {
      answer,
      isConnected: (): boolean => isConnected,
      /** Passes one packet of the publisher on. @param isKeyStart a picture that decodes by itself begins with it */
      forward(kind: TrackKind, packet: RtpPacket, raw: Buffer, isKeyStart: boolean): void {
        const out = outgoing.get(kind);
        if (!out || isClosed || !isConnected) return;
        if (out.source?.ssrc !== packet.ssrc) {
          if (kind === 'video') video.started = false;
          if (kind === 'video' ? !isKeyStart : !video.started) return;
          follow(kind, out, packet);
        }
        if (kind === 'video' && isKeyStart) video.started = true;
        if (!video.started) return;
        const own = rewritten(out, raw);
        out.last = { sequence: own.readUInt16BE(2), timestamp: own.readUInt32BE(4), at: performance.now() };
        transmit(out, own);
      },
      /** Passes the publisher's report on, so that picture and sound stay together. */
      report(kind: TrackKind, raw: Buffer): void {
        const out = outgoing.get(kind);
        if (!out?.source || isClosed || raw.readUInt32BE(4) !== out.source.ssrc) return;
        transmit(out, forwardedReport(raw, out.ssrc, out.source.timestamp));
      },
      /** @throws CodedError LIVE_OFFER_INVALID */
      addCandidate(candidate: string, mid: string): void {
        try {
          if (!isClosed && peers.callsOut) connection.addRemoteCandidate(candidate, mid);
        } catch {
          throw new CodedError('LIVE_OFFER_INVALID');
        }
      },
      close,
    };
  } catch (error) {
    close();
    throw error instanceof CodedError ? error : new CodedError('LIVE_OFFER_INVALID');
  }
};

export type Viewer = Awaited<ReturnType<typeof acceptViewer>>;
