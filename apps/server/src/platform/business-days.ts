const isBusinessDay = (date: Date): boolean => date.getUTCDay() !== 0 && date.getUTCDay() !== 6;

const moved = (at: Date, days: number, step: 1 | -1): Date => {
  const date = new Date(at);
  for (let left = days; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + step);
    if (isBusinessDay(date)) left -= 1;
  }
  return date;
};

/** The instant some business days before another: Saturdays and Sundays don't count. */
export const businessDaysBefore = (at: Date, days: number): Date => moved(at, days, -1);

/** The instant some business days after another. */
export const businessDaysAfter = (at: Date, days: number): Date => moved(at, days, 1);
