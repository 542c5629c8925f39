import { Temporal } from 'temporal-polyfill';

export type Plan = 'monthly' | 'yearly' | 'free';

export interface Period {
  /** The start of the first period, whose local date and time of day all later periods end at. */
  anchor: Date;
  /** The start of this period, which is the end of the one before. */
  start: Date;
  plan: Plan;
  /** IANA name. */
  timeZone: string;
}

const MONTHS: Record<Plan, number> = { monthly: 1, free: 1, yearly: 12 };
/** A change of the site's time zone moves the start of a period by up to 26 hours from the anchor's date. */
const MAX_SHIFT_MS = 2 * 86_400_000;

const zoned = (instant: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);

/** Adds months; where the target month is too short, its last day. A time of day that a change of clocks skips moves to after it. */
const plusMonths = (anchor: Temporal.ZonedDateTime, months: number): number =>
  anchor.add({ months }, { overflow: 'constrain' }).epochMilliseconds;

/**
 * Returns the anchor that a period counts from: its start where that isn't on a date of the anchor, because a gateway or an admin set it.
 */
export const anchorOf = ({ anchor, start, timeZone }: Omit<Period, 'plan'>): Date => {
  const [from, to] = [zoned(anchor, timeZone), zoned(start, timeZone)];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  return Math.abs(plusMonths(from, months) - start.getTime()) <= MAX_SHIFT_MS ? anchor : start;
};

/**
 * Returns the end of a period: the anchor's day in a later month or year, at the same local time. A month that is too short ends it on its last
 * day, and the next period is on the anchor's day again: 31 January, 28 February, 31 March.
 */
export const periodEnd = ({ anchor, start, plan, timeZone }: Period): Date => {
  const from = zoned(anchorOf({ anchor, start, timeZone }), timeZone);
  const to = zoned(start, timeZone);
  const months = (to.year - from.year) * 12 + to.month - from.month + MONTHS[plan];
  return new Date(plusMonths(from, months));
};

/** Returns the end of a first period that starts now. */
export const firstPeriodEnd = (start: Date, plan: Plan, timeZone: string): Date => periodEnd({ anchor: start, start, plan, timeZone });
