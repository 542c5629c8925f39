/** Converts between an instant and the value of a `datetime-local` field. */
export const toLocal = (instant: string | null): string => {
  if (!instant) return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
export const fromLocal = (value: string): string | null => (value ? new Date(value).toISOString() : null);

/** The start of a day of a `date` field, or of the day after it, in the reader's time zone; undefined for anything else. */
export const startOfDay = (day: string | null, daysAfter = 0): string | undefined => {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysAfter);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};
