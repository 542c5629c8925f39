import type { ReceptionBlock, SenderReport } from './rtcp.ts';
import { type RtpPacket, createUnwrapper, sequenceDistance } from './rtp.ts';

/** How long delivery waits for a missing packet. */
const REORDER_TIMEOUT_MS = 120;
/** The same in a network that loses many: what is repeated is lost again, and a lost picture costs all until the next key frame. */
const LOSSY_TIMEOUT_MS = 400;
/** A share of lost packets from which a network counts as such. */
const LOSSY = 0.08;
/** Packets that the share is averaged over. */
const LOSS_WINDOW = 128;
const MAX_WAITING = 512;
const MAX_LATE = 3000;

/** The statistics of an RTP source for its receiver reports (RFC 3550, appendix A.3 and A.8). */
const createStatistics = (ssrc: number, clockRate: number) => {
  let first: number | undefined;
  let cycles = 0;
  let highest = 0;
  let received = 0;
  let expectedBefore = 0;
  let receivedBefore = 0;
  let jitter = 0;
  let transit: number | undefined;
  // A wrapped timestamp must not count as jitter.
  const unwrap = createUnwrapper();
  let report: { middle: number; at: number } | undefined;

  return {
    /** The highest sequence number so far. */
    highest: (): number => highest,
    count(packet: RtpPacket, now: number): void {
      received += 1;
      if (first === undefined) {
        first = packet.sequence;
        highest = packet.sequence;
      } else if (sequenceDistance(highest, packet.sequence) > 0) {
        if (packet.sequence < highest) cycles += 0x1_0000;
        highest = packet.sequence;
      }
      const arrival = (now * clockRate) / 1000 - unwrap(packet.timestamp);
      if (transit !== undefined) jitter += (Math.abs(arrival - transit) - jitter) / 16;
      transit = arrival;
    },
    /** The sender restarted its sequence. */
    restartAt(sequence: number): void {
      highest = sequence;
    },
    onSenderReport(sender: SenderReport, now: number): void {
      report = { middle: sender.ntpMiddle, at: now };
    },
    block(now: number): ReceptionBlock {
      const expected = first === undefined ? 0 : cycles + highest - first + 1;
      const expectedNow = expected - expectedBefore;
      const lostNow = expectedNow - (received - receivedBefore);
      expectedBefore = expected;
      receivedBefore = received;
      return {
        ssrc,
        fractionLost: expectedNow > 0 && lostNow > 0 ? Math.min(255, Math.floor((lostNow * 256) / expectedNow)) : 0,
        totalLost: Math.max(0, expected - received),
        highestSequence: cycles + highest,
        jitter: Math.round(jitter),
        lastReport: report?.middle ?? 0,
        sinceLastReport: report ? Math.round((now - report.at) * 65.536) : 0,
      };
    },
  };
};

/**
 * Receives one RTP source: reorders packets, reports missing ones, and keeps the statistics for receiver reports.
 */
export const createReception = (ssrc: number, clockRate: number, onPacket: (packet: RtpPacket, lost: boolean) => void) => {
  const waiting = new Map<number, RtpPacket>();
  let next: number | undefined;
  let restartSequence: number | undefined;
  let gapSince = 0;
  const statistics = createStatistics(ssrc, clockRate);
  /** The share of packets that were missing when the next one came. */
  let loss = 0;
  const noteGap = (missing: number): void => {
    loss += (missing / (missing + 1) - loss) / LOSS_WINDOW;
  };
  const timeoutMs = (): number => (loss > LOSSY ? LOSSY_TIMEOUT_MS : REORDER_TIMEOUT_MS);
  let requestedAt = new Map<number, number>();

  const deliver = (packet: RtpPacket, lost: boolean): void => {
    next = (packet.sequence + 1) & 0xffff;
    onPacket(packet, lost);
  };
  const drain = (): void => {
    for (let packet = waiting.get(next!); packet; packet = waiting.get(next!)) {
      waiting.delete(next!);
      deliver(packet, false);
    }
  };
  const skipGap = (): void => {
    let nearest: RtpPacket | undefined;
    for (const packet of waiting.values()) {
      if (!nearest || sequenceDistance(packet.sequence, nearest.sequence) > 0) nearest = packet;
    }
    if (!nearest) return;
    waiting.delete(nearest.sequence);
    deliver(nearest, true);
    drain();
  };

  return {
    ssrc,
    /** Takes a packet that arrived at `now` (milliseconds of any steady clock). */
    push(packet: RtpPacket, now: number): void {
      const ahead = sequenceDistance(statistics.highest(), packet.sequence);
      if (next !== undefined && ahead > 0 && ahead < MAX_WAITING) noteGap(ahead - 1);
      statistics.count(packet, now);
      const distance = next === undefined ? 0 : sequenceDistance(next, packet.sequence);
      if (distance < -MAX_LATE) {
        // Too old to be late: two in a row mean that the sender restarted its sequence (RFC 3550, appendix A.1).
        if (packet.sequence === restartSequence) {
          waiting.clear();
          statistics.restartAt(packet.sequence);
          deliver(packet, true);
        }
        restartSequence = (packet.sequence + 1) & 0xffff;
        return;
      }
      if (distance < 0) return;
      if (distance === 0) {
        deliver(packet, false);
        drain();
        if (waiting.size === 0) requestedAt = new Map();
        gapSince = now;
        return;
      }
      if (waiting.size === 0) gapSince = now;
      waiting.set(packet.sequence, packet);
      if (now - gapSince > timeoutMs() || waiting.size > MAX_WAITING) {
        skipGap();
        gapSince = now;
      }
    },
    /** Sequence numbers to request again at `now`: each at most every 30 ms, at most 64. */
    missing(now: number): number[] {
      if (next === undefined || waiting.size === 0) return [];
      const list: number[] = [];
      const ahead = sequenceDistance(next, statistics.highest());
      for (let step = 0; step < ahead && list.length < 64; step += 1) {
        const sequence = (next + step) & 0xffff;
        if (waiting.has(sequence) || now - (requestedAt.get(sequence) ?? -1000) < 30) continue;
        requestedAt.set(sequence, now);
        list.push(sequence);
      }
      return list;
    },
    /** Skips a gap that has timed out, also when nothing new arrives. */
    tick(now: number): void {
      if (waiting.size > 0 && now - gapSince > timeoutMs()) {
        skipGap();
        gapSince = now;
      }
    },
    onSenderReport: statistics.onSenderReport,
    block: statistics.block,
  };
};

export type Reception = ReturnType<typeof createReception>;
