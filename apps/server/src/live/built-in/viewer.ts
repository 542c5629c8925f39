import type { PeerConnection } from 'node-datachannel';
import { CodedError } from '../../platform/errors.ts';
import { forwardedReport, parseRtcp } from '../media/rtcp.ts';
import { type RtpPacket, isRtcp } from '../media/rtp.ts';
import { type TakenSection, offerFault, takeMedia } from '../media/offer.ts';
import { parseSdp, withPorts } from '../media/sdp.ts';
import { HANDSHAKE_MS } from './limits.ts';
import { type Outgoing, addTrack, rewrite, sayGoodbye, switchSource } from './outgoing-track.ts';
import type { Peers } from './peers.ts';
import type { TrackKind } from './publisher.ts';
import { createSentMeter } from './sent-meter.ts';
import type { SentMedia } from './sessions.ts';

/** Maximum retransmissions for one feedback message. */
const MAX_RETRANSMISSIONS = 64;

export interface ViewerEvents {
  /** The show has no pictures at the moment. */
  isSoundOnly(): boolean;
  needKeyFrame(): void;
  connected(): void;
  closed(): void;
  /** The end of the show's timeline so far, in milliseconds. */
  position(): number;
  /** Finds a recent packet of the publisher's source, for retransmission. */
  findPacket(kind: TrackKind, ssrc: number, sequence: number): Buffer | undefined;
}

/** The tracks of a viewer. */
const createTracks = (isSoundOnly: () => boolean) => {
  const outgoing = new Map<TrackKind, Outgoing>();
  return {
    get: (kind: TrackKind): Outgoing | undefined => outgoing.get(kind),
    set: (kind: TrackKind, out: Outgoing): unknown => outgoing.set(kind, out),
    all: (): Iterable<Outgoing> => outgoing.values(),
    /** The track that is counted: the video, or the sound of a show without pictures or of a client that takes nothing else. */
    counted(): Outgoing | undefined {
      const audio = outgoing.get('audio');
      return audio && isSoundOnly() ? audio : (outgoing.get('video') ?? audio);
    },
  };
};

interface FeedbackEvents {
  reported(): void;
  needKeyFrame(): void;
  bye(): void;
  /** A packet was lost. @returns whether it is sent again */
  resend(sequence: number): boolean;
}

/** Reads a viewer's RTCP. */
const readFeedback = (raw: Buffer, { reported, needKeyFrame, bye, resend }: FeedbackEvents): void => {
  let retransmitted = 0;
  for (const message of parseRtcp(raw)) {
    if (message.kind === 'receiverReport') reported();
    else if (message.kind === 'pictureLoss') needKeyFrame();
    else if (message.kind === 'bye') bye();
    else if (message.kind === 'nack')
      for (const sequence of message.sequences) if (retransmitted < MAX_RETRANSMISSIONS && resend(sequence)) retransmitted += 1;
  }
};

