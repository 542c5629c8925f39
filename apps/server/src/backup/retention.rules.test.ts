import { expect, test } from 'vitest';
import { keptBackups, lastDueAt } from './retention.rules.ts';

const daily = (count: number, last = '2026-11-30T03:00:00.000Z') =>
  Array.from({ length: count }, (_, index) => {
    const startedAt = new Date(Date.parse(last) - index * 86_400_000).toISOString();
    return { name: startedAt.slice(0, 10), startedAt };
  });

test('the newest of seven days, four weeks and six months are kept', () => {
  const kept = [...keptBackups(daily(400), { days: 7, weeks: 4, months: 6 }, 'UTC')].sort().toReversed();
  expect(kept).toEqual([
    '2026-11-30',
    '2026-11-29',
    '2026-11-28',
    '2026-11-27',
    '2026-11-26',
    '2026-11-25',
    '2026-11-24',
    // The Sundays of the weeks before, and the last days of the months.
    '2026-11-22',
    '2026-11-15',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
  ]);
});

test('gaps count for nothing, several of one day count once, and two days stay when nothing is to be kept', () => {
  const backups = [
    { name: 'z', startedAt: '2026-11-30T03:00:00.000Z' },
    { name: 'y', startedAt: '2026-11-28T04:00:00.000Z' },
    { name: 'a', startedAt: '2026-11-20T03:00:00.000Z' },
    { name: 'b', startedAt: '2026-11-20T02:00:00.000Z' },
    { name: 'c', startedAt: '2026-11-01T03:00:00.000Z' },
    { name: 'd', startedAt: '2026-10-01T03:00:00.000Z' },
  ];
  expect([...keptBackups(backups, { days: 4, weeks: 0, months: 0 }, 'UTC')]).toEqual(['z', 'y', 'a', 'c']);
  expect([...keptBackups(backups, { days: 0, weeks: 0, months: 0 }, 'UTC')]).toEqual(['z', 'y']);
  // In Los Angeles the second is of the day before.
  const night = [backups[2]!, { name: 'e', startedAt: '2026-11-20T10:00:00.000Z' }];
  const zones = ['UTC', 'America/Los_Angeles'].map((zone) => [
    ...keptBackups([...backups.slice(0, 2), ...night], { days: 4, weeks: 0, months: 0 }, zone),
  ]);
  expect(zones).toEqual([
    ['z', 'y', 'e'],
    ['z', 'y', 'e', 'a'],
  ]);
});

test('a backup is due when the site’s clock shows the hour', () => {
  const due = (now: string, hour: number, zone: string) => lastDueAt(new Date(now), hour, zone).toISOString();
  expect(due('2026-11-30T03:00:00Z', 3, 'UTC')).toBe('2026-11-30T03:00:00.000Z');
  expect(due('2026-11-30T02:59:59Z', 3, 'UTC')).toBe('2026-11-29T03:00:00.000Z');
  expect(due('2026-11-30T03:30:00Z', 3, 'Europe/Madrid')).toBe('2026-11-30T02:00:00.000Z');
  // The hour that a change of clocks skips is the one after it.
  expect(due('2026-03-29T09:00:00Z', 2, 'Europe/Madrid')).toBe('2026-03-29T01:00:00.000Z');
});
