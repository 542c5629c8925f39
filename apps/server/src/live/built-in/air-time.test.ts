import { expect, test } from 'vitest';
import { createAirTime } from './air-time.ts';

const airTime = () => {
  const changes: boolean[] = [];
  let now = 1_000;
  const time = createAirTime(
    (isFlowing) => changes.push(isFlowing),
    () => now,
  );
  return {
    time,
    changes,
    /** Media arrives ten times a second. */
    play(milliseconds: number): void {
      for (const end = now + milliseconds; now < end; now += 100) time.setFlowing(true);
      time.setFlowing(true);
    },
    pass(milliseconds: number): void {
      now += milliseconds;
    },
  };
};

test('the seconds of silence before a publisher is noticed to be gone aren’t time on air', () => {
  const { time, changes, play, pass } = airTime();
  play(10_000);
  pass(7_000);
  expect(time.milliseconds()).toBe(10_000);
  time.setFlowing(false);
  expect([time.milliseconds(), time.isFlowing()]).toEqual([10_000, false]);
  pass(60_000);
  play(5_000);
  expect([time.milliseconds(), changes]).toEqual([15_000, [true, false, true]]);
});

test('a silence that ends before the publisher is given up isn’t time on air either', () => {
  const { time, changes, play, pass } = airTime();
  play(4_000);
  pass(5_000);
  play(4_000);
  expect([time.milliseconds(), changes]).toEqual([8_000, [true]]);
});

test('the time on air never decreases, and a slow picture rate counts in full', () => {
  const { time, pass } = airTime();
  let before = 0;
  for (let picture = 0; picture < 20; picture += 1) {
    time.setFlowing(true);
    expect(time.milliseconds()).toBeGreaterThanOrEqual(before);
    before = time.milliseconds();
    pass(1_500);
  }
  expect(before).toBe(19 * 1_500);
});

test('a rehearsal that becomes a show begins at zero', () => {
  const { time, play } = airTime();
  play(3_000);
  time.restart();
  play(2_000);
  expect(time.milliseconds()).toBe(2_000);
});
