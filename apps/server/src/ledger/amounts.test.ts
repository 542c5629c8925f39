import { hundredthsToNumber, numberToHundredths, parseHundredths } from '@stagedoor/contract/shapes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideHalfUp, moneyOf, splitByWeights, splitCommission } from './amounts.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });

test('commission and net sum to the gross, whatever the rate', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (gross, rate) => {
      const { commission, net } = splitCommission(gross, rate);
      expect(commission + net).toBe(gross);
      expect(commission >= 0n && net >= 0n).toBe(true);
    }),
  );
  expect(splitCommission(650n, 2000)).toEqual({ commission: 130n, net: 520n });
  expect(splitCommission(1n, 5000)).toEqual({ commission: 1n, net: 0n });
});

test('division rounds halves up', () => {
  expect([1n, 2n, 3n, 4n].map((value) => divideHalfUp(value, 2n))).toEqual([1n, 1n, 2n, 2n]);
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 1n, max: 10n ** 6n }), (numerator, denominator) => {
      const distance = divideHalfUp(numerator, denominator) * denominator - numerator;
      expect(2n * distance <= denominator && -2n * distance < denominator).toBe(true);
    }),
  );
  expect(moneyOf(333n, 149n)).toBe(496n);
});

test('parts by weight sum to the whole and differ from the exact share by less than one', () => {
  fc.assert(
    fc.property(amount, fc.array(fc.bigInt({ min: 0n, max: 10n ** 6n }), { minLength: 1, maxLength: 12 }), (whole, weights) => {
      fc.pre(weights.some((weight) => weight > 0n));
      const total = weights.reduce((sum, weight) => sum + weight, 0n);
      const parts = splitByWeights(whole, weights);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(whole);
      parts.forEach((part, index) => {
        const difference = part * total - whole * weights[index]!;
        expect(difference > -total && difference < total).toBe(true);
      });
    }),
  );
  expect(() => splitByWeights(10n, [0n])).toThrow(RangeError);
});

test('amounts survive the round trip through JSON exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(9n * 10n ** 12n), max: 9n * 10n ** 12n }), (hundredths) => {
      const wire = JSON.parse(JSON.stringify(hundredthsToNumber(hundredths))) as number;
      expect(parseHundredths(wire)).toBe(hundredths);
      expect(numberToHundredths(wire)).toBe(hundredths);
    }),
  );
  expect(['0.1', '1.005', '1e3', 'NaN', '', '-', '1.', '٣', ' 1', '0x10', '1,5'].map(parseHundredths)).toEqual([
    10n,
    ...Array(10).fill(undefined),
  ]);
});
