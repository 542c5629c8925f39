import { expect, test } from 'vitest';
import { adviceOf } from './network-advice.ts';

test('the largest picture that leaves room is advised, and one less where packets get lost', () => {
  const advised = (bitrate: number, lost = 0) => Object.values(adviceOf({ bitrate, lost })).join(' ');
  expect([8000, 5700, 5600, 3600, 3500, 2100, 2000, 1210].map((bitrate) => advised(bitrate))).toEqual([
    'fine 1080p30',
    'fine 1080p30',
    'fine 720p30',
    'fine 720p30',
    'fine 480p30',
    'fine 480p30',
    'fine 360p15',
    'fine 360p15',
  ]);
  expect([advised(1200), advised(0)]).toEqual(['slow 360p15', 'slow 360p15']);
  expect([advised(8000, 2.9), advised(8000, 3), advised(1300, 5)]).toEqual(['fine 1080p30', 'lossy 720p30', 'lossy 360p15']);
});
