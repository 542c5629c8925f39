import { describe, expect, test } from 'vitest';
import { anchorOf, firstPeriodEnd, periodEnd, type Plan } from './calendar.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Zones with half hours, with a change of clocks by half an hour, with a change at midnight, and beyond the date line. */
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Santiago', 'Pacific/Kiritimati'];

const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
  ]),
);
const partsIn = (instant: Date, timeZone: string) => {
  const format = formats.get(timeZone)!;
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  return { year: parts['year']!, month: parts['month']!, day: parts['day']!, minutes: parts['hour']! * 60 + parts['minute']! };
};
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The ends of a subscription's periods, each computed from the one before as renewals do. */
const endsOf = (anchor: Date, plan: Plan, timeZone: string, count: number): Date[] => {
  const ends: Date[] = [];
  for (let start = anchor; ends.length < count; start = ends.at(-1)!) ends.push(periodEnd({ anchor, start, plan, timeZone }));
  return ends;
};
const datesOf = (ends: readonly Date[]): string[] => ends.map((end) => end.toISOString().slice(0, 10));

describe('periods', () => {
  test('that begin on the 31st end on the last day of shorter months and on the 31st again', () => {
    const ends = endsOf(new Date('2026-01-31T12:00:00Z'), 'monthly', 'UTC', 5);
    expect(datesOf(ends)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']);
  });

  test('that begin on 29 February end a year later on the 28th, and on the 29th in a leap year', () => {
    const ends = endsOf(new Date('2028-02-29T08:30:00Z'), 'yearly', 'UTC', 4);
    expect(datesOf(ends)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
  });

  test('end on the local day, which isn’t the day of UTC', () => {
    const evening = new Date('2026-02-01T03:00:00Z');
    expect(firstPeriodEnd(evening, 'monthly', 'America/New_York').toISOString()).toBe('2026-03-01T03:00:00.000Z');
    expect(firstPeriodEnd(evening, 'monthly', 'UTC').toISOString()).toBe('2026-03-01T03:00:00.000Z');
    const [first, second] = endsOf(evening, 'monthly', 'America/New_York', 2);
    // 28 February and 31 March at 22:00, the latter by summer time.
    expect([first!.toISOString(), second!.toISOString()]).toEqual(['2026-03-01T03:00:00.000Z', '2026-04-01T02:00:00.000Z']);
  });

  test('that would end in a skipped hour end after it, and the next one at the usual time', () => {
    const ends = endsOf(new Date('2026-02-08T07:30:00Z'), 'monthly', 'America/New_York', 2);
    expect(ends.map((end) => end.toISOString())).toEqual(['2026-03-08T07:30:00.000Z', '2026-04-08T06:30:00.000Z']);
  });

  test.each(ZONES)('in %s keep the day and the time of their anchor over two years', (timeZone) => {
    for (let hour = 0; hour < 24 * 731; hour += 263) {
      const anchor = new Date(Date.UTC(2026, 0, 1) + hour * HOUR_MS);
      const first = partsIn(anchor, timeZone);
      for (const plan of ['monthly', 'yearly', 'free'] as const) {
        const ends = endsOf(anchor, plan, timeZone, plan === 'yearly' ? 2 : 24);
        ends.forEach((end, index) => {
          const months = first.month - 1 + (index + 1) * (plan === 'yearly' ? 12 : 1);
          const [year, month] = [first.year + Math.floor(months / 12), (months % 12) + 1];
          const { minutes, ...date } = partsIn(end, timeZone);
          expect([anchor, plan, date]).toEqual([anchor, plan, { year, month, day: Math.min(first.day, lastDay(year, month)) }]);
          // Only in an hour that the clocks skip.
          expect([0, 30, 60]).toContain(minutes - first.minutes);
        });
      }
    }
  });

  test('keep their anchor when the site’s time zone changes, and take their start where it isn’t on the anchor’s day', () => {
    const anchor = new Date('2026-01-31T23:30:00Z');
    const start = new Date('2026-02-28T23:30:00Z');
    for (const timeZone of ZONES) expect([timeZone, anchorOf({ anchor, start, timeZone })]).toEqual([timeZone, anchor]);
    const told = new Date('2026-02-14T09:00:00Z');
    expect(anchorOf({ anchor, start: told, timeZone: 'UTC' })).toEqual(told);
    expect(periodEnd({ anchor, start: told, plan: 'monthly', timeZone: 'UTC' })).toEqual(new Date('2026-03-14T09:00:00Z'));
  });

  test('are between 28 and 31 days long after a change of the site’s time zone', () => {
    for (const from of ZONES)
      for (const to of ZONES)
        for (let day = 0; day < 400; day += 1) {
          const anchor = new Date(Date.UTC(2027, 0, 1, 23, 45) + day * DAY_MS);
          const start = firstPeriodEnd(anchor, 'monthly', from);
          const days = (periodEnd({ anchor, start, plan: 'monthly', timeZone: to }).getTime() - start.getTime()) / DAY_MS;
          expect(days > 26.8 && days < 32.2, `${from} to ${to}, ${anchor.toISOString()}: ${days}`).toBe(true);
        }
  });
});
