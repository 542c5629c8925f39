import { randomInt } from 'node:crypto';
import { Audio, type Track, Video } from 'node-datachannel';
import { CodedError } from '../../platform/errors.ts';
import { forwardedReport, parseRtcp } from '../media/rtcp.ts';
import { isRtcp } from '../media/rtp.ts';
import { chosenPayload, parseSdp } from '../media/sdp.ts';
import { type Peers, gathered } from './peers.ts';
import type { TrackKind } from './publisher.ts';

/** Sent packets that can be asked for again: some seconds. */
const KEPT_PACKETS = 512;

export interface ViewerEvents {
  needKeyFrame(): void;
  connected(): void;
  closed(): void;
}

interface Outgoing {
  track: Track;
  payloadType: number;
  ssrc: number;
  /** Begun with a key frame; sound begins with the picture. */
  started: boolean;
  /** Sent packets by sequence, for those who miss some. */
  sent: Map<number, Buffer>;
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
  if (wanted.filter(({ kind }) => kind === 'video').length !== 1 || wanted.length > 2) throw new CodedError('LIVE_OFFER_INVALID');

  const connection = peers.create('viewer');
  const outgoing = new Map<TrackKind, Outgoing>();
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    connection.close();
    events.closed();
  };
  const answerFeedback = (out: Outgoing, raw: Buffer): void => {
    if (!isRtcp(raw)) return;
    for (const message of parseRtcp(raw)) {
      if (message.kind === 'pictureLoss') events.needKeyFrame();
      else if (message.kind === 'bye') close();
      else if (message.kind === 'nack')
        for (const sequence of message.sequences) {
          const packet = out.sent.get(sequence);
          if (packet) transmit(out, packet);
        }
    }
  };
  const transmit = (out: Outgoing, packet: Buffer): void => {
    try {
      // Over UDP nothing waits: what a slow viewer can't take is lost to it alone.
      if (out.track.isOpen()) out.track.sendMessageBinary(packet);
    } catch {
      close();
    }
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
      const out: Outgoing = { track, payloadType: payload.type, ssrc, started: false, sent: new Map() };
      track.onMessage((raw) => answerFeedback(out, raw));
      outgoing.set(kind, out);
    }
    connection.onStateChange((state) => {
      if (state === 'connected') events.connected();
      if (state === 'failed' || state === 'closed' || state === 'disconnected') close();
    });
    connection.setRemoteDescription(offer, 'offer');
    connection.setLocalDescription('answer');
    const answer = await gathered(connection);
    return {
      answer,
      isWaiting: (): boolean => outgoing.get('video')?.started === false,
      /** Passes one packet of the publisher on. @param isKeyStart a picture that decodes by itself begins with it */
      forward(kind: TrackKind, raw: Buffer, isKeyStart: boolean): void {
        const out = outgoing.get(kind);
        if (!out || isClosed) return;
        if (kind === 'video' && isKeyStart) out.started = true;
        if (!outgoing.get('video')!.started) return;
        const packet = Buffer.from(raw);
        packet[1] = (packet[1]! & 0x80) | out.payloadType;
        packet.writeUInt32BE(out.ssrc, 8);
        const sequence = packet.readUInt16BE(2);
        out.sent.set(sequence, packet);
        out.sent.delete((sequence - KEPT_PACKETS) & 0xffff);
        transmit(out, packet);
      },
      /** Passes the publisher's report on, so that picture and sound stay together. */
      report(kind: TrackKind, raw: Buffer): void {
        const out = outgoing.get(kind);
        if (out && !isClosed) transmit(out, forwardedReport(raw, out.ssrc));
      },
      close,
    };
  } catch (error) {
    close();
    throw error instanceof CodedError ? error : new CodedError('LIVE_OFFER_INVALID');
  }
};

export type Viewer = Awaited<ReturnType<typeof acceptViewer>>;
