import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { Link } from 'react-router';
import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { useAmountText } from '../../../ui/Amount.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { AccountState } from './account-state.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { AccountActs } from './AccountActs.tsx';
import { AccountNotes } from './AccountNotes.tsx';
import { AccountTimeline } from './AccountTimeline.tsx';
import { AuditEntries } from '../audit/AuditEntries.tsx';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';

/** One account beside the list: its facts, its history, and the actions allowed. */
export const AccountPane = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const t = useText();
  const query = useData('GET /admin/users/{id}', { params: { id } });
  const account = query.data;
  return (
    <Pane
      label={account?.name ?? t('people.account')}
      onBack={onBack}
      foot={account && account.status !== 'deleted' ? <AccountActs key={account._id} account={account} /> : null}
    >
      {account ? (
        <>
          <PaneHead avatar={account.avatar} online={account.isOnline} title={account.name} line={<bdi>@{account.username}</bdi>}>
            <AccountState account={account} />
          </PaneHead>
          <Facts account={account} />
          {account.performer ? <PerformerFacts performer={account.performer} /> : null}
          <Related account={account} />
          <AccountNotes account={account} />
          <AccountTimeline entries={account.timeline} />
          <AuditEntries entries={account.history} />
        </>
      ) : (
        <Pending of={query}>
          <RowsSkeleton rows={6} />
        </Pending>
      )}
    </Pane>
  );
};

const Facts = ({ account }: { account: AccountDetail }) => {
  const t = useText();
  const written = useAmountText();
  const format = useFormat();
  return (
    <div className={styles.facts}>
      {account.statusReason ? (
        <p className={styles.reason}>
          <b>{t(`people.reasonShort.${account.statusReason as 'other'}`)}</b> {account.statusNote}
        </p>
      ) : null}
      {account.strikes > 0 ? <p className={styles.reason}>{t('admin.strikes', { count: account.strikes })}</p> : null}
      {account.deletesAt ? (
        <p className={styles.reason}>{t('people.deletes', { date: format.date(account.deletesAt, 'dayYear') })}</p>
      ) : null}
      <FactLine label={t('people.mail')}>
        {account.email} · {t(account.emailVerified ? 'people.confirmed' : 'people.unconfirmed')}
      </FactLine>
      <FactLine label={t('people.here')}>
        {format.date(account.createdAt, 'dayYear')}
        {account.lastSeenAt ? (
          <>
            {' · '}
            {t('people.seen')} <TimeAgo instant={account.lastSeenAt} />
          </>
        ) : null}
      </FactLine>
      <FactLine label={t('people.logIns')}>
        {t('people.sessions', { count: account.sessions })} · {t(account.hasTwoFactor ? 'people.twoFactor' : 'people.noTwoFactor')}
      </FactLine>
      {account.role === 'admin' ? null : (
        <FactLine label={t('people.wallet')}>
          {t('people.walletLine', {
            balance: written(account.balance),
            spent: written(account.spent),
          })}
        </FactLine>
      )}
      {account.role === 'fan' ? <FactLine label={t('people.subscriptions')}>{format.count(account.subscriptions)}</FactLine> : null}
    </div>
  );
};

const PerformerFacts = ({ performer }: { performer: NonNullable<AccountDetail['performer']> }) => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(performer.country) ?? performer.country;
  const own = performer.commissions.filter(({ isOwn }) => isOwn);
  return (
    <div className={styles.facts}>
      {performer.payoutsFrozen ? (
        <p className={styles.reason}>
          {t('people.payoutsFrozen', {
            date: format.date(performer.payoutsFrozen.at, 'dayTime'),
            cause: t(`people.notMe.${performer.payoutsFrozen.cause}`),
          })}
        </p>
      ) : null}
      {performer.holdReason ? <p className={styles.reason}>{performer.holdReason}</p> : null}
      <FactLine label={t('people.legalName')}>
        {performer.legalName} · {country}
      </FactLine>
      <FactLine label={t('people.audience')}>
        {t('people.audienceLine', {
          subscribers: format.count(performer.subscribers),
          followers: format.count(performer.followers),
          posts: format.count(performer.posts),
        })}
      </FactLine>
      <FactLine label={t('people.earned')}>{format.money(performer.earnedThirtyDays)}</FactLine>
      <FactLine label={t('people.commissions')}>
        {own.length === 0
          ? t('people.siteRates')
          : own.map(({ key, rate }) => `${t(`people.commission.${key}`)} ${format.percent(rate)}`).join(', ')}
      </FactLine>
    </div>
  );
};

/** The account in the other lists of the administration, as far as the admin's role opens them. */
const Related = ({ account }: { account: AccountDetail }) => {
  const t = useText();
  const { permissions } = useCurrentUser();
  const { _id, username, role } = account;
  const isPayer = role !== 'admin';
  const lists = [
    ...(isPayer ? ([['money', `/admin/orders?q=${username}`, 'shell.orders']] as const) : []),
    ...(isPayer ? ([['money', `/admin/subscriptions?q=${username}`, 'shell.subscriptions']] as const) : []),
    ...(isPayer ? ([['money', `/admin/ledger?q=${username}`, 'shell.ledger']] as const) : []),
    ...(account.performer ? ([['money', `/admin/payouts?q=${username}`, 'shell.payouts']] as const) : []),
    ...(account.performer ? ([['content', `/admin/content?performerId=${_id}`, 'shell.content']] as const) : []),
    ['audit', `/admin/audit?q=${username}`, 'shell.auditLog'] as const,
  ].filter(([permission]) => permissions.includes(permission));
  if (lists.length === 0) return null;
  return (
    <nav className={styles.related} aria-label={t('people.related')}>
      {lists.map(([, to, text]) => (
        <Link key={to} className={type.link} to={to}>
          {t(text)}
        </Link>
      ))}
    </nav>
  );
};
