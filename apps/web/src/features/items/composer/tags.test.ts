import { expect, test } from 'vitest';
import { withTag } from './tags.ts';

test('a tag is added once, without its sign', () => {
  expect(withTag([], ' #Cobalt  blue ', 3)).toEqual(['Cobalt blue']);
  expect(withTag(['Cobalt'], 'cobalt', 3)).toEqual(['Cobalt']);
  expect(withTag(['a'], '  ', 3)).toEqual(['a']);
  expect(withTag(['a', 'b'], 'c', 2)).toEqual(['a', 'b']);
});
