import type { AccountRow } from '@stagedoor/contract/admin-people';
import type { Column } from '../../../ui/table/column.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import { AccountState } from './account-state.tsx';
import { PersonCell } from '../frame/PersonCell.tsx';

/** The columns of the list of accounts. */
export const useAccountColumns = (): readonly Column<AccountRow>[] => {
  const t = useText();
  return [
    {
      key: 'name',
      narrow: 'main',
      title: t('people.name'),
      cell: (row) => <PersonCell person={row} />,
      sortBy: 'username',
      sortsFirst: 'asc',
    },
    { key: 'mail', title: t('people.mail'), cell: (row) => row.email },
    { key: 'role', title: t('people.role'), cell: (row) => t(`people.role.${row.role}`) },
    { key: 'state', narrow: 'end', title: t('people.state'), cell: (row) => <AccountState account={row} /> },
    {
      key: 'seen',
      number: true,
      title: t('people.lastSeen'),
      cell: (row) => (row.lastSeenAt ? <TimeAgo instant={row.lastSeenAt} /> : '–'),
      sortBy: 'lastSeenAt',
    },
    { key: 'since', number: true, title: t('people.since'), cell: (row) => <TimeAgo instant={row.createdAt} />, sortBy: 'createdAt' },
  ];
};
