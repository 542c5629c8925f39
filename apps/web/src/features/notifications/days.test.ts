import type { Notification } from '@stagedoor/contract/notifications';
import { expect, test } from 'vitest';
import { byDay } from './days.ts';

const at = (date: Date): Notification => ({ updatedAt: date.toISOString() }) as Notification;

test('rows are grouped by the reader’s days, newest first, over the turn of a month', () => {
  const now = new Date(2026, 2, 1, 0, 30);
  const rows = [
    at(new Date(2026, 2, 1, 0, 10)),
    at(new Date(2026, 1, 28, 23, 50)),
    at(new Date(2026, 1, 28, 0, 5)),
    at(new Date(2026, 1, 27, 12)),
  ];
  expect(byDay(rows, now).map(({ is, rows: ofDay }) => [is, ofDay.length])).toEqual([
    ['today', 1],
    ['yesterday', 2],
    ['earlier', 1],
  ]);
  expect(byDay([], now)).toEqual([]);
});

test('a server’s clock that is ahead makes no day of its own', () => {
  const now = new Date(2026, 2, 1, 23, 59);
  expect(byDay([at(new Date(2026, 2, 2, 0, 1))], now)).toMatchObject([{ is: 'today' }]);
});
