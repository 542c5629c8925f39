import { expect, test } from 'vitest';
import { DATE_PRESETS, presetOf, rangeOf } from './date-presets.ts';

const at = (year: number, month: number, day: number): Date => new Date(year, month - 1, day, 12);

test.each([
  ['today', '2026-11-29', '2026-11-29'],
  ['week', '2026-11-23', ''],
  ['month', '2026-11-01', ''],
  ['lastMonth', '2026-10-01', '2026-10-31'],
  ['quarter', '2026-10-01', ''],
  ['lastQuarter', '2026-07-01', '2026-09-30'],
] as const)('%s goes from %s to %s', (preset, from, until) => {
  expect(rangeOf(preset, at(2026, 11, 29))).toEqual({ from, until });
});

test('reaches back over the turn of a year, a leap day, and a month of 31 days', () => {
  expect(rangeOf('lastQuarter', at(2026, 2, 3))).toEqual({ from: '2025-10-01', until: '2025-12-31' });
  expect(rangeOf('lastMonth', at(2028, 3, 31))).toEqual({ from: '2028-02-01', until: '2028-02-29' });
  expect(rangeOf('week', at(2026, 1, 2))).toEqual({ from: '2025-12-27', until: '' });
});

test('recognizes each preset by its days, and nothing else', () => {
  const now = at(2026, 11, 29);
  for (const preset of DATE_PRESETS) {
    const { from, until } = rangeOf(preset, now);
    expect(presetOf(from, until, now)).toBe(preset);
  }
  expect(presetOf('2026-11-02', '', now)).toBeUndefined();
  expect(presetOf('', '', now)).toBeUndefined();
});
