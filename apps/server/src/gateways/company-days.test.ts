import { expect, test } from 'vitest';
import { endOfDay, instantOf } from './company-days.ts';

test('a day ends with its last second in the zone where it ends last', () => {
  expect(endOfDay('2030-01-31', 0)?.toISOString()).toBe('2030-01-31T23:59:59.000Z');
  expect(endOfDay('2030-01-31', -7)?.toISOString()).toBe('2030-02-01T06:59:59.000Z');
  expect(endOfDay('20300131', 0)?.toISOString()).toBe('2030-01-31T23:59:59.000Z');
  expect(endOfDay('2030-01-31 10:00:00', 0)?.toISOString()).toBe('2030-01-31T23:59:59.000Z');
});

test.each([undefined, '', '31/01/2030', '2030-02-31', '0000-00-00', 'soon'])('%s is no day', (text) => {
  expect(endOfDay(text, 0)).toBeNull();
});

test('a time without a zone is read in the company’s', () => {
  expect(instantOf('2030-01-01 10:00:00', -7)?.toISOString()).toBe('2030-01-01T17:00:00.000Z');
  expect([instantOf(undefined, 0), instantOf('2030-01-01', 0), instantOf('2030-01-01 25:00:00', 0)]).toEqual([null, null, null]);
});
