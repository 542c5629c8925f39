import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastNumberFormat, isInRange, withMinus } from './fast-number-format.ts';

const hundredths = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }).map((value) => value / 100);
const EDGES = [0, 0.1, 0.99, 1, 9.5, 48.5, 999, 999.99, 1000, 1234.5, 9999.99, 10_000, 12_345.67, 1_000_000, -0.5, -1234, -10_000.01];

test.each(['en', 'es'])('plain numbers are written as Intl writes them in %s', (locale) => {
  const plain = fastNumberFormat(locale, 'USD')!;
  const whole = new Intl.NumberFormat(locale);
  const two = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  expect(EDGES.map((value) => plain.number(value, 2))).toEqual(EDGES.map((value) => withMinus(two.format(value))));
  fc.assert(fc.property(hundredths, (value) => plain.number(value, 2) === withMinus(two.format(value))));
  fc.assert(fc.property(fc.integer({ min: -1e9, max: 1e9 }), (value) => plain.number(value, 0) === withMinus(whole.format(value))));
});

test.each(['en', 'es'])('money is written as Intl writes it in %s', (locale) => {
  for (const currency of ['USD', 'EUR', 'GBP']) {
    const intl = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
    const { money } = fastNumberFormat(locale, currency)!;
    expect(EDGES.map((value) => money!(value))).toEqual(EDGES.map((value) => withMinus(intl.format(value))));
    fc.assert(fc.property(hundredths, (value) => money!(value) === withMinus(intl.format(value))));
  }
});

test('other languages, currencies and sizes are left to Intl', () => {
  expect(fastNumberFormat('ar', 'USD')).toBeUndefined();
  expect(fastNumberFormat('en', 'JPY')?.money).toBeUndefined();
  expect([isInRange(1e14), isInRange(1e15), isInRange(-1e16)]).toEqual([true, false, false]);
});
