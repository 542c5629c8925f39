import { randomInt } from 'node:crypto';
import { Audio, type Track, Video } from 'node-datachannel';
import { CodedError } from '../../platform/errors.ts';
import { forwardedReport, goodbye, parseRtcp } from '../media/rtcp.ts';
import { type RtpPacket, isRtcp } from '../media/rtp.ts';
import { selectPayload, parseSdp, withPorts } from '../media/sdp.ts';
import { HANDSHAKE_MS } from './limits.ts';
import type { Peers } from './peers.ts';
import type { TrackKind } from './publisher.ts';
import type { SentMedia } from './sessions.ts';

const CLOCKS: Record<TrackKind, number> = { video: 90_000, audio: 48_000 };
/** Maximum retransmissions for one feedback message. */
const MAX_RETRANSMISSIONS = 64;
/** Nothing is being sent once no picture went out for this long. */
const PAUSE_MS = 2000;

export interface ViewerEvents {
  needKeyFrame(): void;
  connected(): void;
  closed(): void;
  /** The end of the show's timeline so far, in milliseconds. */
  position(): number;
  /** Finds a recent packet of the publisher's source, for retransmission. */
  findPacket(kind: TrackKind, ssrc: number, sequence: number): Buffer | undefined;
}

interface Outgoing {
  track: Track;
  /** Packets can be sent. Noted, because asking the library costs a tenth of sending. */
  isOpen: boolean;
  payloadType: number;
  ssrc: number;
  /** The forwarded source, and the offsets of its sequence numbers and timestamps. */
  source: { ssrc: number; sequence: number; timestamp: number } | undefined;
  /** Started with a key frame; audio starts with the video. */
  started: boolean;
  /** The last packet sent: a new source continues from there. */
  last: { sequence: number; timestamp: number; at: number } | undefined;
}

/** Where packets are rewritten: the library copies what it sends before it returns. */
const SCRATCH = new ArrayBuffer(4096);
/** Its beginnings by their length, so that a packet for a viewer costs no memory. */
const scratchViews = new Map<number, Buffer>();
const copyToScratch = (raw: Buffer): Buffer => {
  if (raw.length > SCRATCH.byteLength) return Buffer.from(raw);
  let view = scratchViews.get(raw.length);
  if (!view) scratchViews.set(raw.length, (view = Buffer.from(SCRATCH, 0, raw.length)));
  view.set(raw);
  return view;
};

/**
 * Accepts a WHEP viewer: forwards the publisher's packets with SSRCs of the viewer's own.
 * @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED
 */
