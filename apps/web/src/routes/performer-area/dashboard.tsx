import type { EarningLine } from '@stagedoor/contract/earnings';
import type { ServerEvents } from '@stagedoor/contract/realtime';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { useSiteTime } from '../../app/site-time.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { EarningChart } from '../../features/performer-area/earnings/EarningChart.tsx';
import { Balances, linesPath, TopFans, TopItems } from '../../features/performer-area/earnings/EarningFigures.tsx';
import styles from '../../features/performer-area/earnings/earnings.module.css';
import { Checklist } from '../../features/performer-area/account/Checklist.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, CardLine } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton, TilesSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import type from '../../ui/type.module.css';

type PaidEvent = ServerEvents['RECEIVED_PAID_TOKEN_EVENT'];
const SHOWN = 6;
const DAY_MS = 86_400_000;
const DAYS = 30;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The performer's dashboard: money, outstanding steps, and live payments. */
const Dashboard = () => {
  const t = useText();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const today = useSiteTime();
  const query = { from: dayOf(today - (DAYS - 1) * DAY_MS), to: dayOf(today) };
  const earned = useData('GET /earning/stats', { query });
  const { data: stats, refetch } = earned;
  const latest = useData('GET /earning/search', { query: { limit: SHOWN } });
  const recent = latest.data;
  const [events, setEvents] = useState<readonly PaidEvent[]>([]);
  useRealtimeEvent('RECEIVED_PAID_TOKEN_EVENT', (event) => {
    setEvents((known) => (known.some((other) => other.transactionId === event.transactionId) ? known : [event, ...known].slice(0, SHOWN)));
    void refetch();
  });
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
          <Card pad="lg">
            <CardHead title={t('model.live')} />
            {events.length === 0 && recent?.total === 0 ? <p className={classes(type.small, type.faint)}>{t('model.liveEmpty')}</p> : null}
            <div aria-live="polite">
              {events.map((event) => (
                <PaidLine key={event.transactionId} event={event} />
              ))}
            </div>
            {events.length > 0 ? null : recent ? (
              recent.data.map((line) => <RecentLine key={line._id} line={line} />)
            ) : (
              <Pending of={latest}>
                <RowsSkeleton rows={4} size={36} />
              </Pending>
            )}
          </Card>
          {stats ? <TopFans stats={stats} /> : null}
          {stats ? <TopItems stats={stats} /> : null}
        </div>
      </div>
    </Page>
  );
};

const PaidLine = ({ event }: { event: PaidEvent }) => {
  const t = useText();
  const format = useFormat();
  const name = event.fan?.name ?? '';
  const text =
    event.kind === 'tip'
      ? t('model.tipped', { name })
      : event.kind === 'subscription'
        ? t('model.subscribed', { name })
        : event.gift
          ? t(event.gift.quantity > 1 ? 'gifts.gaveYouMany' : 'gifts.gaveYou', {
              name,
              gift: event.gift.symbol ?? event.gift.name,
              count: event.gift.quantity,
            })
          : t('model.bought', { name, title: event.item?.title || t('model.untitled') });
  return (
    <CardLine className={event.kind === 'tip' || event.gift ? styles.gold : undefined}>
      <Avatar src={event.fan?.avatar} size={36} />
      <span className={styles.words}>
        <span className={classes(type.small, type.strong)}>{text}</span>
        {event.message ? <span className={classes(type.small, type.quiet)}>{event.message}</span> : null}
        <span className={classes(type.tiny, type.faint)}>
          <TimeAgo instant={event.createdAt} />
        </span>
      </span>
      {event.tokens === null ? <span className={type.num}>{format.money(event.net)}</span> : <Amount tokens={event.tokens} />}
    </CardLine>
  );
};

/** A payment from before this page was opened. */
const RecentLine = ({ line }: { line: EarningLine }) => {
  const t = useText();
  const format = useFormat();
  return (
    <CardLine>
      <Avatar src={line.fan?.avatar} size={36} />
      <span className={styles.words}>
        <span className={classes(type.small, type.strong, type.clip)}>{line.fan?.name ?? t(`movement.${line.kind}`)}</span>
        {line.message ? <span className={classes(type.small, type.quiet)}>{line.message}</span> : null}
        <span className={classes(styles.of, type.tiny, type.faint)}>
          <span className={type.clip}>{line.item?.title || t(`movement.${line.kind}`)}</span>
          <span>
            · <TimeAgo instant={line.createdAt} />
          </span>
        </span>
      </span>
      <span className={type.num}>{format.money(line.net)}</span>
    </CardLine>
  );
};

export default Dashboard;
