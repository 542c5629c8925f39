const DATE = /^(\d{4})-?(\d{2})-?(\d{2})/;
const TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const midnightOf = (text: string): number | null => {
  const [, year, month, day] = DATE.exec(text.trim()) ?? [];
  const iso = `${year}-${month}-${day}`;
  const at = Date.parse(`${iso}T00:00:00Z`);
  // A day that doesn't exist, such as 31 February, would move to another.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? null : at;
};

/**
 * Returns the last second of a day that a company names without a time zone, in the zone where that day ends last among those the company may mean. The
 * company charges, or ends access, at some time of that day: an earlier instant would end access that is paid.
 * @param latest hours that this zone is ahead of UTC
 */
export const endOfDay = (text: string | undefined, latest: number): Date | null => {
  const midnight = text === undefined ? null : midnightOf(text);
  return midnight === null ? null : new Date(midnight + DAY_MS - latest * HOUR_MS - 1000);
};

/** Reads `YYYY-MM-DD HH:MM:SS` as a time of the given zone. */
export const instantOf = (text: string | undefined, zone: number): Date | null => {
  const [, day = '', time = ''] = TIME.exec(text?.trim() ?? '') ?? [];
  const at = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(at) ? null : new Date(at - zone * HOUR_MS);
};
