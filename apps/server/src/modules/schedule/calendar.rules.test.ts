import { expect, test } from 'vitest';
import { calendarOf } from './calendar.rules.ts';

test('a show is one event, escaped and folded', () => {
  const text = calendarOf({
    id: '0190',
    title: `Bach, by request; “${'suite '.repeat(20)}”\\ end`,
    performer: 'Inés',
    startsAt: new Date('2026-11-25T20:00:00Z'),
    changedAt: new Date('2026-11-24T08:00:00Z'),
    url: 'https://stage.example/live/ines',
    host: 'stage.example',
  });
  const lines = text.split('\r\n');
  expect(lines).toContain('DTSTART:20261125T200000Z');
  expect(lines).toContain('DTEND:20261125T210000Z');
  expect(lines).toContain('UID:0190@stage.example');
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain('SUMMARY:Inés: Bach\\, by request\\; “suite');
  expect(text.replaceAll('\r\n ', '')).toContain('”\\\\ end');
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
});