export const acceptViewer = async (peers: Peers, offer: string, events: ViewerEvents) => {
  const description = parseSdp(offer);
  if (!description) throw new CodedError('LIVE_OFFER_INVALID');
  const sections = description.media.filter(
    ({ isOffered, kind, direction }) =>
      isOffered && (kind === 'video' || kind === 'audio') && direction !== 'sendonly' && direction !== 'inactive',
  );
  const pictures = sections.filter(({ kind }) => kind === 'video').length;
  if (pictures !== 1 || sections.length > 2 || sections.length - pictures > 1) throw new CodedError('LIVE_OFFER_INVALID');

  const connection = peers.create('viewer');
  const outgoing = new Map<TrackKind, Outgoing>();
  let isClosed = false;
  let isConnected = false;
  /** Position on the timeline since which packets went out that nobody has counted yet. */
  let uncountedFrom = 0;
  let reportedAt = 0;
  let hasReported = false;
  let isHeard = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(handshake);
    // The library closes without sending BYE, which the peer would take for packet loss.
    for (const { track, ssrc } of outgoing.values()) {
      try {
        if (track.isOpen()) track.sendMessageBinary(goodbye(ssrc));
      } catch {
        // Already closed.
      }
    }
    connection.close();
    events.closed();
  };
  const handshake = setTimeout(close, HANDSHAKE_MS);

  const transmit = (out: Outgoing, packet: Buffer): void => {
    try {
      // UDP doesn't queue: a slow viewer loses packets and affects no other.
      if (out.isOpen) out.track.sendMessageBinary(packet);
    } catch {
      close();
    }
  };
  /** The packet rewritten to this viewer's SSRC and payload type, until the next one is. */
  const rewrite = (out: Outgoing, raw: Buffer): Buffer => {
    const packet = copyToScratch(raw);
    packet[1] = (packet[1]! & 0x80) | out.payloadType;
    packet.writeUInt16BE((packet.readUInt16BE(2) + out.source!.sequence) & 0xffff, 2);
    packet.writeUInt32BE((packet.readUInt32BE(4) + out.source!.timestamp) >>> 0, 4);
    packet.writeUInt32BE(out.ssrc, 8);
    return packet;
  };
  const handleFeedback = (kind: TrackKind, out: Outgoing, raw: Buffer): void => {
    if (!isRtcp(raw) || isClosed) return;
    let retransmitted = 0;
    for (const message of parseRtcp(raw)) {
      if (message.kind === 'receiverReport') {
        isHeard = true;
        hasReported = true;
        reportedAt = performance.now();
      } else if (message.kind === 'pictureLoss') events.needKeyFrame();
      else if (message.kind === 'bye') close();
      else if (message.kind === 'nack' && out.source) {
        for (const sequence of message.sequences) {
          const packet = events.findPacket(kind, out.source.ssrc, (sequence - out.source.sequence) & 0xffff);
          if (packet && (retransmitted += 1) <= MAX_RETRANSMISSIONS) transmit(out, rewrite(out, packet));
        }
      }
    }
  };
  /** Switches to a source so that sequence numbers and timestamps continue. */
  const switchSource = (kind: TrackKind, out: Outgoing, packet: RtpPacket): void => {
    const { last } = out;
    const elapsedTicks = last ? Math.max(1, Math.round(((performance.now() - last.at) / 1000) * CLOCKS[kind])) : 0;
    out.source = {
      ssrc: packet.ssrc,
      sequence: last ? last.sequence + 1 - packet.sequence : 0,
      timestamp: last ? last.timestamp + elapsedTicks - packet.timestamp : 0,
    };
  };

  try {
    for (const section of sections) {
      const payload = selectPayload(section);
      if (!payload || section.mid === '') throw new CodedError('LIVE_CODEC_UNSUPPORTED');
      const kind = section.kind as TrackKind;
      const media = kind === 'video' ? new Video(section.mid, 'SendOnly') : new Audio(section.mid, 'SendOnly');
      if (media instanceof Video) media.addH264Codec(payload.type, payload.format);
      // The library takes `undefined` for a wrong type. Offers needn't have parameters of Opus (RFC 7587, section 7): aiortc and GStreamer send none.
      else if (payload.format === '') media.addOpusCodec(payload.type);
      else media.addOpusCodec(payload.type, payload.format);
      const ssrc = randomInt(1, 0xffff_ffff);
      media.addSSRC(ssrc, 'stagedoor', 'stagedoor', kind);
      const track = connection.addTrack(media);
      const out: Outgoing = { track, isOpen: false, payloadType: payload.type, ssrc, source: undefined, started: false, last: undefined };
      track.onOpen(() => (out.isOpen = true));
      track.onClosed(() => (out.isOpen = false));
      track.onMessage((raw) => handleFeedback(kind, out, raw));
      outgoing.set(kind, out);
    }
    connection.onStateChange((state) => {
      if (state === 'connected') {
        isConnected = true;
        isHeard = true;
        reportedAt = performance.now();
        clearTimeout(handshake);
        events.connected();
      }
      if (state === 'failed' || state === 'closed' || state === 'disconnected') close();
    });
    connection.setRemoteDescription(peers.prepareOffer(withPorts(description)), 'offer');
    connection.setLocalDescription('answer');
    const answer = await peers.answerOf(connection);
    if (isClosed) throw new CodedError('LIVE_OFFER_INVALID');
    const video = outgoing.get('video')!;
    return {
      answer,
      isConnected: (): boolean => isConnected,
      /** Forwards a packet of the publisher. @param isKeyStart a key frame starts with it */
      forward(kind: TrackKind, packet: RtpPacket, raw: Buffer, isKeyStart: boolean): void {
        const out = outgoing.get(kind);
        if (!out || isClosed || !isConnected) return;
        if (out.source?.ssrc !== packet.ssrc) {
          if (kind === 'video') video.started = false;
          if (kind === 'video' ? !isKeyStart : !video.started) return;
          switchSource(kind, out, packet);
        }
        if (kind === 'video' && isKeyStart) {
          if (video.last === undefined) uncountedFrom = events.position();
          video.started = true;
        }
        if (!video.started) return;
        const own = rewrite(out, raw);
        out.last = { sequence: own.readUInt16BE(2), timestamp: own.readUInt32BE(4), at: performance.now() };
        transmit(out, own);
      },
      /** Forwards the publisher's sender report, so that video and audio stay in sync. */
      report(kind: TrackKind, raw: Buffer): void {
        const out = outgoing.get(kind);
        if (!out?.source || isClosed || raw.readUInt32BE(4) !== out.source.ssrc) return;
        transmit(out, forwardedReport(raw, out.ssrc, out.source.timestamp));
      },
      takeSent(): SentMedia | undefined {
        if (!isConnected) return undefined;
        const now = performance.now();
        const to = events.position();
        const isSending = video.last !== undefined && now - video.last.at < PAUSE_MS;
        // A client has nothing to report while the performer is away.
        if (!isSending) reportedAt = now;
        const sent = {
          media: { from: isSending ? uncountedFrom : to, to },
          isHeard,
          hasReported,
          silentForMs: now - reportedAt,
        };
        uncountedFrom = to;
        isHeard = false;
        return sent;
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
  } catch (error) {
    close();
    throw error instanceof CodedError ? error : new CodedError('LIVE_OFFER_INVALID');
  }
};

export type Viewer = Awaited<ReturnType<typeof acceptViewer>>;
