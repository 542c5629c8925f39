/** Converts between an instant and the value of a `datetime-local` field. */
export const toLocal = (instant: string | null): string => {
  if (!instant) return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
export const fromLocal = (value: string): string | null => (value ? new Date(value).toISOString() : null);
