const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `YYYY-MM-DD` in UTC, shifted by an offset in hours. */
export const printDate = (ms: number, offsetHours = 0): string => new Date(ms + offsetHours * HOUR_MS).toISOString().slice(0, 10);

/** `YYYY-MM-DD HH:MM:SS` in UTC, shifted by an offset in hours. */
export const printTimestamp = (ms: number, offsetHours = 0): string =>
  new Date(ms + offsetHours * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');

export interface Period {
  months: number;
  days: number;
}

/** Reads an ISO-8601 duration of whole years, months, weeks and days, such as `P1M`. */
export const readPeriod = (text: string | undefined): Period | undefined => {
  const match = /^P(?:(\d{1,3})Y)?(?:(\d{1,3})M)?(?:(\d{1,3})W)?(?:(\d{1,4})D)?$/.exec(text ?? '');
  if (!match) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const period = { months: years * 12 + months, days: weeks * 7 + days };
  return period.months + period.days > 0 ? period : undefined;
};

/** The shortest number of days that a period can last. */
export const leastDays = ({ months, days }: Period): number => months * 28 + days;

/** Adds a period. The last days of a month stay within the month: 31 January and one month is the last day of February. */
export const addPeriod = (ms: number, { months, days }: Period): number => {
  const date = new Date(ms);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysInMonth));
  return date.getTime() + days * DAY_MS;
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Prints a period in words, such as "1 month". */
export const printPeriod = ({ months, days }: Period): string =>
  [
    months >= 12 && months % 12 === 0 ? counted(months / 12, 'year') : months > 0 ? counted(months, 'month') : '',
    days > 0 ? counted(days, 'day') : '',
  ]
    .filter(Boolean)
    .join(' and ');

/** Prints a period after "every", such as "month" or "2 months". */
export const printInterval = (period: Period): string => printPeriod(period).replace(/^1 (\w+)$/, '$1');
