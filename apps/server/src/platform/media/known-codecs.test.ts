import { expect, test } from 'vitest';
import { missingCodecs } from './known-codecs.ts';

const BOTH = ['h264', 'aac', 'png', 'webp'];
const DECODED = [
  'hevc',
  'vp8',
  'vp9',
  'av1',
  'mpeg4',
  'h263',
  'prores',
  'mp3',
  'opus',
  'vorbis',
  'flac',
  'amr_nb',
  'pcm_s16le',
  'gif',
  'apng',
];
const listOf = (both: readonly string[], decoded: readonly string[]): string =>
  [
    'Codecs:',
    ' -------',
    ...both.map((name) => ` DEV.LS ${name}    A codec (decoders: a b)`),
    ...decoded.map((name) => ` D.V.L. ${name}  Another`),
  ].join('\n');

test('names nothing for a build that has all', () => {
  expect(missingCodecs(listOf(BOTH, DECODED))).toEqual([]);
});

test('names what is missing, or can only be decoded', () => {
  const list = listOf(['h264', 'aac', 'png'], [...DECODED.filter((name) => name !== 'hevc'), 'webp']);
  expect(missingCodecs(list)).toEqual(['the decoder of hevc', 'the encoder of webp']);
});
