import { expect, test } from 'vitest';
import { amountOf, decimalOf, isWithin, returnedAmountOf } from './decimal-amounts.ts';

test.each([
  [999n, 'USD', '9.99'],
  [5n, 'EUR', '0.05'],
  [100_000n, 'JPY', '1000.00'],
  [1_234_567_890_123_456n, 'USD', '12345678901234.56'],
])('%s hundredths of %s are written as %s', (amount, currency, text) => {
  expect(decimalOf(amount, currency)).toBe(text);
});

test('an amount that the currency can’t pay is not written', () => {
  expect([decimalOf(1050n, 'JPY'), decimalOf(0n, 'USD'), decimalOf(-5n, 'USD')]).toEqual([null, null, null]);
});

test.each([
  ['9.99', 'USD', 999n],
  ['9.9', 'USD', 990n],
  ['9', 'USD', 900n],
  ['1000', 'JPY', 100_000n],
  ['1000.00', 'JPY', 100_000n],
  ['1.250', 'KWD', 125n],
  ['1.2500', 'USD', 125n],
  [' 9.99 ', 'USD', 999n],
])('%s in %s is read as %s hundredths', (text, currency, amount) => {
  expect(amountOf(text, currency)).toBe(amount);
});

test.each([
  ['10.50', 'JPY'],
  ['1.255', 'KWD'],
  ['9.999', 'USD'],
  ['9,99', 'USD'],
  ['1e3', 'USD'],
  ['-9.99', 'USD'],
  ['', 'USD'],
  ['NaN', 'USD'],
  ['99999999999999', 'USD'],
])('%s in %s has no exact value, and is refused', (text, currency) => {
  expect(amountOf(text, currency)).toBeNull();
});

test('a return may be written with a minus sign', () => {
  expect([returnedAmountOf('-9.99', 'USD'), returnedAmountOf('9.99', 'USD'), returnedAmountOf('--9.99', 'USD')]).toEqual([
    999n,
    999n,
    null,
  ]);
});

test('an empty bound allows every amount, and bounds belong to what they allow', () => {
  const bounds = { minimum: '295', maximum: '10000' };
  expect([294n, 295n, 10_000n, 10_001n].map((amount) => isWithin(amount, bounds))).toEqual([false, true, true, false]);
  expect(isWithin(1n, { minimum: '', maximum: '' })).toBe(true);
});
