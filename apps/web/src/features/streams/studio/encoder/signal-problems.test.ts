import { expect, test } from 'vitest';
import { problemsOf } from './signal-problems.ts';

const FINE = {
  width: 1280,
  height: 720,
  framesPerSecond: 30,
  bitrate: 2500,
  keySeconds: 2,
  hasSound: true,
  isSoundOnly: false,
  isReordered: false,
  refused: [],
};

test('finds nothing wrong with a signal as it should be', () => {
  expect(problemsOf(FINE)).toEqual([]);
  expect(problemsOf({ ...FINE, keySeconds: null })).toEqual([]);
});

test('names each fault, the worst first', () => {
  expect(problemsOf({ ...FINE, keySeconds: 8.3, hasSound: false, isReordered: true, refused: ['AV1'] })).toEqual([
    { kind: 'codecs', codecs: ['AV1'] },
    { kind: 'reordered' },
    { kind: 'keys', seconds: 8.3 },
    { kind: 'silent' },
  ]);
});
