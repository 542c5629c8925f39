import { expect, test } from 'vitest';
import { shownCount, sumDifferences } from './differences.ts';

test('differences are summed by id, in the order of the ids, without zero sums', () => {
  const changes = [
    { id: 'b', by: 1 },
    { id: 'a', by: -1 },
    { id: 'c', by: 1 },
    { id: 'b', by: 1 },
    { id: 'c', by: -1 },
  ];
  expect(sumDifferences(changes)).toEqual({ ids: ['a', 'b'], by: [-1, 2] });
});

test('a counter below zero is shown as zero', () => {
  expect([shownCount(-1), shownCount(0), shownCount(7)]).toEqual([0, 0, 7]);
});
