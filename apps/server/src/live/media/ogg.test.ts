import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oggPackets, tonePackets } from '../testing/media-fixtures.ts';
import { checksum, createOpusPages, opusSamples } from './ogg.ts';

test('packets of any size survive the round trip through pages', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 1300 }), { minLength: 1, maxLength: 20 }), (packets) => {
      const pages = createOpusPages(2);
      let position = 0;
      const stream = Buffer.concat([pages.headerPages(), ...packets.map((packet) => pages.page(Buffer.from(packet), (position += 960)))]);
      expect(oggPackets(stream)).toEqual(packets.map((packet) => Buffer.from(packet)));
    }),
    { numRuns: 50 },
  );
});

test('a page contains its packet’s position and the same checksum as other programs write', () => {
  const theirs = readFileSync(new URL('../testing/fixtures/tone.opus', import.meta.url));
  const size = 27 + theirs[26]! + theirs.subarray(27, 27 + theirs[26]!).reduce((sum, length) => sum + length, 0);
  const first = Buffer.from(theirs.subarray(0, size));
  const expected = first.readUInt32LE(22);
  first.writeUInt32LE(0, 22);
  expect(checksum(first)).toBe(expected);
  const page = createOpusPages(2).page(Buffer.from('abc'), 1920);
  expect(Number(page.readBigInt64LE(6))).toBe(1920);
});

test('the duration of an Opus packet is read from its header', () => {
  expect(tonePackets().every((packet) => opusSamples(packet) === 960)).toBe(true);
  expect(opusSamples(Buffer.of(0x00))).toBe(480);
  expect(opusSamples(Buffer.of(0x1b, 0x03))).toBe(undefined);
  expect(opusSamples(Buffer.of(0x83, 0x03))).toBe(360);
  expect(opusSamples(Buffer.alloc(0))).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 10 }), (bytes) => {
      expect(opusSamples(Buffer.from(bytes)) ?? 0).toBeLessThanOrEqual(5760);
    }),
  );
});
