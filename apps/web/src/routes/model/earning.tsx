import { useState } from 'react';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { Balances, type EarningStats } from '../../features/earnings/EarningFigures.tsx';
import { EarningLines } from '../../features/earnings/EarningLines.tsx';
import styles from '../../features/earnings/earnings.module.css';
import { BarChart } from '../../ui/BarChart.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Segments } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const DAY_MS = 86_400_000;
const PERIODS = { days7: 7, days30: 30, year: 365 } as const;
type Period = keyof typeof PERIODS;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** By how much a period beat the one before, in whole per cent; null without a before. */
const growth = (now: number, before: number): number | null => (before > 0 ? Math.round(((now - before) / before) * 100) : null);

const Earning = () => {
  const say = useText();
  const [period, setPeriod] = useState<Period>('days30');
  const [today] = useState(() => Date.now());
  const query = { from: dayOf(today - (PERIODS[period] - 1) * DAY_MS), to: dayOf(today) };
  const { data: stats, refetch } = useData('GET /earning/stats', { query });
  useRealtimeEvent('RECEIVED_PAID_TOKEN_EVENT', () => void refetch());
  return (
    <Page width="wide">
      <PageTitle title={say('model.earnings')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{say('model.earnings')}</h1>
        <Segments
          label={say('model.period')}
          name="period"
          value={period}
          onChange={setPeriod}
          options={(Object.keys(PERIODS) as Period[]).map((value) => ({ value, text: say(`model.${value}`) }))}
        />
      </header>
      <div className={styles.stack}>
        {stats ? (
          <>
            <Balances stats={stats} />
            <Card pad="lg">
              <EarningChart stats={stats} from={query.from} to={query.to} />
            </Card>
          </>
        ) : (
          <RowsSkeleton rows={4} square />
        )}
        <Card pad="lg">
          <EarningLines query={query} />
        </Card>
      </div>
    </Page>
  );
};

const EarningChart = ({ stats, from, to }: { stats: EarningStats; from: string; to: string }) => {
  const say = useText();
  const format = useFormat();
  const change = growth(stats.total.net, stats.before);
  const date = (day: string) => format.date(`${day}T12:00:00Z`, 'day', 'UTC');
  return (
    <BarChart
      label={say('model.chart')}
      series={[say('model.source.tips'), say('model.source.subscriptions'), say('model.source.content')]}
      bars={stats.byDay.map((day) => ({ day: day.day, values: [day.tips + day.live, day.subscriptions, day.content + day.other] }))}
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

export default Earning;
