import { expect, test } from 'vitest';
import { sharesOf } from './shares.ts';

test('whole per cents sum to 100, whatever the votes', () => {
  expect(sharesOf([3, 3, 2])).toEqual([38, 37, 25]);
  expect(sharesOf([1, 1, 1])).toEqual([34, 33, 33]);
  expect(sharesOf([1, 199])).toEqual([1, 99]);
  expect(sharesOf([5, 0])).toEqual([100, 0]);
  for (let one = 0; one < 12; one += 1)
    for (let other = 1; other < 12; other += 1) expect(sharesOf([one, other, 7, 2]).reduce((sum, share) => sum + share, 0)).toBe(100);
});

test('without votes every share is zero', () => {
  expect(sharesOf([0, 0])).toEqual([0, 0]);
});
