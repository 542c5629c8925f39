import { expect, test } from 'vitest';
import { withTags } from './tags.ts';

test('each tag is added once, without its sign', () => {
  expect(withTags([], ' #Cobalt  blue ', 3)).toEqual(['Cobalt blue']);
  expect(withTags([], 'Cobalt, wet paint,', 3)).toEqual(['Cobalt', 'wet paint']);
  expect(withTags(['Cobalt'], 'cobalt', 3)).toEqual(['Cobalt']);
  expect(withTags(['a'], '  ', 3)).toEqual(['a']);
  expect(withTags(['a', 'b'], 'c, d', 3)).toEqual(['a', 'b', 'c']);
});
