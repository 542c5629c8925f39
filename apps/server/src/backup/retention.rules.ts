import { Temporal } from 'temporal-polyfill';

/** How many backups are kept: the newest of each of so many days, weeks and months. */
export interface Kept {
  days: number;
  weeks: number;
  months: number;
}

interface Dated {
  name: string;
  startedAt: string;
}

/** A mistake of yesterday can be undone, however many backups were made since. */
const RECENT_MS = 48 * 3_600_000;

/**
 * The names of the backups that are kept: those of the two days before the newest too, with it, always.
 * @param timeZone whose days, weeks and months count; an IANA name
 */
export const keptBackups = (backups: readonly Dated[], { days, weeks, months }: Kept, timeZone: string): Set<string> => {
  const newestFirst = backups.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
  const recent = Date.parse(newestFirst[0]?.startedAt ?? '') - RECENT_MS;
  const kept = new Set(newestFirst.filter(({ startedAt }) => Date.parse(startedAt) > recent).map(({ name }) => name));
  const keep = (count: number, periodOf: (date: Temporal.PlainDate) => string): void => {
    const periods = new Set<string>();
    for (const { name, startedAt } of newestFirst) {
      const period = periodOf(Temporal.Instant.from(startedAt).toZonedDateTimeISO(timeZone).toPlainDate());
      if (periods.has(period)) continue;
      if (periods.size >= count) return;
      periods.add(period);
      kept.add(name);
    }
  };
  keep(days, (date) => date.toString());
  keep(weeks, (date) => `${date.yearOfWeek}-${date.weekOfYear}`);
  keep(months, (date) => `${date.year}-${date.month}`);
  return kept;
};

/** The instant at which the last backup was due: the last time that the clock of the site showed the full hour. */
export const lastDueAt = (now: Date, hour: number, timeZone: string): Date => {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const today = local.with({ hour, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
  const due = Temporal.ZonedDateTime.compare(today, local) <= 0 ? today : today.subtract({ days: 1 });
  return new Date(due.epochMilliseconds);
};
