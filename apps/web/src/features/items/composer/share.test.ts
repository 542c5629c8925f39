import { expect, test } from 'vitest';
import { shareOf } from './share.ts';

test('the share is the price less the commission that holds for the performer', () => {
  expect(shareOf(10, 20)).toBe(8);
  expect(shareOf(10, 12.5)).toBe(8.75);
  expect(shareOf(4.99, 15)).toBe(4.24);
  expect([shareOf(3, 0), shareOf(3, 100)]).toEqual([3, 0]);
});
