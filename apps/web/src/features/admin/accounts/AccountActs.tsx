import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { IconEye } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentUser } from '../../../app/session.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Button } from '../../../ui/Button.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { ActButton } from '../frame/ActButton.tsx';
import { AdminRoleField } from './AdminRoleField.tsx';
import { LookForm } from './LookForm.tsx';
import { OwnerProposal } from './OwnerProposal.tsx';
import { CommissionsForm, FeaturedForm, HoldForm } from './PerformerForms.tsx';
import { SuspendForm } from './SuspendForm.tsx';

const SMALL = { size: 'sm', kind: 'lift' } as const;
const READ = ['GET /admin/users/{id}', 'GET /admin/users', 'GET /admin/performers', 'GET /admin/overview'];

interface ActsProps {
  account: AccountDetail;
  /** Another account, which the admin's role may manage. */
  isManaged: boolean;
  onChanged: () => void;
}

const useSaved = (onChanged: () => void) => {
  const t = useText();
  return () => {
    toast(t('people.savedToast'), { tone: 'ok' });
    onChanged();
  };
};

/** Acts that help an account in, or end its log-ins. */
const LogInActs = ({ account, isManaged, onChanged }: ActsProps) => {
  const t = useText();
  const { permissions } = useCurrentUser();
  const onDone = useSaved(onChanged);
  const { name, email } = account;
  const input = { params: { id: account._id } };
  return (
    <>
      {permissions.includes('support') && !account.emailVerified ? (
        <ActButton
          {...SMALL}
          write="POST /admin/users/{id}/verify-email"
          input={input}
          label={t('people.confirmAddress')}
          title={t('acts.confirmAddressTitle', { name })}
          text={t('acts.confirmAddressText', { name, email })}
          tone="gold"
          onDone={onDone}
        />
      ) : null}
      {permissions.includes('support') && account.hasTwoFactor && isManaged ? (
        <ActButton
          {...SMALL}
          write="POST /admin/users/{id}/reset-two-factor"
          input={input}
          label={t('people.resetTwoFactor')}
          title={t('acts.resetTwoFactorTitle', { name })}
          text={t('acts.resetTwoFactorText', { name })}
          onDone={onDone}
        />
      ) : null}
      {permissions.includes('moderation') && account.sessions > 0 && isManaged ? (
        <ActButton
          {...SMALL}
          write="POST /admin/users/{id}/end-sessions"
          input={input}
          label={t('people.endSessions')}
          title={t('acts.endSessionsTitle', { name })}
          text={t('acts.endSessionsText', { name, count: account.sessions })}
          onDone={onDone}
        />
      ) : null}
    </>
  );
};

/** Acts on a performer's money and place. */
const PerformerActs = ({ account, onChanged }: ActsProps) => {
  const t = useText();
  const { permissions } = useCurrentUser();
  const onDone = useSaved(onChanged);
  const [sheet, setSheet] = useState<'commissions' | 'featured' | null>(null);
  const { performer, name } = account;
  if (!performer) return null;
  const form = { account, onClose: () => setSheet(null), onDone: onChanged };
  return (
    <>
      {permissions.includes('site') && account.applicationState === 'approved' ? (
        <Button {...SMALL} onClick={() => setSheet('featured')}>
          {performer.featuredPosition === null ? t('people.feature') : t('people.featuredAt', { position: performer.featuredPosition })}
        </Button>
      ) : null}
      {performer.payoutsFrozen && permissions.includes('money') ? (
        <ActButton
          {...SMALL}
          write="POST /admin/performers/{id}/release-payouts"
          input={{ params: { id: account._id } }}
          label={t('people.releasePayouts')}
          title={t('people.releasePayoutsTitle')}
          text={t('people.releasePayoutsText', { name })}
          tone="gold"
          onDone={onDone}
        />
      ) : null}
      {permissions.includes('money') ? (
        <Button {...SMALL} onClick={() => setSheet('commissions')}>
          {t('people.commissions')}
        </Button>
      ) : null}
      <FeaturedForm {...form} opened={sheet === 'featured'} />
      <CommissionsForm {...form} opened={sheet === 'commissions'} />
    </>
  );
};

