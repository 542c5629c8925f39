import type { AccountRow } from '@stagedoor/contract/admin-people';
import { useListData } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { ACCOUNTS_PER_PAGE, AccountList } from '../../features/admin/AccountList.tsx';
import { AccountState } from '../../features/admin/account-state.tsx';
import { FilterSwitch } from '../../features/admin/ListFilters.tsx';
import { NewAdmin } from '../../features/admin/NewAdmin.tsx';
import { PersonCell } from '../../features/admin/PersonCell.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import type { Column } from '../../ui/table/column.ts';
import { useFormat } from '../../ui/format.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';

const ROLES = ['fan', 'performer', 'admin'] as const;

/** All accounts. */
const Users = () => {
  const t = useText();
  const format = useFormat();
  const me = useCurrentUser();
  const { get, offset } = useListSearch();
  const role = ROLES.find((known) => known === get('role'));
  const suspended = get('status') === 'suspended';
  const online = get('online') === 'true';
  const q = get('q') ?? '';
  const accounts = useListData('GET /admin/users', {
    query: {
      limit: ACCOUNTS_PER_PAGE,
      offset,
      ...(q ? { q } : {}),
      ...(role ? { role } : {}),
      ...(suspended ? { status: 'suspended' as const } : {}),
      ...(online ? { online } : {}),
      ...(online ? { sortBy: 'lastSeenAt' as const } : {}),
    },
  });
  const counts = accounts.data?.counts;
  const columns: readonly Column<AccountRow>[] = [
    { key: 'name', narrow: 'main', title: t('people.name'), cell: (row) => <PersonCell person={row} /> },
    { key: 'mail', title: t('people.mail'), cell: (row) => row.email },
    { key: 'role', title: t('people.role'), cell: (row) => t(`people.role.${row.role}`) },
    { key: 'state', narrow: 'end', title: t('people.state'), cell: (row) => <AccountState account={row} /> },
    { key: 'since', number: true, title: t('people.since'), cell: (row) => <TimeAgo instant={row.createdAt} /> },
  ];
  return (
    <AccountList
      title={t('people.accounts')}
      head={me.permissions.includes('admins') ? <NewAdmin /> : null}
      filters={
        <>
          {ROLES.map((choice) => (
            <FilterSwitch key={choice} name="role" value={choice} text={t(`people.roles.${choice}`)} />
          ))}
          <FilterSwitch
            name="status"
            value="suspended"
            text={`${t('people.status.suspended')} ${counts ? format.count(counts.suspended) : ''}`}
          />
          <FilterSwitch name="online" value="true" text={t('people.online')} />
        </>
      }
      list={accounts}
      columns={columns}
    />
  );
};

export default Users;
