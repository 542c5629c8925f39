import { expect, test } from 'vitest';
import { rtmpVectors } from '../testing/rtmp-vectors.ts';
import { createDecodeTimes } from './decode-times.ts';

test.each(rtmpVectors.bframes.map((vector) => [vector.name, vector] as const))(
  'times of decoding of %s are those of the encoder',
  (_name, { frameMs, reorderDepth, inDecodeOrder }) => {
    const times = createDecodeTimes();
    const placed = inDecodeOrder.map(({ pts }) => times.place(pts, reorderDepth, frameMs));
    expect(placed).toEqual(inDecodeOrder.map(({ dts, cts }) => ({ decodedAt: dts, composition: cts })));
  },
);

test.each(rtmpVectors.bframes.map((vector) => [vector.name, vector] as const))(
  'without a stated depth, every picture of %s is decoded after the one before and shown when it says',
  (_name, { frameMs, reorderDepth, inDecodeOrder }) => {
    const times = createDecodeTimes();
    // A longer stream: the depth is learned from the first pictures.
    const shown = [...inDecodeOrder, ...inDecodeOrder.map(({ pts }) => ({ pts: pts + frameMs * inDecodeOrder.length }))].map(
      ({ pts }) => pts,
    );
    const placed = shown.map((pts) => times.place(pts, undefined, frameMs));
    for (const [index, { decodedAt, composition }] of placed.entries()) {
      expect(decodedAt + composition).toBe(shown[index]);
      expect(decodedAt).toBeGreaterThan(placed[index - 1]?.decodedAt ?? -Infinity);
    }
    expect(Math.min(...placed.slice(-reorderDepth - 2).map(({ composition }) => composition))).toBeGreaterThanOrEqual(0);
  },
);

test('pictures in order are decoded when they are shown, and not before the time of a restart', () => {
  const times = createDecodeTimes();
  expect([0, 40, 80].map((pts) => times.place(pts, undefined, 40))).toEqual(
    [0, 40, 80].map((decodedAt) => ({ decodedAt, composition: 0 })),
  );
  times.restart(100);
  expect(times.place(110, 2, 40)).toEqual({ decodedAt: 100, composition: 10 });
});
