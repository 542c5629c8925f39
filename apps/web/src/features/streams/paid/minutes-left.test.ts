import { expect, test } from 'vitest';
import { minutesToWarnOf } from './minutes-left.ts';

const STARTED = '2026-11-26T21:00:00.000Z';

test('the running minute is the last one, or the last but one', () => {
  expect([0, 1, 2, 30].map((minutesLeft) => minutesToWarnOf({ minuteStartedAt: STARTED, minutesLeft }))).toEqual([1, 2, null, null]);
});

test('nothing is warned of while no minute runs', () => {
  expect([0, 1, 2].map((minutesLeft) => minutesToWarnOf({ minuteStartedAt: null, minutesLeft }))).toEqual([null, null, null]);
});
