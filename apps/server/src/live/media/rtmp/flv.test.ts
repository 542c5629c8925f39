import { describe, expect, test } from 'vitest';
import { hexBytes as hex, rtmpVectors as vectors } from '../../testing/rtmp-vectors.ts';
import { adtsHeader, readAacConfiguration, readAudioTag, readAvcConfiguration, readVideoTag, splitUnits, timestampStep } from './flv.ts';

const VIDEO = 9;

/** Says what a tag is, in the words of the vectors. */
const described = (type: number, bytes: Buffer, timestamp = 0): unknown => {
  const tag = type === VIDEO ? readVideoTag(bytes) : readAudioTag(bytes);
  switch (tag.kind) {
    case 'ignored':
      return { ignored: true };
    case 'refused':
      return { refused: tag.name };
    case 'end':
      return { packet: 'end' };
    case 'picture':
      return { isKey: tag.isKey, dts: timestamp, pts: timestamp + tag.composition, payload: tag.data.toString('hex') };
    case 'frame':
      return { frame: tag.data.toString('hex') };
    case 'config': {
      if (type !== VIDEO) return { config: tag.data.toString('hex'), ...readAacConfiguration(tag.data) };
      const { lengthBytes, sps, pps } = readAvcConfiguration(tag.data)!;
      return { nalLengthBytes: lengthBytes, sps: sps[0]!.toString('hex'), pps: pps[0]!.toString('hex') };
    }
  }
};

/** Codecs that the site doesn't take, by the name that it tells. */
const REFUSED: Readonly<Record<string, string>> = { hvc1: 'HEVC', av01: 'AV1', Opus: 'Opus' };
/** Facts that the site has no use for. */
const UNUSED = new Set(['codec', 'packet', 'trailing', 'track', 'nanoseconds', 'fourCc']);

/** The result that a vector must have here. */
const expectedOf = (facts: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const fourCc = String(facts['fourCc'] ?? '');
  if (fourCc in REFUSED) return { refused: REFUSED[fourCc] };
  if (facts['refused'] === 'codec') return { refused: 'HEVC' };
  // Another track of a multitrack publisher.
  if (facts['track'] === 1) return { ignored: true };
  if (facts['packet'] === 'end') return { packet: 'end' };
  return Object.fromEntries(Object.entries(facts).filter(([key]) => !UNUSED.has(key)));
};

describe('tags of FLV', () => {
  test.each(vectors.flv.map((vector) => [vector.name, vector] as const))('%s', (_name, { type, hex: bytes, timestamp, is }) => {
    expect(described(type, hex(bytes), timestamp)).toEqual(expect.objectContaining(expectedOf(is)));
  });

  test('break off anywhere without harm', () => {
    for (const { type, hex: bytes } of vectors.flv)
      for (let length = 0; length <= bytes.length / 2; length += 1)
        expect(() => described(type, hex(bytes).subarray(0, length))).not.toThrow(RangeError);
  });
});

test('NAL units are split by their lengths, and not beyond the end', () => {
  expect(splitUnits(hex('000000026588'), 4)!.map((unit) => unit.toString('hex'))).toEqual(['6588']);
  expect(splitUnits(hex('01650241889a'), 1)).toBeUndefined();
  expect(splitUnits(hex('016502418801'), 1)).toBeUndefined();
  expect(splitUnits(hex('000241880001'), 2)).toBeUndefined();
});

test.each(vectors.audio.map(({ rate, channels, frameBytes, adts }) => [rate, channels, frameBytes, adts] as const))(
  'the header of an AAC frame of %i Hz, %i channels and %i bytes',
  (rate, channels, frameBytes, adts) => {
    expect(adtsHeader({ objectType: 2, rate, channels }, frameBytes).toString('hex')).toBe(adts);
  },
);

test.each(vectors.steps31.map(({ last, next, step }) => [last, next, step] as const))('from %i to %i it is %i ms', (last, next, step) => {
  expect(timestampStep(last, next)).toBe(step);
});
