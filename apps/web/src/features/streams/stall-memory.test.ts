import { expect, test } from 'vitest';
import { createStallMemory } from './stall-memory.ts';

test('a player comes closer once, twenty seconds after the last stall', () => {
  const memory = createStallMemory();
  expect(memory.mayReturn(100_000)).toBe(false);
  memory.stalled(100_000);
  memory.stalled(105_000);
  expect([memory.mayReturn(124_999), memory.mayReturn(125_000), memory.mayReturn(125_001)]).toEqual([false, true, false]);
});

test('one that stalls again soon after it did waits twice as long each time, up to 320 s; after a long calm it begins anew', () => {
  const memory = createStallMemory();
  let now = 0;
  const waits: number[] = [];
  const stallAndWait = (): void => {
    memory.stalled(now);
    const stalledAt = now;
    while (!memory.mayReturn(now)) now += 1000;
    waits.push((now - stalledAt) / 1000);
  };
  for (let times = 0; times < 6; times += 1) {
    stallAndWait();
    now += 1000;
  }
  now += 600_000;
  stallAndWait();
  expect(waits).toEqual([20, 40, 80, 160, 320, 320, 20]);
});
