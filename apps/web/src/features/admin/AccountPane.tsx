import { ADMIN_ROLES, type AdminRole } from '@stagedoor/contract/admin-roles.values';
import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { IconEye } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { useAmountText } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { toast } from '../../ui/toast.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { AccountState } from './account-state.tsx';
import styles from '../../ui/admin/list-and-pane.module.css';
import { AccountNotes } from './AccountNotes.tsx';
import { AccountTimeline } from './AccountTimeline.tsx';
import { AuditEntries } from './AuditEntries.tsx';
import { OwnerProposal } from './OwnerProposal.tsx';
import { FactLine, Pane, PaneHead } from './Pane.tsx';
import { CommissionsForm, FeaturedForm, HoldForm } from './PerformerForms.tsx';
import { LookForm } from './LookForm.tsx';
import { ReleasePayouts } from './ReleasePayouts.tsx';
import { SuspendForm } from './SuspendForm.tsx';

/** One account beside the list: its facts, its history, and the actions allowed. */
export const AccountPane = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const t = useText();
  const query = useData('GET /admin/users/{id}', { params: { id } });
  const account = query.data;
  return (
    <Pane
      label={account?.name ?? t('people.account')}
      onBack={onBack}
      foot={account && account.status !== 'deleted' ? <Acts account={account} /> : null}
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
  const { username, role } = account;
  const isPayer = role !== 'admin';
  const lists = [
    ...(isPayer ? ([['money', `/admin/orders?q=${username}`, 'shell.orders']] as const) : []),
    ...(isPayer ? ([['money', `/admin/subscriptions?q=${username}`, 'shell.subscriptions']] as const) : []),
    ...(isPayer ? ([['money', `/admin/ledger?q=${username}`, 'shell.ledger']] as const) : []),
    ...(account.performer ? ([['money', `/admin/payouts?q=${username}`, 'shell.payouts']] as const) : []),
    ...(account.performer ? ([['content', `/admin/content?q=${username}`, 'shell.content']] as const) : []),
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

/** The actions the admin's role allows, the most severe last. */
const Acts = ({ account }: { account: AccountDetail }) => {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useCurrentUser();
  const may = (permission: (typeof me.permissions)[number]) => me.permissions.includes(permission);
  const mine = me._id === account._id;
  const managed = !mine && (account.role !== 'admin' || may('admins'));
  const [sheet, setSheet] = useState<'look' | 'suspend' | 'hold' | 'commissions' | 'featured' | 'releasePayouts' | null>(null);
  const params = { id: account._id };
  const restore = useAction('POST /admin/users/{id}/restore');
  const endSessions = useAction('POST /admin/users/{id}/end-sessions');
  const confirm = useAction('POST /admin/users/{id}/verify-email');
  const resetTwoFactor = useAction('POST /admin/users/{id}/reset-two-factor');
  const release = useAction('POST /admin/performers/{id}/release');
  const setRole = useAction('PUT /admin/admins/{id}');
  const changed = () => {
    for (const key of ['GET /admin/users/{id}', 'GET /admin/users', 'GET /admin/performers', 'GET /admin/overview'])
      void client.invalidateQueries({ queryKey: [key] });
  };
  const done = async (work: Promise<unknown>) => {
    if (!(await work)) return;
    toast(t('people.savedToast'), { tone: 'ok' });
    changed();
  };
  const changeRole = async (adminRole: AdminRole) => {
    const answer = await setRole.run({ params, body: { adminRole } });
    if (!answer) return;
    toast(t(adminRole === 'owner' && answer.ownerProposal ? 'people.ownerProposedToast' : 'people.savedToast'), { tone: 'ok' });
    changed();
  };
  const failed = restore.error ?? endSessions.error ?? confirm.error ?? resetTwoFactor.error ?? release.error ?? setRole.error;
  const state = account.applicationState;
  const small = { size: 'sm', kind: 'lift' } as const;
  return (
    <>
      {account.ownerProposal && may('admins') ? (
        <OwnerProposal
          proposal={account.ownerProposal}
          isOwn={mine || account.ownerProposal.by._id === me._id}
          busy={setRole.busy}
          onConfirm={() => void changeRole('owner')}
          onWithdraw={() => void changeRole(account.adminRole ?? 'support')}
        />
      ) : null}
      {account.role === 'admin' && may('admins') && !mine ? (
        <SelectField
          label={t('people.mayDo')}
          value={account.adminRole ?? 'support'}
          onChange={(event) => {
            void changeRole(event.currentTarget.value as AdminRole);
          }}
          choices={ADMIN_ROLES.map((role) => ({ value: role, text: t(`people.adminRoleText.${role}`) }))}
        />
      ) : null}
      <div className={styles.filters}>
        {account.performer && account.status === 'active' ? (
          <Button {...small} to={`/${account.username}`}>
            {t('people.profile')}
          </Button>
        ) : null}
        {state && state !== 'approved' && may('applications') ? (
          <Button {...small} onClick={() => void navigate(`/admin/applications?state=${state}&id=${account._id}`)}>
            {t('people.application')}
          </Button>
        ) : null}
        {may('support') && account.role !== 'admin' ? (
          <Button {...small} icon={<IconEye size={20} stroke={1.75} />} onClick={() => setSheet('look')}>
            {t('people.look')}
          </Button>
        ) : null}
        {may('support') && !account.emailVerified ? (
          <Button {...small} busy={confirm.busy} onClick={() => void done(confirm.run({ params }))}>
            {t('people.confirmAddress')}
          </Button>
        ) : null}
        {may('support') && account.hasTwoFactor && managed ? (
          <Button {...small} busy={resetTwoFactor.busy} onClick={() => void done(resetTwoFactor.run({ params }))}>
            {t('people.resetTwoFactor')}
          </Button>
        ) : null}
        {may('moderation') && account.sessions > 0 && managed ? (
          <Button {...small} busy={endSessions.busy} onClick={() => void done(endSessions.run({ params }))}>
            {t('people.endSessions')}
          </Button>
        ) : null}
        {account.performer && may('site') && state === 'approved' ? (
          <Button {...small} onClick={() => setSheet('featured')}>
            {account.performer.featuredPosition === null
              ? t('people.feature')
              : t('people.featuredAt', { position: account.performer.featuredPosition })}
          </Button>
        ) : null}
        {account.performer?.payoutsFrozen && may('money') ? (
          <Button {...small} onClick={() => setSheet('releasePayouts')}>
            {t('people.releasePayouts')}
          </Button>
        ) : null}
        {account.performer && may('money') ? (
          <Button {...small} onClick={() => setSheet('commissions')}>
            {t('people.commissions')}
          </Button>
        ) : null}
      </div>
      <FormError error={failed} fields={[]} />
      {may('moderation') && managed ? (
        <div className={styles.act}>
          {state === 'approved' && account.status === 'active' ? (
            <Button kind="outline" grow onClick={() => setSheet('hold')}>
              {t('people.hold')}
            </Button>
          ) : null}
          {state === 'held' ? (
            <Button kind="gold" grow busy={release.busy} onClick={() => void done(release.run({ params }))}>
              {t('people.release')}
            </Button>
          ) : null}
          {account.status === 'suspended' ? (
            <Button kind="gold" grow busy={restore.busy} onClick={() => void done(restore.run({ params }))}>
              {t('people.restore')}
            </Button>
          ) : (
            <Button kind="bad" grow onClick={() => setSheet('suspend')}>
              {t('people.suspend')}
            </Button>
          )}
        </div>
      ) : null}
      <LookForm account={account} opened={sheet === 'look'} onClose={() => setSheet(null)} />
      <SuspendForm account={account} opened={sheet === 'suspend'} onClose={() => setSheet(null)} onDone={changed} />
      <HoldForm account={account} opened={sheet === 'hold'} onClose={() => setSheet(null)} onDone={changed} />
      <FeaturedForm key={account._id} account={account} opened={sheet === 'featured'} onClose={() => setSheet(null)} onDone={changed} />
      <ReleasePayouts account={account} opened={sheet === 'releasePayouts'} onClose={() => setSheet(null)} onDone={changed} />
      <CommissionsForm account={account} opened={sheet === 'commissions'} onClose={() => setSheet(null)} onDone={changed} />
    </>
  );
};