/** Creates the viewer of a connection whose offer isn't answered yet. Owns the viewer's tracks, and the count of what was sent on them. */
const createViewer = (connection: PeerConnection, hasRelay: boolean, events: ViewerEvents) => {
  const tracks = createTracks(events.isSoundOnly);
  /** The client would take pictures, of which the show had none. */
  let lacksVideo = false;
  const meter = createSentMeter(events.position);
  let [isClosed, isConnected] = [false, false];

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(handshake);
    for (const out of tracks.all()) sayGoodbye(out);
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
  /** Sends a packet again that was lost. @returns whether it is still known */
  const resend = (kind: TrackKind, out: Outgoing, sequence: number): boolean => {
    const packet = out.source && events.findPacket(kind, out.source.ssrc, (sequence - out.source.sequence) & 0xffff);
    if (packet) transmit(out, rewrite(out, packet));
    return packet !== undefined;
  };

  return {
    isClosed: (): boolean => isClosed,
    isConnected: (): boolean => isConnected,
    addTrack(taken: TakenSection): void {
      const { kind } = taken;
      const out = addTrack(connection, taken);
      out.track.onMessage((raw) => {
        if (isClosed || !isRtcp(raw)) return;
        readFeedback(raw, { ...events, reported: meter.reported, bye: close, resend: (sequence) => resend(kind, out, sequence) });
      });
      tracks.set(kind, out);
    },
    leaveOutVideo(): void {
      lacksVideo = true;
    },
    onState(state: string): void {
      if (state === 'connected') {
        isConnected = true;
        meter.connected();
        clearTimeout(handshake);
        events.connected();
      }
      if (state === 'failed' || state === 'closed' || state === 'disconnected') close();
    },
    /** Forwards a packet of the publisher. @param isKeyStart a key frame starts with it */
    forward(kind: TrackKind, packet: RtpPacket, raw: Buffer, isKeyStart: boolean): void {
      // Pictures joined: the client makes another offer, whose answer has them.
      if (lacksVideo && isKeyStart && !events.isSoundOnly()) return close();
      const out = tracks.get(kind);
      const main = tracks.counted();
      if (!out || !main || isClosed || !isConnected) return;
      // Sound can begin with any packet.
      const canStart = out === main && (kind === 'audio' || isKeyStart);
      if (out.source?.ssrc !== packet.ssrc) {
        if (out === main) main.started = false;
        if (out === main ? !canStart : !main.started) return;
        switchSource(kind, out, packet);
      }
      if (canStart) {
        if (main.last === undefined) meter.begin();
        main.started = true;
      }
      if (!main.started) return;
      const own = rewrite(out, raw);
      out.last = { sequence: own.readUInt16BE(2), timestamp: own.readUInt32BE(4), at: performance.now() };
      transmit(out, own);
    },
    /** Forwards the publisher's sender report, so that video and audio stay in sync. */
    report(kind: TrackKind, raw: Buffer): void {
      const out = tracks.get(kind);
      if (!out?.source || isClosed || raw.readUInt32BE(4) !== out.source.ssrc) return;
      transmit(out, forwardedReport(raw, out.ssrc, out.source.timestamp));
    },
    hasReported: meter.hasReported,
    takeSent: (): SentMedia | undefined => (isConnected ? meter.take(tracks.counted()?.last?.at) : undefined),
    /** @throws CodedError LIVE_OFFER_INVALID */
    addCandidate(candidate: string, mid: string): void {
      try {
        if (!isClosed && hasRelay) connection.addRemoteCandidate(candidate, mid);
      } catch {
        throw new CodedError('LIVE_OFFER_INVALID');
      }
    },
    close,
  };
};

/** A section's lines as if its client neither sent nor received: it is answered likewise. */
const inactive = (lines: readonly string[]): string[] => lines.map((line) => line.replace(/^a=(recvonly|sendrecv)$/, 'a=inactive'));

/**
 * Accepts a WHEP viewer: forwards the publisher's packets with SSRCs of the viewer's own.
 * @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED
 */
export const acceptViewer = async (peers: Peers, offer: string, events: ViewerEvents) => {
  const description = parseSdp(offer);
  if (!description) throw offerFault('unreadable');
  const { video, audio } = takeMedia(description, 'receives');
  const leavesOutVideo = video !== undefined && audio !== undefined && events.isSoundOnly();
  if (leavesOutVideo) video.section.lines = inactive(video.section.lines);
  const connection = peers.create('viewer');
  const { addTrack: addSection, leaveOutVideo, onState, isClosed, ...viewer } = createViewer(connection, peers.hasRelay, events);
  try {
    for (const taken of [video, audio]) if (taken && !(leavesOutVideo && taken === video)) addSection(taken);
    if (leavesOutVideo) leaveOutVideo();
    connection.onStateChange(onState);
    connection.setRemoteDescription(peers.prepareOffer(withPorts(description)), 'offer');
    connection.setLocalDescription('answer');
    const answer = await peers.answerOf(connection);
    if (isClosed()) throw new CodedError('LIVE_OFFER_INVALID');
    return { answer, ...viewer };
  } catch (error) {
    viewer.close();
    throw error instanceof CodedError ? error : new CodedError('LIVE_OFFER_INVALID');
  }
};

export type Viewer = Awaited<ReturnType<typeof acceptViewer>>;
