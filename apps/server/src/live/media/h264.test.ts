import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardPictures } from '../testing/media-fixtures.ts';
import { payloadsOf } from './rtp-sender.ts';
import { type AccessUnit, beginsKeyPicture, createH264Depacketizer, h264CodecOf, readSequenceParameters } from './h264.ts';

const depacketize = () => {
  const units: AccessUnit[] = [];
  let losses = 0;
  const depacketizer = createH264Depacketizer(
    (unit) => units.push(unit),
    () => (losses += 1),
  );
  return { units, losses: () => losses, depacketizer };
};

describe('H.264 over RTP', () => {
  const pictures = cardPictures();

  test('is assembled into the pictures that were sent', () => {
    const { units, depacketizer } = depacketize();
    for (const [index, { nals }] of pictures.entries()) {
      const payloads = payloadsOf(nals);
      for (const [at, payload] of payloads.entries())
        depacketizer.push({ payload, timestamp: index * 6000, marker: at === payloads.length - 1 }, false);
    }
    expect(units).toHaveLength(pictures.length);
    for (const [index, unit] of units.entries()) {
      expect(unit.isKey).toBe(pictures[index]!.isKey);
      expect(Buffer.concat(unit.nals.toSorted(Buffer.compare))).toEqual(Buffer.concat(pictures[index]!.nals.toSorted(Buffer.compare)));
    }
    expect(units[0]!.sps).toBeDefined();
    expect(beginsKeyPicture(payloadsOf(pictures[0]!.nals)[0]!)).toBe(true);
    expect(beginsKeyPicture(payloadsOf(pictures[1]!.nals)[0]!)).toBe(false);
  });

  test('loses a picture with a missing packet, and reports it', () => {
    const { units, losses, depacketizer } = depacketize();
    const [first, ...rest] = payloadsOf([Buffer.concat([Buffer.of(0x65), Buffer.alloc(5000, 1)])]);
    depacketizer.push({ payload: first!, timestamp: 0, marker: false }, false);
    for (const [index, payload] of rest.slice(1).entries())
      depacketizer.push({ payload, timestamp: 0, marker: index === rest.length - 2 }, index === 0);
    expect(units).toHaveLength(0);
    expect(losses()).toBe(1);
    depacketizer.push({ payload: Buffer.of(0x65, 1), timestamp: 3000, marker: true }, false);
    expect(units).toHaveLength(1);
  });

  test('is parsed for any payloads without throwing, and the size of a picture is limited', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 3 }), fc.boolean(), fc.boolean()), {
          maxLength: 100,
        }),
        (packets) => {
          const { units, depacketizer } = depacketize();
          for (const [bytes, timestamp, marker, lost] of packets)
            depacketizer.push({ payload: Buffer.from(bytes), timestamp, marker }, lost);
          expect(units.length).toBeLessThanOrEqual(packets.length + 1);
        },
      ),
    );
    const { units, losses, depacketizer } = depacketize();
    depacketizer.push({ payload: Buffer.of(28, 0x85), timestamp: 0, marker: false }, false);
    const more = Buffer.concat([Buffer.of(28, 0x05), Buffer.alloc(1_000_000)]);
    for (let index = 0; index < 10; index += 1) depacketizer.push({ payload: more, timestamp: 0, marker: index === 9 }, false);
    expect(units).toHaveLength(0);
    expect(losses()).toBe(1);
  });
});

describe('parameter sets', () => {
  test('contain the picture’s size and codec', () => {
    const parameters = readSequenceParameters(cardPictures()[0]!.nals.find((nal) => (nal[0]! & 0x1f) === 7)!)!;
    expect(parameters).toMatchObject({ width: 640, height: 360 });
    expect(h264CodecOf(parameters)).toBe('avc1.42c01f');
  });

  test('never throw, whatever their bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const { width, height } = readSequenceParameters(Buffer.from(bytes)) ?? { width: 1, height: 1 };
        expect(width * height).toBeGreaterThan(0);
        expect(beginsKeyPicture(Buffer.from(bytes))).toBeTypeOf('boolean');
      }),
      { numRuns: 3000 },
    );
  });
});
