import { describe, expect, test } from 'vitest';
import { DATE_STYLES, type Span, fastDateFormat } from './fast-date-format.ts';

const DAYS = Array.from({ length: 800 }, (_, n) => new Date(Date.UTC(2024, 0, 1 + n, n % 24, (n * 7) % 60)));
const STYLES = ['day', 'dayYear', 'monthYear', 'time', 'dayTime'] as const;
const NAMES = [
  'Ana',
  'Inés',
  'Hilda',
  'hielo',
  'hiato',
  'Iona',
  'Yago',
  'Ybarra',
  'iglú',
  'Íñigo',
  'Zoë',
  'y',
  'Ion',
  'Hi',
  'Luna Vidal',
  '李',
];
const SPANS: readonly [Span, 'short' | 'long'][] = [
  ['minute', 'short'],
  ['hour', 'short'],
  ['day', 'short'],
  ['week', 'long'],
  ['month', 'long'],
  ['year', 'long'],
];

describe.each([
  ['en', 'en-GB'],
  ['es', 'es'],
])('in %s, as Intl writes it:', (locale, intlLocale) => {
  const plain = fastDateFormat(locale)!;

  test.each(STYLES)('a date as %s', (style) => {
    for (const timeZone of [undefined, 'UTC']) {
      const intl = new Intl.DateTimeFormat(intlLocale, { ...DATE_STYLES[style], ...(timeZone ? { timeZone } : {}) });
      expect(DAYS.map((date) => plain.date(date, style, timeZone === 'UTC'))).toEqual(DAYS.map((date) => intl.format(date)));
    }
  });

  test.each(SPANS)('how many of a %s ago', (span, style) => {
    const intl = new Intl.RelativeTimeFormat(locale, { style, numeric: 'auto' });
    const amounts = Array.from({ length: 60 }, (_, n) => n + 1);
    expect(amounts.map((amount) => plain.ago(amount, span))).toEqual(amounts.map((amount) => intl.format(-amount, span)));
    expect(plain.ago(0, span)).toBe(intl.format(0, 'second'));
  });

  test('lists', () => {
    const intl = new Intl.ListFormat(intlLocale, { type: 'conjunction' });
    const lists = [[], ...NAMES.flatMap((name) => [[name], ['Noor', name], ['Noor', 'Jun', name]])];
    expect(lists.map((words) => plain.list(words))).toEqual(lists.map((words) => intl.format(words)));
  });
});

test('other styles and languages are left to Intl', () => {
  expect(fastDateFormat('en')!.date(new Date(0), 'long', true)).toBeUndefined();
  expect(fastDateFormat('ar')).toBeUndefined();
});
