import { randomInt } from 'node:crypto';
import { createHistory } from './history.ts';
import { parseRtcp } from './rtcp.ts';

const PAYLOAD_BYTES = 1100;
/** Seconds between 1900 and 1970. */
const NTP_OFFSET = 2_208_988_800;

/** The RTP payloads of one picture (RFC 6184, packetization mode 1): parameter sets together, slices whole or in fragments. */
export const payloadsOf = (nals: readonly Buffer[]): Buffer[] => {
  const payloads: Buffer[] = [];
  const small = nals.filter((nal) => (nal[0]! & 0x1f) >= 6);
  if (small.length > 0) {
    const pieces = small.flatMap((nal) => [Buffer.of(nal.length >> 8, nal.length & 0xff), nal]);
    payloads.push(Buffer.concat([Buffer.of(0x78), ...pieces]));
  }
  for (const nal of nals) {
    if ((nal[0]! & 0x1f) >= 6) continue;
    if (nal.length <= PAYLOAD_BYTES) {
      payloads.push(nal);
      continue;
    }
    for (let at = 1; at < nal.length; at += PAYLOAD_BYTES) {
      const end = Math.min(nal.length, at + PAYLOAD_BYTES);
      const flags = (at === 1 ? 0x80 : 0) | (end === nal.length ? 0x40 : 0) | (nal[0]! & 0x1f);
      payloads.push(Buffer.concat([Buffer.of((nal[0]! & 0xe0) | 28, flags), nal.subarray(at, end)]));
    }
  }
  return payloads;
};

/** One RTP source: numbers its packets, sends reports, and retransmits lost packets. */
export const createRtpSender = (payloadType: number, clock: number, send: (packet: Buffer) => void) => {
  const ssrc = randomInt(1, 0xffff_ffff);
  const origin = randomInt(0, 0xffff_ffff);
  const history = createHistory(512);
  let sequence = randomInt(0, 0xffff);
  let packets = 0;
  let octets = 0;
  const timestampAt = (seconds: number): number => (origin + Math.round(seconds * clock)) >>> 0;

  return {
    ssrc,
    timestampAt,
    /** @param seconds since the beginning */
    packet(payload: Buffer, seconds: number, marker: boolean): void {
      const packet = Buffer.alloc(12 + payload.length);
      packet[0] = 0x80;
      packet[1] = (marker ? 0x80 : 0) | payloadType;
      packet.writeUInt16BE(sequence, 2);
      packet.writeUInt32BE(timestampAt(seconds), 4);
      packet.writeUInt32BE(ssrc, 8);
      payload.copy(packet, 12);
      history.add(sequence, packet);
      sequence = (sequence + 1) & 0xffff;
      packets += 1;
      octets += payload.length;
      send(packet);
    },
    /** @param wallMs the sender's clock at that position, milliseconds since 1970 */
    report(seconds: number, wallMs = Date.now()): void {
      const packet = Buffer.alloc(28);
      packet[0] = 0x80;
      packet[1] = 200;
      packet.writeUInt16BE(6, 2);
      packet.writeUInt32BE(ssrc, 4);
      packet.writeUInt32BE(Math.floor(wallMs / 1000) + NTP_OFFSET, 8);
      packet.writeUInt32BE(Math.floor(((wallMs % 1000) / 1000) * 0x1_0000_0000), 12);
      packet.writeUInt32BE(timestampAt(seconds), 16);
      packet.writeUInt32BE(packets >>> 0, 20);
      packet.writeUInt32BE(octets >>> 0, 24);
      send(packet);
    },
    /** Handles the receiver's feedback. @returns whether it requests a key frame */
    handleFeedback(raw: Buffer): boolean {
      let wantsKey = false;
      for (const message of parseRtcp(raw)) {
        if (message.kind === 'pictureLoss') wantsKey = true;
        if (message.kind !== 'nack') continue;
        for (const lost of message.sequences) {
          const packet = history.find(lost);
          if (packet) send(packet);
        }
      }
      return wantsKey;
    },
  };
};
