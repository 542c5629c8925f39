import type { Contract, ResponseOf } from '@stagedoor/contract';
import { useCurrentUser } from '../../../app/session.tsx';
import { BackupsTile } from './BackupsTile.tsx';
import { DiskTile } from './DiskTile.tsx';
import { Tile, QueueTile } from './Tile.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { useFormat } from '../../../ui/format.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';

/** Queues and figures of the site; each opens its list for those who may open it. */
export const OverviewTiles = ({ overview: data }: { overview: ResponseOf<Contract['GET /admin/overview']> }) => {
  const t = useText();
  const format = useFormat();
  const me = useCurrentUser();
  const may = (permission: (typeof me.permissions)[number]) => me.permissions.includes(permission);
  return (
    <div className={styles.tiles}>
      <DiskTile disk={data.disk} />
      <QueueTile label={t('admin.applications')} queue={data.applications} to="/admin/applications" may={may('applications')} beam />
      <QueueTile
        label={t('admin.releases')}
        queue={data.participants}
        to="/admin/applications?queue=participants"
        may={may('applications')}
      />
      <QueueTile label={t('admin.notices')} queue={data.takedowns} to="/admin/takedowns" may={may('content')} />
      <QueueTile label={t('shell.reports')} queue={data.reports} to="/admin/reports" may={may('content')} />
      <QueueTile label={t('shell.appeals')} queue={data.appeals} to="/admin/appeals" may={may('content')} />
      <Tile
        label={t('admin.clock.next')}
        to={may('content') ? '/admin/reports' : undefined}
        figure={data.decisions.nextDueAt ? format.date(data.decisions.nextDueAt, 'dayTime') : '–'}
        tone={data.decisions.late > 0 ? 'bad' : 'ok'}
      >
        {data.decisions.late > 0
          ? t('admin.clock.lateCount', { count: data.decisions.late })
          : t(data.decisions.nextDueAt ? 'admin.clock.nothingLate' : 'admin.clock.none')}
      </Tile>
      <Tile
        label={t('admin.ledger')}
        to={may('money') ? '/admin/ledger' : undefined}
        figure={t(data.ledger.balanced ? 'admin.balanced' : 'admin.notBalanced')}
        tone={data.ledger.balanced ? 'ok' : 'bad'}
      >
        {t('admin.transactions', { count: data.ledger.transactions, number: format.count(data.ledger.transactions) })} ·{' '}
        {t('admin.lastChecked')}: <TimeAgo instant={data.ledger.checkedAt} />
      </Tile>
      <BackupsTile backups={data.backups} to={may('settings') ? '/admin/settings?group=backups' : undefined} />
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
        {t('admin.fans')}: {format.count(data.accounts.fans)} · {t('admin.feeds')}: {format.count(data.content.feeds)}
      </Tile>
      <Tile label={t('admin.failedJobs')} figure={format.count(data.failedJobs)} tone={data.failedJobs > 0 ? 'bad' : 'ok'}>
        {t('admin.suspendedAccounts', { count: data.accounts.suspended, number: format.count(data.accounts.suspended) })}
      </Tile>
    </div>
  );
};
