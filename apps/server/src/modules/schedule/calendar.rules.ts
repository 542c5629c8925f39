import { isolated } from '@stagedoor/contract/visible-text.values';

/** A text value of iCalendar (RFC 5545, 3.3.11). */
const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll(/\r?\n/g, '\\n');

/** `20261125T200000Z` */
const stamp = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** Lines are at most 75 octets; a longer one goes on in the next, which begins with a space. */
const folded = (line: string): string => {
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (size + octets > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = '';
      size = 0;
    }
    part += character;
    size += octets;
  }
  return [...parts, part].join('\r\n ');
};

/** One hour is noted: how long a show takes isn't known before. */
const LENGTH_MS = 3_600_000;

/** A planned show as a calendar with one event. */
export const calendarOf = (show: {
  id: string;
  title: string;
  performer: string;
  startsAt: Date;
  changedAt: Date;
  url: string;
  host: string;
}): string =>
  `${[
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(show.host)}//Shows//EN`,
    'BEGIN:VEVENT',
    `UID:${show.id}@${show.host}`,
    `DTSTAMP:${stamp(show.changedAt)}`,
    `DTSTART:${stamp(show.startsAt)}`,
    `DTEND:${stamp(new Date(show.startsAt.getTime() + LENGTH_MS))}`,
    `SUMMARY:${escaped(`${isolated(show.performer)}: ${isolated(show.title)}`)}`,
    `URL:${show.url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(show.title)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('\r\n')}\r\n`;
