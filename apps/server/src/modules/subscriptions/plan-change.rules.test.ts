import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOfChange } from './plan-change.rules.ts';

const DAY_MS = 86_400_000;
const start = new Date('2026-03-01T10:00:00Z');
const after = (days: number): Date => new Date(start.getTime() + days * DAY_MS);
const month = { paid: 900n, start, end: after(31) };

test('the days that have not ended are credited, rounded down', () => {
  const at = (days: number) => costOfChange(month, 9000n, after(days));
  expect(at(0)).toEqual({ periodDays: 31, unusedDays: 31, credit: 900n, due: 8100n });
  expect(at(0.99)).toEqual(at(0));
  // 900 × 30 / 31 = 870.97
  expect(at(1)).toEqual({ periodDays: 31, unusedDays: 30, credit: 870n, due: 8130n });
  expect(at(30.5)).toMatchObject({ unusedDays: 1, credit: 29n });
  expect(at(31)).toMatchObject({ unusedDays: 0, credit: 0n, due: 9000n });
  expect(at(34)).toMatchObject({ unusedDays: 0, credit: 0n, due: 9000n });
});

test('a free period credits nothing; a plan that costs less than the credit leaves the minimum to be paid', () => {
  expect(costOfChange({ ...month, paid: 0n }, 9000n, start)).toMatchObject({ credit: 0n, due: 9000n });
  expect(costOfChange(month, 800n, start)).toMatchObject({ credit: 799n, due: 1n });
});

test('credit and due add up to the price, are never negative, and no more than was paid', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 100_000_000n }),
      fc.bigInt({ min: 1n, max: 100_000_000n }),
      fc.integer({ min: 1, max: 366 }),
      fc.integer({ min: -DAY_MS, max: 400 * DAY_MS }),
      (paid, price, days, elapsed) => {
        const cost = costOfChange({ paid, start, end: after(days) }, price, new Date(start.getTime() + elapsed));
        expect(cost.credit + cost.due).toBe(price);
        expect(cost.credit >= 0n && cost.credit <= paid && cost.due >= 1n).toBe(true);
        expect(cost.unusedDays >= 0 && cost.unusedDays <= cost.periodDays).toBe(true);
      },
    ),
  );
});
