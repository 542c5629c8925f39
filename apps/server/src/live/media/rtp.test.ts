import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHistory } from './history.ts';
import { createReception } from './reception.ts';
import { forwardedReport, goodbye, nack, parseRtcp, pictureLoss, receiverEstimate, receiverReport } from './rtcp.ts';
import { type RtpPacket, createUnwrapper, isRtcp, parseRtp, sequenceDistance } from './rtp.ts';

const packetOf = (sequence: number, timestamp = 0): RtpPacket => ({
  payloadType: 96,
  marker: false,
  extensionAt: undefined,
  sequence: sequence & 0xffff,
  timestamp: timestamp >>> 0,
  ssrc: 7,
  payload: Buffer.of(1),
});

describe('RTP', () => {
  test('is parsed with sources, extension and padding', () => {
    const packet = Buffer.from('b1e0fffe00000010000000070000000900010001aabbccdd0102030000000003'.replace(/\s/g, ''), 'hex');
    expect(parseRtp(packet)).toMatchObject({ payloadType: 96, marker: true, sequence: 0xfffe, timestamp: 16, ssrc: 7 });
    expect(parseRtp(packet)!.payload.toString('hex')).toBe('0102030000');
  });

  test('and RTCP never throw, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isLikely) => {
        const packet = Buffer.from(bytes);
        if (isLikely && packet.length > 1) [packet[0], packet[1]] = [0x80 | (packet[0]! & 0x3f), 200 + (packet[1]! % 8)];
        expect(parseRtp(packet)?.payload.length ?? 0).toBeLessThanOrEqual(packet.length);
        expect(parseRtcp(packet).length).toBeLessThanOrEqual(packet.length);
        expect(typeof isRtcp(packet)).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
  });

  test('sequence numbers and timestamps are counted across wraps', () => {
    expect(sequenceDistance(65_535, 2)).toBe(3);
    expect(sequenceDistance(2, 65_535)).toBe(-3);
    const unwrap = createUnwrapper();
    expect([0xffff_fff0, 0x10, 0, 0x20].map(unwrap)).toEqual([0, 32, 16, 48]);
  });
});

describe('RTCP', () => {
  test('messages that we send have the right content', () => {
    expect(parseRtcp(pictureLoss(1, 9))).toEqual([{ kind: 'pictureLoss', ssrc: 9 }]);
    expect(parseRtcp(nack(1, 9, [65_534, 65_535, 0, 14, 15]))).toEqual([{ kind: 'nack', ssrc: 9, sequences: [65_534, 65_535, 0, 14, 15] }]);
    expect(parseRtcp(goodbye(5))).toEqual([{ kind: 'receiverReport' }, { kind: 'bye', ssrc: 5 }]);
    const estimate = receiverEstimate(1, [9], 2_500_000);
    const mantissa = ((estimate[17]! & 3) << 16) | estimate.readUInt16BE(18);
    expect(mantissa * 2 ** (estimate[17]! >> 2)).toBeGreaterThan(2_490_000);
    const block = { ssrc: 9, fractionLost: 3, totalLost: 4, highestSequence: 5, jitter: 6, lastReport: 7, sinceLastReport: 8 };
    expect(receiverReport(1, [block]).readUInt32BE(12)).toBe((3 << 24) | 4);
  });

  test('sender reports are forwarded with another SSRC and time', () => {
    const report = Buffer.alloc(52);
    report.writeUInt32BE(0x81c8_000c, 0);
    report.writeUInt32BE(0xffff_fff0, 16);
    const passed = forwardedReport(report, 77, 0x20);
    expect(parseRtcp(passed)).toMatchObject([{ kind: 'senderReport', ssrc: 77, rtpTimestamp: 0x10 }]);
  });
});

describe('reception', () => {
  const receive = () => {
    const seen: [number, boolean][] = [];
    return { seen, reception: createReception(7, 90_000, ({ sequence }, lost) => seen.push([sequence, lost])) };
  };

  test('orders shuffled packets, across the wrap too', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 65_535 }),
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 20, maxLength: 60 }),
        (first, delays) => {
          const { seen, reception } = receive();
          const order = delays
            .map((delay, index) => ({ index, at: index + (index === 0 ? 0 : delay) }))
            .sort((one, other) => one.at - other.at);
          for (const { index } of order) reception.push(packetOf(first + index), 0);
          expect(seen).toEqual(delays.map((_, index) => [(first + index) & 0xffff, false]));
        },
      ),
    );
  });

  test('requests missing packets, waits for them, and continues without them', () => {
    const { seen, reception } = receive();
    reception.push(packetOf(65_534), 0);
    reception.push(packetOf(1), 10);
    expect(reception.missing(11)).toEqual([65_535, 0]);
    expect(reception.missing(20)).toEqual([]);
    reception.push(packetOf(65_535), 30);
    expect(seen.map(([sequence]) => sequence)).toEqual([65_534, 65_535]);
    reception.tick(100);
    expect(seen).toHaveLength(2);
    reception.tick(300);
    expect(seen.at(-1)).toEqual([1, true]);
    expect(reception.block(300)).toMatchObject({ highestSequence: 0x1_0001, totalLost: 1, fractionLost: 64 });
  });

  test('measures jitter across the wrap of the clock', () => {
    const { reception } = receive();
    for (let index = 0; index < 50; index += 1) reception.push(packetOf(index, 0xffff_0000 + index * 3000), (index * 1000) / 30);
    expect(reception.block(0).jitter).toBeLessThanOrEqual(1);
  });

  test('accepts a restarted sequence, and buffers a limited number of packets', () => {
    const { seen, reception } = receive();
    reception.push(packetOf(40_000), 0);
    for (const sequence of [10_000, 10_001, 10_002]) reception.push(packetOf(sequence), 1);
    expect(seen.map(([sequence]) => sequence)).toEqual([40_000, 10_001, 10_002]);
    for (let index = 0; index < 5_000; index += 1) reception.push(packetOf(10_010 + index * 2), 2);
    expect(seen.length).toBeGreaterThan(4_000);
  });

  test('accepts any packets without throwing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 65_535 }), fc.integer({ min: 0, max: 1000 })), { maxLength: 300 }),
        (packets) => {
          const { seen, reception } = receive();
          for (const [sequence, at] of packets) {
            reception.push(packetOf(sequence), at);
            expect(reception.missing(at).length).toBeLessThanOrEqual(64);
            reception.tick(at);
          }
          reception.block(1000);
          expect(seen.length).toBeLessThanOrEqual(packets.length);
        },
      ),
    );
  });
});

test('history finds the newest packets only', () => {
  const history = createHistory(4);
  for (let sequence = 0; sequence < 6; sequence += 1) history.add(sequence, Buffer.of(sequence));
  expect([1, 2, 5].map((sequence) => history.find(sequence)?.[0])).toEqual([undefined, 2, 5]);
});
