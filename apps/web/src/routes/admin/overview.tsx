import type { ReactNode } from 'react';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import styles from '../../features/admin/admin.module.css';
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
}: {
  label: string;
  figure: ReactNode;
  tone?: 'ok' | 'bad' | 'warn';
  children?: ReactNode;
  beam?: boolean;
}) => (
  <Card pad="lg" {...(beam ? { beam: 'cone' as const } : {})}>
    <div className={styles.tile}>
      <span className={type.label}>{label}</span>
      <span className={classes(type.num, styles.figure, tone && styles[tone])}>{figure}</span>
      {children ? <span className={classes(type.small, type.quiet)}>{children}</span> : null}
    </div>
  </Card>
);

/** What the owner sees first: who waits, whether the books balance, what was sold. */
const Overview = () => {
  const say = useText();
  const format = useFormat();
  const overview = useData('GET /admin/overview', {}, { refetchInterval: 30_000 });
  const verified = useData('GET /admin/ledger/verify', {});
  const { data } = overview;
  const ledger = verified.data;
  return (
    <Page width="wide">
      <PageTitle title={say('admin.overview')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{say('admin.overview')}</h1>
        <Button kind="gold" to="/admin/applications">
          {say('admin.review')}
        </Button>
      </header>
      {data ? (
        <div className={styles.tiles}>
          <Tile
            label={say('admin.waiting')}
            figure={format.count(data.applications.waiting)}
            beam
            {...(data.applications.waiting > 0 ? { tone: 'warn' as const } : {})}
          >
            {data.applications.oldestWaitingAt ? (
              <>
                {say('admin.oldest')}: <TimeAgo instant={data.applications.oldestWaitingAt} />
              </>
            ) : (
              say('admin.emptyWaiting')
            )}
          </Tile>
          <Tile
            label={say('admin.ledger')}
            figure={say(data.ledger.balanced ? 'admin.balanced' : 'admin.notBalanced')}
            tone={data.ledger.balanced ? 'ok' : 'bad'}
          >
            {say('admin.transactions', { count: format.count(data.ledger.transactions) })}
          </Tile>
          <Tile label={say('admin.turnover')} figure={format.money(data.turnover.sevenDays)}>
            {say('admin.commission', { money: format.money(data.turnover.commissionSevenDays) })}
          </Tile>
          <Tile label={say('admin.performers')} figure={format.count(data.accounts.performers)}>
            {say('admin.fans')}: {format.count(data.accounts.fans)}
          </Tile>
          <Tile label={say('admin.feeds')} figure={format.count(data.content.feeds)} />
        </div>
      ) : (
        <Pending of={overview}>
          <TilesSkeleton tiles={5} height={128} />
        </Pending>
      )}
      <Card pad="lg">
        <CardHead title={say('admin.checks')} />
        {ledger?.checks.map((check) => (
          <CardLine key={check.invariant}>
            <Chip tone={check.ok ? 'ok' : 'bad'}>{say(check.ok ? 'admin.holds' : 'admin.broken')}</Chip>
            <span className={type.small}>{say(`admin.check.${check.invariant}`)}</span>
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
    </Page>
  );
};

export default Overview;
