import type { AccountRow } from '@stagedoor/contract/admin-people';
import { Chip } from '../../../ui/Chip.tsx';
import { useText } from '../../../ui/text.ts';

/** The single status word of an account: problems first. */
export const AccountState = ({ account }: { account: Pick<AccountRow, 'status' | 'applicationState' | 'emailVerified' | 'adminRole'> }) => {
  const t = useText();
  if (account.status === 'suspended') return <Chip tone="bad">{t('people.status.suspended')}</Chip>;
  if (account.status === 'deleted') return <Chip>{t('people.status.deleted')}</Chip>;
  if (account.adminRole) return <Chip tone="spot">{t(`people.adminRole.${account.adminRole}`)}</Chip>;
  if (account.applicationState && account.applicationState !== 'approved')
    return <Chip tone="warn">{t(`people.application.${account.applicationState}`)}</Chip>;
  if (!account.emailVerified) return <Chip tone="warn">{t('admin.emailOpen')}</Chip>;
  return <Chip tone="ok">{t('people.status.active')}</Chip>;
};
