import { expect, test } from 'vitest';
import { moneyStep, nearestStep, tokenStep } from './currencies.values.ts';

test('pays whole units of the yen, and at most two decimals of other currencies', () => {
  expect(['JPY', 'KRW', 'USD', 'KWD', 'CLF', 'ZZZ'].map(moneyStep)).toEqual([100n, 100n, 1n, 1n, 1n, 1n]);
});

test('steps tokens so that each step is worth a whole unit', () => {
  for (const value of [100n, 200n, 2_500n, 10_000n, 12_300n, 99_900n]) {
    const step = tokenStep(value, 100n);
    expect((step * value) % 10_000n).toBe(0n);
    for (let less = 1n; less < step; less += 1n) expect((less * value) % 10_000n).not.toBe(0n);
  }
  expect([tokenStep(100n, 100n), tokenStep(2_500n, 100n), tokenStep(10_000n, 100n), tokenStep(33n, 1n)]).toEqual([100n, 4n, 1n, 1n]);
});

test('names the nearest amount, never zero for something', () => {
  expect([1n, 49n, 50n, 149n, 150n, 1_000n, 0n].map((amount) => nearestStep(amount, 100n))).toEqual([
    100n,
    100n,
    100n,
    100n,
    200n,
    1_000n,
    0n,
  ]);
});
