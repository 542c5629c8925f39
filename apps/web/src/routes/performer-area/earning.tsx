import { useRef } from 'react';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { EarningChart } from '../../features/performer-area/earnings/EarningChart.tsx';
import { Balances, LINES_ID, Sources } from '../../features/performer-area/earnings/EarningFigures.tsx';
import { EarningLines } from '../../features/performer-area/earnings/EarningLines.tsx';
import styles from '../../features/performer-area/earnings/earnings.module.css';
import { PERIOD_NAMES, useEarningPeriod } from '../../features/performer-area/earnings/use-earning-period.ts';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Segments } from '../../ui/Segments.tsx';
import { TilesSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Earnings of a period: balances, chart, and every line. */
const Earning = () => {
  const t = useText();
  const { change } = useListSearch();
  const lines = useRef<HTMLDivElement>(null);
  const { period, choose, query } = useEarningPeriod();
  const earned = useData('GET /earning/stats', { query });
  const { data: stats, refetch } = earned;
  useRealtimeEvent('RECEIVED_PAID_TOKEN_EVENT', () => void refetch());
  return (
    <Page width="wide">
      <PageTitle title={t('model.earnings')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('model.earnings')}</h1>
        <Segments
          label={t('model.period')}
          name="period"
          value={period}
          onChange={choose}
          options={PERIOD_NAMES.map((value) => ({ value, text: t(`model.${value}`) }))}
        />
      </header>
      <div className={styles.stack}>
        {stats ? (
          <>
            <Balances stats={stats} from={query.from} to={query.to}>
              <Link to="/model/payout-request" className={styles.payoutLink}>
                {t('payouts.request')}
              </Link>
            </Balances>
            <Card pad="lg">
              <EarningChart
                stats={stats}
                from={query.from}
                to={query.to}
                onPick={(from, to) => {
                  change({ from, to, offset: null });
                  lines.current?.scrollIntoView({ block: 'start' });
                }}
              />
            </Card>
            <Sources stats={stats} from={query.from} to={query.to} />
          </>
        ) : (
          <Pending of={earned}>
            <TilesSkeleton tiles={3} chart />
          </Pending>
        )}
        <div ref={lines} id={LINES_ID} className={styles.lines}>
          <Card pad="lg">
            <EarningLines query={query} />
          </Card>
        </div>
      </div>
    </Page>
  );
};

export default Earning;
