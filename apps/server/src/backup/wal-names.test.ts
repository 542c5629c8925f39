import { expect, test } from 'vitest';
import { firstOf, isNeededFrom, isWalFile, segmentOf } from './wal-names.ts';

test.each([
  [1, '0/3000028', 'begins', '000000010000000000000003'],
  [1, '0/3000158', 'ends', '000000010000000000000003'],
  [1, '0/4000000', 'ends', '000000010000000000000003'],
  [1, '0/4000000', 'begins', '000000010000000000000004'],
  [2, '1A/0', 'ends', '0000000200000019000000FF'],
  [2, '1A/FF000060', 'ends', '000000020000001A000000FF'],
] as const)('timeline %i, position %s that %s is in segment %s', (timeline, lsn, use, name) => {
  expect(segmentOf(timeline, lsn, use)).toBe(name);
});

test('segments before the oldest kept backup aren’t needed, on any timeline; histories always are', () => {
  const files = [
    '000000010000000000000002',
    '000000010000000000000003',
    '000000010000000000000003.00000028.backup',
    '000000010000000000000004',
    '00000002.history',
    '000000020000000000000001',
    '000000020000000000000005',
    '000000010000000000000001.partial',
  ];
  expect(files.filter((name) => !isNeededFrom(name, '000000010000000000000003'))).toEqual([
    '000000010000000000000002',
    '000000020000000000000001',
    '000000010000000000000001.partial',
  ]);
  expect(files.every(isWalFile)).toBe(true);
  expect(['archtemp.000000010000000000000003.1.2', 'x', '00000001000000000000000'].some(isWalFile)).toBe(false);
});

test('the first of some segments is found by its position, not by its timeline', () => {
  const [first, second, third] = ['000000020000000000000009', '00000001000000000000000A', '000000030000000100000000'];
  expect(firstOf([second!, third!, first!])).toBe(first);
});