/** Acts that close an account to its owner, or open it again. */
const ModerationActs = ({ account, onChanged }: ActsProps) => {
  const t = useText();
  const onDone = useSaved(onChanged);
  const [sheet, setSheet] = useState<'suspend' | 'hold' | null>(null);
  const { name, status, applicationState: state } = account;
  const input = { params: { id: account._id } };
  const form = { account, onClose: () => setSheet(null), onDone: onChanged };
  return (
    <div className={styles.act}>
      {state === 'approved' && status === 'active' ? (
        <Button kind="outline" grow onClick={() => setSheet('hold')}>
          {t('people.hold')}
        </Button>
      ) : null}
      {state === 'held' ? (
        <ActButton
          kind="gold"
          grow
          write="POST /admin/performers/{id}/release"
          input={input}
          label={t('people.release')}
          title={t('acts.releaseTitle', { name })}
          text={t('acts.releaseText', { name })}
          tone="gold"
          onDone={onDone}
        />
      ) : null}
      {status === 'suspended' ? (
        <ActButton
          kind="gold"
          grow
          write="POST /admin/users/{id}/restore"
          input={input}
          label={t('people.restore')}
          title={t('acts.restoreTitle', { name })}
          text={t('acts.restoreText', { name })}
          tone="gold"
          onDone={onDone}
        />
      ) : (
        <Button kind="bad" grow onClick={() => setSheet('suspend')}>
          {t('people.suspend')}
        </Button>
      )}
      <SuspendForm {...form} opened={sheet === 'suspend'} />
      <HoldForm {...form} opened={sheet === 'hold'} />
    </div>
  );
};

/** The acts on an account that the admin's role allows, the most severe last. */
export const AccountActs = ({ account }: { account: AccountDetail }) => {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useCurrentUser();
  const may = (permission: (typeof me.permissions)[number]) => me.permissions.includes(permission);
  const isMine = me._id === account._id;
  const [isLooking, setIsLooking] = useState(false);
  const onChanged = () => {
    for (const key of READ) void client.invalidateQueries({ queryKey: [key] });
  };
  const acts = { account, isManaged: !isMine && (account.role !== 'admin' || may('admins')), onChanged };
  const state = account.applicationState;
  return (
    <>
      {account.ownerProposal && may('admins') ? (
        <OwnerProposal
          account={account}
          proposal={account.ownerProposal}
          isOwn={isMine || account.ownerProposal.by._id === me._id}
          onDone={onChanged}
        />
      ) : null}
      {account.role === 'admin' && may('admins') && !isMine ? <AdminRoleField account={account} onDone={onChanged} /> : null}
      <div className={styles.filters}>
        {account.performer && account.status === 'active' ? (
          <Button {...SMALL} to={`/${account.username}`}>
            {t('people.profile')}
          </Button>
        ) : null}
        {state && state !== 'approved' && may('applications') ? (
          <Button {...SMALL} onClick={() => void navigate(`/admin/applications?state=${state}&id=${account._id}`)}>
            {t('people.application')}
          </Button>
        ) : null}
        {may('support') && account.role !== 'admin' ? (
          <Button {...SMALL} icon={<IconEye size={20} stroke={1.75} />} onClick={() => setIsLooking(true)}>
            {t('people.look')}
          </Button>
        ) : null}
        <LogInActs {...acts} />
        <PerformerActs {...acts} />
      </div>
      {may('moderation') && acts.isManaged ? <ModerationActs {...acts} /> : null}
      <LookForm account={account} opened={isLooking} onClose={() => setIsLooking(false)} />
    </>
  );
};
