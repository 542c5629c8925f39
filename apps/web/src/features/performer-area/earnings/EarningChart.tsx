import { type Bar, BarChart } from '../../../ui/BarChart.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import type { EarningStats } from './EarningFigures.tsx';
import styles from './earnings.module.css';

/** Change from the previous period, in whole per cent; null without a previous one. */
const growth = (now: number, before: number): number | null => (before > 0 ? Math.round(((now - before) / before) * 100) : null);

/** From this number of days each bar is a week, so the bars stay distinguishable. */
const MAX_DAYS = 92;
const WEEK = 7;

/** Groups days into weeks that end today. */
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

/** Net earnings by day and source, with the total of the period and its change from the previous one. */
export const EarningChart = ({
  stats,
  from,
  to,
  onPick,
}: {
  stats: EarningStats;
  from: string;
  to: string;
  /** Opens the lines of these days. */
  onPick?: (from: string, to: string) => void;
}) => {
  const t = useText();
  const format = useFormat();
  const change = growth(stats.total.net, stats.before);
  const days = stats.byDay.map((day) => ({ day: day.day, values: [day.tips + day.live, day.subscriptions, day.content + day.other] }));
  const date = (day: string) => format.date(`${day}T12:00:00Z`, 'day', 'UTC');
  return (
    <BarChart
      label={t('model.chart')}
      series={[t('model.source.tips'), t('model.source.subscriptions'), t('model.source.content')]}
      {...(onPick ? { onPick: ({ day, until }: Bar) => onPick(day, until ?? day) } : {})}
      bars={days.length > MAX_DAYS ? weeksOf(days) : days}
      head={
        <div className={styles.chartHead}>
          <h2 className={type.heading}>{`${date(from)} – ${date(to)}`}</h2>
          <span className={classes(type.num, type.s26)}>{format.money(stats.total.net)}</span>
          {change === null ? null : (
            <Chip tone={change >= 0 ? 'ok' : 'plain'}>
              {t(change >= 0 ? 'model.more' : 'model.less', { percent: format.percent(Math.abs(change)) })}
            </Chip>
          )}
        </div>
      }
    />
  );
};
