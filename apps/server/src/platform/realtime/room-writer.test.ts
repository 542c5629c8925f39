import { expect, test } from 'vitest';
import { textFrameOf } from './room-writer.ts';

/** The length that a frame's header says, and the header's own (RFC 6455, section 5.2). */
const headerOf = (frame: Buffer): [length: number, headerBytes: number] => {
  if (frame[1]! < 126) return [frame[1]!, 2];
  return frame[1] === 126 ? [frame.readUInt16BE(2), 4] : [Number(frame.readBigUInt64BE(2)), 10];
};

test.each([0, 1, 125, 126, 65_535, 65_536, 100_000])('a text of %i bytes is one whole unmasked frame', (bytes) => {
  const text = 'ñ'.repeat(Math.floor(bytes / 2)) + 'a'.repeat(bytes % 2);
  const frame = textFrameOf(text);
  const [length, headerBytes] = headerOf(frame);
  expect([frame[0], length, frame.length]).toEqual([0x81, bytes, headerBytes + bytes]);
  expect(frame.subarray(headerBytes).toString('utf8')).toBe(text);
});
