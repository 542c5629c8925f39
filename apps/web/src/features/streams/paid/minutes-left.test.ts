import { expect, test } from 'vitest';
import { minutesAffordable, minutesToWarnOf } from './minutes-left.ts';

const STARTED = '2026-11-26T21:00:00.000Z';

test('the running minute is the last one, or the last but one', () => {
  expect([0, 1, 2, 30].map((minutesLeft) => minutesToWarnOf({ minuteStartedAt: STARTED, minutesLeft }))).toEqual([1, 2, null, null]);
});

test('nothing is warned of while no minute runs', () => {
  expect([0, 1, 2].map((minutesLeft) => minutesToWarnOf({ minuteStartedAt: null, minutesLeft }))).toEqual([null, null, null]);
});

test('a balance lasts as long as the limits allow', () => {
  const fan = { balance: 100, held: 0, price: 3, left: null, tokenValue: 1 };
  expect(minutesAffordable(fan)).toBe(33);
  expect(minutesAffordable({ ...fan, left: 20 })).toBe(6);
  expect(minutesAffordable({ ...fan, left: 20, tokenValue: 0.5 })).toBe(13);
  expect(minutesAffordable({ ...fan, left: 0 })).toBe(0);
  expect(minutesAffordable({ ...fan, left: -1 })).toBe(0);
});

test('what is held lasts besides', () => {
  const waiting = { balance: 88, held: 12, price: 3, left: null, tokenValue: 1 };
  expect(minutesAffordable(waiting)).toBe(33);
  expect(minutesAffordable({ ...waiting, left: 0 })).toBe(4);
  expect(minutesAffordable({ ...waiting, price: 2.35, left: 0.3 })).toBe(5);
});
