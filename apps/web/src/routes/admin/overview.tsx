import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { SalesChart } from '../../features/admin/overview/SalesChart.tsx';
import styles from '../../ui/admin/list-and-pane.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, CardLine } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton, TilesSkeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const Tile = ({
  label,
  figure,
  tone,
  children,
  beam,
  to,
}: {
  label: string;
  figure: ReactNode;
  tone?: 'ok' | 'bad' | 'warn';
  children?: ReactNode;
  beam?: boolean;
  /** The list behind the figure, for those who may open it. */
  to?: string | undefined;
}) => {
  const tile = (
    <Card pad="lg" {...(beam ? { beam: 'cone' as const } : {})}>
      <div className={styles.tile}>
        <span className={classes(type.label, type.flexBetween)}>
          {label}
          {to ? <IconChevronRight size={18} stroke={1.75} aria-hidden="true" /> : null}
        </span>
        <span className={classes(type.num, styles.figure, tone && styles[tone])}>{figure}</span>
        {children ? <span className={classes(type.small, type.quiet)}>{children}</span> : null}
      </div>
    </Card>
  );
  return to ? (
    <Link to={to} className={styles.tileLink}>
      {tile}
    </Link>
  ) : (
    tile
  );
};

/** A queue: number of entries, the oldest, and a link. */
const Queue = ({
  label,
  queue,
  to,
  may,
  beam,
}: {
  label: string;
  queue: { waiting: number; oldestWaitingAt: string | null };
  to: string;
  may: boolean;
  beam?: boolean;
}) => {
  const t = useText();
  const format = useFormat();
  return (
    <Tile
      label={label}
      to={may ? to : undefined}
      figure={format.count(queue.waiting)}
      {...(beam ? { beam } : {})}
      {...(queue.waiting > 0 ? { tone: 'warn' as const } : {})}
    >
      {queue.oldestWaitingAt ? (
        <>
          {t('admin.oldest')}: <TimeAgo instant={queue.oldestWaitingAt} />
        </>
      ) : (
        t('admin.nothingWaits')
      )}
    </Tile>
  );
};

/** The owner's dashboard: queues, the last check of the ledger, sales. */
const Overview = () => {
  const t = useText();
  const format = useFormat();
  const overview = useData('GET /admin/overview', {}, { refetchInterval: 30_000 });
  const me = useCurrentUser();
  const may = (permission: (typeof me.permissions)[number]) => me.permissions.includes(permission);
  const verified = useData('GET /admin/ledger/verify', {}, { enabled: may('money') });
  const { data } = overview;
  const ledger = verified.data;
  return (
    <Page width="wide">
      <PageTitle title={t('admin.overview')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('admin.overview')}</h1>
        {may('applications') ? (
          <Button kind="gold" to="/admin/applications">
            {t('admin.review')}
          </Button>
        ) : null}
      </header>
      {data ? (
        <div className={styles.tiles}>
          <Queue label={t('admin.waiting')} queue={data.applications} to="/admin/applications" may={may('applications')} beam />
          <Queue
            label={t('admin.releases')}
            queue={data.participants}
            to="/admin/applications?queue=participants"
            may={may('applications')}
          />
          <Queue label={t('admin.notices')} queue={data.takedowns} to="/admin/takedowns" may={may('content')} />
          <Tile
            label={t('admin.ledger')}
            to={may('money') ? '/admin/ledger' : undefined}
            figure={t(data.ledger.balanced ? 'admin.balanced' : 'admin.notBalanced')}
            tone={data.ledger.balanced ? 'ok' : 'bad'}
          >
            {t('admin.transactions', { count: data.ledger.transactions, number: format.count(data.ledger.transactions) })} ·{' '}
            {t('admin.lastChecked')}: <TimeAgo instant={data.ledger.checkedAt} />
          </Tile>
          <Tile to="/live" label={t('admin.liveNow')} figure={format.count(data.live.shows)}>
            {t('admin.watching', { count: format.count(data.live.viewers) })}
          </Tile>
          <Tile to={may('money') ? '/admin/orders' : undefined} label={t('admin.turnover')} figure={format.money(data.turnover.sevenDays)}>
            {t('admin.commission', { money: format.money(data.turnover.commissionSevenDays) })}
          </Tile>
          <Tile
            to={may('users') ? '/admin/users' : undefined}
            label={t('admin.newAccounts')}
            figure={format.count(data.accounts.newInSevenDays)}
          >
            {t('admin.onlineNow', { count: format.count(data.accounts.onlineNow) })}
          </Tile>
          <Tile
            to={may('users') ? '/admin/performers' : undefined}
            label={t('admin.performers')}
            figure={format.count(data.accounts.performers)}
          >
            {t('admin.fans')}: {format.count(data.accounts.fans)}
          </Tile>
          <Tile to="/?tab=discover" label={t('admin.feeds')} figure={format.count(data.content.feeds)}>
            {t('admin.published')}
          </Tile>
          <Tile label={t('admin.failedJobs')} figure={format.count(data.failedJobs)} tone={data.failedJobs > 0 ? 'bad' : 'ok'}>
            {t('admin.suspendedAccounts', { count: data.accounts.suspended, number: format.count(data.accounts.suspended) })}
          </Tile>
        </div>
      ) : (
        <Pending of={overview}>
          <TilesSkeleton tiles={10} height={128} />
        </Pending>
      )}
      {data ? <SalesChart sales={data.sales} /> : null}
      {may('money') ? (
        <Card pad="lg">
          <CardHead title={t('admin.checks')}>
            {ledger ? (
              <span className={classes(type.small, type.quiet)}>
                {t('admin.lastChecked')}: <TimeAgo instant={ledger.checkedAt} />
              </span>
            ) : null}
          </CardHead>
          {ledger?.checks.map((check) => (
            <CardLine key={check.invariant}>
              <Chip tone={check.ok ? 'ok' : 'bad'}>{t(check.ok ? 'admin.holds' : 'admin.broken')}</Chip>
              <span className={type.small}>{t(`admin.check.${check.invariant}`)}</span>
              <span className={classes(type.tiny, type.faint, styles.checkDetail)}>
                {check.ok ? (check.count === null ? null : format.count(check.count)) : check.detail}
              </span>
            </CardLine>
          )) ?? (
            <Pending of={verified}>
              <RowsSkeleton rows={6} square size={24} />
            </Pending>
          )}
        </Card>
      ) : null}
    </Page>
  );
};

export default Overview;
