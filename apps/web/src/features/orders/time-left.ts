const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Time until an instant in whole hours, in minutes for the last two hours; null once it is past. */
export const timeLeft = (instant: string, now: number): { unit: 'hours' | 'minutes'; count: number } | null => {
  const left = new Date(instant).getTime() - now;
  if (left <= 0) return null;
  return left >= 2 * HOUR_MS
    ? { unit: 'hours', count: Math.floor(left / HOUR_MS) }
    : { unit: 'minutes', count: Math.max(1, Math.floor(left / MINUTE_MS)) };
};
