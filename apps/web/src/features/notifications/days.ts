import type { Notification } from '@stagedoor/contract/notifications';

/** A calendar day of the reader's time zone, as a number that sorts. */
const dayOf = (date: Date): number => date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();

export interface Day {
  /** The instant of its first row. */
  instant: string;
  is: 'today' | 'yesterday' | 'earlier';
  rows: Notification[];
}

/** Rows by the day on which they last changed, in their order. */
export const byDay = (rows: readonly Notification[], now: Date): Day[] => {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const days = Map.groupBy(rows, ({ updatedAt }) => dayOf(new Date(updatedAt)));
  return [...days].map(([day, ofDay]) => ({
    instant: ofDay[0]!.updatedAt,
    is: day >= dayOf(now) ? 'today' : day === dayOf(yesterday) ? 'yesterday' : 'earlier',
    rows: ofDay,
  }));
};
