import { type Bar, BarChart } from '../../ui/BarChart.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { EarningStats } from './EarningFigures.tsx';
import styles from './earnings.module.css';

/** By how much a period beat the one before, in whole per cent; null without a before. */
const growth = (now: number, before: number): number | null => (before > 0 ? Math.round(((now - before) / before) * 100) : null);

/** From here on a bar is a week: as many as can still be told apart. */
const MOST_DAYS = 92;
const WEEK = 7;

/** Weeks that end today, from days. */
const weeksOf = (days: readonly Bar[]): Bar[] => {
  const weeks: Bar[] = [];
  for (let end = days.length; end > 0; end -= WEEK) {
    const week = days.slice(Math.max(0, end - WEEK), end);
    const first = week[0]!;
    weeks.unshift({
      day: first.day,
      until: week.at(-1)!.day,
      values: first.values.map((_, part) => Math.round(week.reduce((sum, day) => sum + (day.values[part] ?? 0), 0) * 100) / 100),
    });
  }
  return weeks;
};

/** Net earnings by day and source, with the sum of the period and how it compares with the one before. */
export const EarningChart = ({ stats, from, to }: { stats: EarningStats; from: string; to: string }) => {
  const say = useText();
  const format = useFormat();
  const change = growth(stats.total.net, stats.before);
  const days = stats.byDay.map((day) => ({ day: day.day, values: [day.tips + day.live, day.subscriptions, day.content + day.other] }));
  const date = (day: string) => format.date(`${day}T12:00:00Z`, 'day', 'UTC');
  return (
    <BarChart
      label={say('model.chart')}
      series={[say('model.source.tips'), say('model.source.subscriptions'), say('model.source.content')]}
      bars={days.length > MOST_DAYS ? weeksOf(days) : days}
      head={
        <div className={styles.chartHead}>
          <h2 className={type.heading}>{`${date(from)} – ${date(to)}`}</h2>
          <span className={classes(type.num, type.s26)}>{format.money(stats.total.net)}</span>
          {change === null ? null : (
            <Chip tone={change >= 0 ? 'ok' : 'plain'}>
              {say(change >= 0 ? 'model.more' : 'model.less', { percent: format.percent(Math.abs(change)) })}
            </Chip>
          )}
        </div>
      }
    />
  );
};
