import { randomInt } from 'node:crypto';
import { Audio, type PeerConnection, type Track, Video } from 'node-datachannel';
import { goodbye } from '../media/rtcp.ts';
import type { RtpPacket } from '../media/rtp.ts';
import type { TakenSection } from '../media/offer.ts';
import type { TrackKind } from './publisher.ts';

const CLOCKS: Record<TrackKind, number> = { video: 90_000, audio: 48_000 };

/** A viewer's track: the publisher's packets go out on it with an SSRC of the viewer's own. */
export interface Outgoing {
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

/** The memory in which packets are rewritten: the library copies what it sends before it returns. */
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

/** Returns the packet rewritten to this viewer's SSRC and payload type; valid until the next one is. */
export const rewrite = (out: Outgoing, raw: Buffer): Buffer => {
  const packet = copyToScratch(raw);
  packet[1] = (packet[1]! & 0x80) | out.payloadType;
  packet.writeUInt16BE((packet.readUInt16BE(2) + out.source!.sequence) & 0xffff, 2);
  packet.writeUInt32BE((packet.readUInt32BE(4) + out.source!.timestamp) >>> 0, 4);
  packet.writeUInt32BE(out.ssrc, 8);
  return packet;
};

/** Switches to a source so that sequence numbers and timestamps continue. */
export const switchSource = (kind: TrackKind, out: Outgoing, packet: RtpPacket): void => {
  const { last } = out;
  const elapsedTicks = last ? Math.max(1, Math.round(((performance.now() - last.at) / 1000) * CLOCKS[kind])) : 0;
  out.source = {
    ssrc: packet.ssrc,
    sequence: last ? last.sequence + 1 - packet.sequence : 0,
    timestamp: last ? last.timestamp + elapsedTicks - packet.timestamp : 0,
  };
};

/** Adds the track that a section of an offer asks for. */
export const addTrack = (connection: PeerConnection, { kind, section, payload }: TakenSection): Outgoing => {
  const media = kind === 'video' ? new Video(section.mid, 'SendOnly') : new Audio(section.mid, 'SendOnly');
  // The library takes `undefined` for a wrong type. Offers needn't have parameters: aiortc sends none of Opus, and GStreamer none of H.264.
  const parameters = payload.format === '' ? ([] as const) : ([payload.format] as const);
  if (media instanceof Video) media.addH264Codec(payload.type, ...parameters);
  else media.addOpusCodec(payload.type, ...parameters);
  const ssrc = randomInt(1, 0xffff_ffff);
  media.addSSRC(ssrc, 'stagedoor', 'stagedoor', kind);
  const track = connection.addTrack(media);
  const out: Outgoing = { track, isOpen: false, payloadType: payload.type, ssrc, source: undefined, started: false, last: undefined };
  track.onOpen(() => (out.isOpen = true));
  track.onClosed(() => (out.isOpen = false));
  return out;
};

/** Says BYE: the library closes without, which the peer would take for packet loss. */
export const sayGoodbye = ({ track, ssrc }: Outgoing): void => {
  try {
    if (track.isOpen()) track.sendMessageBinary(goodbye(ssrc));
  } catch {
    // Already closed.
  }
};
