import { expect, test } from 'vitest';
import { firstWords } from './first-words.ts';

test.each([
  ['', ''],
  ['  Two\n\nlines ', 'Two lines'],
  ['a'.repeat(80), `${'a'.repeat(60)}…`],
  [
    'The first night of the season went better than anybody had hoped, and here are the photos',
    'The first night of the season went better than anybody had…',
  ],
  [
    'Tonight we play Bach, the six suites for cello, all of them, – and more besides',
    'Tonight we play Bach, the six suites for cello, all of them…',
  ],
  ['🎻'.repeat(70), `${'🎻'.repeat(60)}…`],
])('the first words of %j', (text, expected) => {
  expect(firstWords(text)).toBe(expected);
});
