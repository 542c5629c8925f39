/** RTCP (RFC 3550 section 6, RFC 4585, draft-alvestrand-rmcat-remb): what we read of it and what we send. */

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const BYE = 203;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;

export interface SenderReport {
  kind: 'senderReport';
  ssrc: number;
  /** Milliseconds of the sender's own clock. */
  ntpMs: number;
  /** The middle 32 bits of the NTP instant, which a receiver report gives back. */
  ntpMiddle: number;
  rtpTimestamp: number;
}

export type RtcpMessage =
  | SenderReport
  | { kind: 'pictureLoss'; ssrc: number }
  | { kind: 'nack'; ssrc: number; sequences: number[] }
  | { kind: 'receiverReport' }
  | { kind: 'bye'; ssrc: number };

/** The messages of a compound packet that we handle; parsing stops at malformed data. */
export const parseRtcp = (packet: Buffer): RtcpMessage[] => {
  const messages: RtcpMessage[] = [];
  for (let at = 0; at + 8 <= packet.length; ) {
    const count = packet[at]! & 0x1f;
    const type = packet[at + 1]!;
    const end = at + 4 + packet.readUInt16BE(at + 2) * 4;
    if (packet[at]! >> 6 !== 2 || end > packet.length) break;
    if (type === SENDER_REPORT && end - at >= 28) {
      const seconds = packet.readUInt32BE(at + 8);
      const fraction = packet.readUInt32BE(at + 12);
      messages.push({
        kind: 'senderReport',
        ssrc: packet.readUInt32BE(at + 4),
        ntpMs: seconds * 1000 + (fraction / 0x1_0000_0000) * 1000,
        ntpMiddle: (((seconds & 0xffff) << 16) | (fraction >>> 16)) >>> 0,
        rtpTimestamp: packet.readUInt32BE(at + 16),
      });
    } else if (type === RECEIVER_REPORT) messages.push({ kind: 'receiverReport' });
    else if (type === PAYLOAD_FEEDBACK && (count === 1 || count === 4) && end - at >= 12) {
      // 1: picture loss; 4: full intra request, whose target stands in its entry.
      const ssrc = packet.readUInt32BE(count === 4 && end - at >= 20 ? at + 12 : at + 8);
      messages.push({ kind: 'pictureLoss', ssrc });
    } else if (type === TRANSPORT_FEEDBACK && count === 1 && end - at >= 16) {
      const sequences: number[] = [];
      for (let entry = at + 12; entry + 4 <= end; entry += 4) {
        const first = packet.readUInt16BE(entry);
        const following = packet.readUInt16BE(entry + 2);
        sequences.push(first);
        for (let bit = 0; bit < 16; bit += 1) if (following & (1 << bit)) sequences.push((first + bit + 1) & 0xffff);
      }
      messages.push({ kind: 'nack', ssrc: packet.readUInt32BE(at + 8), sequences });
    } else if (type === BYE && count > 0) messages.push({ kind: 'bye', ssrc: packet.readUInt32BE(at + 4) });
    at = end;
  }
  return messages;
};

const header = (type: number, count: number, words: number): Buffer => {
  const packet = Buffer.alloc((words + 1) * 4);
  packet[0] = 0x80 | count;
  packet[1] = type;
  packet.writeUInt16BE(words, 2);
  return packet;
};

/** Requests a key frame (PLI). */
export const pictureLoss = (own: number, media: number): Buffer => {
  const packet = header(PAYLOAD_FEEDBACK, 1, 2);
  packet.writeUInt32BE(own, 4);
  packet.writeUInt32BE(media, 8);
  return packet;
};

/** Requests retransmissions (NACK); sequence numbers in ascending order. */
export const nack = (own: number, media: number, sequences: readonly number[]): Buffer => {
  const entries: [number, number][] = [];
  for (const sequence of sequences) {
    const last = entries.at(-1);
    const offset = last ? (sequence - last[0]) & 0xffff : 0;
    if (last && offset >= 1 && offset <= 16) last[1] |= 1 << (offset - 1);
    else entries.push([sequence, 0]);
  }
  const packet = header(TRANSPORT_FEEDBACK, 1, 2 + entries.length);
  packet.writeUInt32BE(own, 4);
  packet.writeUInt32BE(media, 8);
  for (const [index, [first, following]] of entries.entries()) {
    packet.writeUInt16BE(first, 12 + index * 4);
    packet.writeUInt16BE(following, 14 + index * 4);
  }
  return packet;
};

/** Announces the receiver's maximum bitrate to the sender (REMB). */
export const receiverEstimate = (own: number, media: readonly number[], bitsPerSecond: number): Buffer => {
  const packet = header(PAYLOAD_FEEDBACK, 15, 4 + media.length);
  packet.writeUInt32BE(own, 4);
  packet.write('REMB', 12, 'latin1');
  let exponent = 0;
  let mantissa = Math.round(bitsPerSecond);
  while (mantissa > 0x3ffff) {
    mantissa = Math.floor(mantissa / 2);
    exponent += 1;
  }
  packet[16] = media.length;
  packet[17] = (exponent << 2) | (mantissa >> 16);
  packet.writeUInt16BE(mantissa & 0xffff, 18);
  for (const [index, ssrc] of media.entries()) packet.writeUInt32BE(ssrc, 20 + index * 4);
  return packet;
};

/** A BYE after the empty report that starts every compound packet (RFC 3550, section 6.1). */
export const goodbye = (own: number): Buffer => {
  const packet = header(BYE, 1, 1);
  packet.writeUInt32BE(own, 4);
  return Buffer.concat([receiverReport(own, []), packet]);
};

export interface ReceptionBlock {
  ssrc: number;
  /** 0 to 255: the fraction lost since the previous report. */
  fractionLost: number;
  totalLost: number;
  highestSequence: number;
  jitter: number;
  /** The middle of the last sender report, and the time since in 1/65536 s. */
  lastReport: number;
  sinceLastReport: number;
}

export const receiverReport = (own: number, blocks: readonly ReceptionBlock[]): Buffer => {
  const packet = header(RECEIVER_REPORT, blocks.length, 1 + blocks.length * 6);
  packet.writeUInt32BE(own, 4);
  for (const [index, block] of blocks.entries()) {
    const at = 8 + index * 24;
    packet.writeUInt32BE(block.ssrc, at);
    packet[at + 4] = block.fractionLost;
    packet.writeUIntBE(Math.max(0, Math.min(0x7fffff, block.totalLost)), at + 5, 3);
    packet.writeUInt32BE(block.highestSequence >>> 0, at + 8);
    packet.writeUInt32BE(block.jitter >>> 0, at + 12);
    packet.writeUInt32BE(block.lastReport >>> 0, at + 16);
    packet.writeUInt32BE(block.sinceLastReport >>> 0, at + 20);
  }
  return packet;
};

/** A sender report without its report blocks, with another SSRC, its RTP time shifted by `ticks`. */
export const forwardedReport = (packet: Buffer, ssrc: number, ticks = 0): Buffer => {
  const report = Buffer.from(packet.subarray(0, 28));
  report[0] = 0x80;
  report.writeUInt16BE(6, 2);
  report.writeUInt32BE(ssrc, 4);
  report.writeUInt32BE((report.readUInt32BE(16) + ticks) >>> 0, 16);
  return report;
};
