import { expect, test } from 'vitest';
import { isTimeZone, timeZones } from './time-zones.values.ts';

test('accepts names of the IANA database and nothing else', () => {
  for (const zone of timeZones()) expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
  expect(timeZones()[0]).toBe('UTC');
  for (const other of [
    '',
    'utc ',
    '+05:30',
    '-03',
    'EST5EDT;drop',
    'Europe/Nowhere',
    'Madrid',
    'Europe/Madrid ',
    '../etc',
    'Local',
    'europe/madrid',
  ])
    expect([other, isTimeZone(other)]).toEqual([other, false]);
});
