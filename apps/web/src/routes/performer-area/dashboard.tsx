import { Link, useNavigate } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { useSiteTime } from '../../app/site-time.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { lastDays } from '../../features/performer-area/earnings/use-earning-period.ts';
import { EarningChart } from '../../features/performer-area/earnings/EarningChart.tsx';
import { Balances, linesPath, TopFans, TopItems } from '../../features/performer-area/earnings/EarningFigures.tsx';
import styles from '../../features/performer-area/earnings/earnings.module.css';
import { LatestPayments } from '../../features/performer-area/earnings/LatestPayments.tsx';
import { Checklist } from '../../features/performer-area/account/Checklist.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { TilesSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const DAYS = 30;

/** The performer's dashboard: money, outstanding steps, and live payments. */
const Dashboard = () => {
  const t = useText();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const today = useSiteTime();
  const query = lastDays(today, DAYS);
  const earned = useData('GET /earning/stats', { query });
  const { data: stats, refetch } = earned;
  useRealtimeEvent('RECEIVED_PAID_TOKEN_EVENT', () => void refetch());
  return (
    <Page width="wide">
      <PageTitle title={t('model.dashboard')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('model.hello', { name: user.name.split(' ')[0] ?? user.name })}</h1>
        <Button className={styles.newPost} kind="gold" to="/model/feeds/new">
          {t('model.newPost')}
        </Button>
      </header>
      <div className={styles.stack}>
        {stats ? (
          <Balances stats={stats} from={query.from} to={query.to}>
            <Link className={type.link} to="/model/earning">
              {t('model.seeLines')}
            </Link>
          </Balances>
        ) : (
          <Pending of={earned}>
            <TilesSkeleton tiles={3} chart />
          </Pending>
        )}
        <Checklist />
        {stats ? (
          <Card pad="lg">
            <EarningChart stats={stats} from={query.from} to={query.to} onPick={(from, to) => void navigate(linesPath({ from, to }))} />
          </Card>
        ) : null}
        <div className={styles.three}>
          <LatestPayments />
          {stats ? <TopFans stats={stats} /> : null}
          {stats ? <TopItems stats={stats} /> : null}
        </div>
      </div>
    </Page>
  );
};

export default Dashboard;
