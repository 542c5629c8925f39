/** A day as a `date` field has it: `2026-11-29`. */
type Day = string;

export const DATE_PRESETS = ['today', 'week', 'month', 'lastMonth', 'quarter', 'lastQuarter'] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

/** The day of a date in its own time zone. */
const dayOf = (date: Date): Day =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The first and the last day of a range; the last one is empty while the range goes on. */
export const rangeOf = (preset: DatePreset, now: Date): { from: Day; until: Day | '' } => {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  const quarter = month - (month % 3);
  const day = (ofMonth: number, ofDay: number) => dayOf(new Date(year, ofMonth, ofDay));
  switch (preset) {
    case 'today':
      return { from: dayOf(now), until: dayOf(now) };
    case 'week':
      return { from: day(month, now.getDate() - 6), until: '' };
    case 'month':
      return { from: day(month, 1), until: '' };
    case 'lastMonth':
      return { from: day(month - 1, 1), until: day(month, 0) };
    case 'quarter':
      return { from: day(quarter, 1), until: '' };
    case 'lastQuarter':
      return { from: day(quarter - 3, 1), until: day(quarter, 0) };
  }
};

/** The preset with these days, if one has them. */
export const presetOf = (from: string, until: string, now: Date): DatePreset | undefined =>
  DATE_PRESETS.find((preset) => {
    const range = rangeOf(preset, now);
    return range.from === from && range.until === until;
  });
