import type { AccountRow } from '@stagedoor/contract/admin-people';
import { Chip } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';

/** The one word for how an account stands: what is wrong first. */
export const AccountState = ({ account }: { account: Pick<AccountRow, 'status' | 'applicationState' | 'emailVerified' | 'adminRole'> }) => {
  const say = useText();
  if (account.status === 'suspended') return <Chip tone="bad">{say('people.status.suspended')}</Chip>;
  if (account.status === 'deleted') return <Chip>{say('people.status.deleted')}</Chip>;
  if (account.adminRole) return <Chip tone="spot">{say(`people.adminRole.${account.adminRole}`)}</Chip>;
  if (account.applicationState && account.applicationState !== 'approved')
    return <Chip tone="warn">{say(`people.application.${account.applicationState}`)}</Chip>;
  if (!account.emailVerified) return <Chip tone="warn">{say('admin.emailOpen')}</Chip>;
  return <Chip tone="ok">{say('people.status.active')}</Chip>;
};
