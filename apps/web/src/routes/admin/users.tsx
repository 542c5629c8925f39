import type { AccountRow } from '@stagedoor/contract/admin-people';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { AccountsScreen, useListSearch } from '../../features/admin/AccountsScreen.tsx';
import { AccountState } from '../../features/admin/account-state.tsx';
import { ListPages } from '../../features/admin/ListPages.tsx';
import { NewAdmin } from '../../features/admin/NewAdmin.tsx';
import { PersonCell } from '../../features/admin/PersonCell.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 25;
const ROLES = ['fan', 'performer', 'admin'] as const;
const ONE_OF = <T extends string>(values: readonly T[], value: string | null): T | undefined => values.find((known) => known === value);

/** Everybody who has an account. */
const Users = () => {
  const say = useText();
  const format = useFormat();
  const me = useCurrentUser();
  const { get, offset, change } = useListSearch();
  const role = ONE_OF(ROLES, get('role'));
  const suspended = get('status') === 'suspended';
  const online = get('online') === 'true';
  const q = get('q') ?? '';
  const accounts = useData('GET /admin/users', {
    query: {
      limit: LIMIT,
      offset,
      ...(q ? { q } : {}),
      ...(role ? { role } : {}),
      ...(suspended ? { status: 'suspended' as const } : {}),
      ...(online ? { online } : {}),
      ...(online ? { sortBy: 'lastSeenAt' as const } : {}),
    },
  });
  const rows = accounts.data?.data ?? [];
  const counts = accounts.data?.counts;
  const columns: readonly Column<AccountRow>[] = [
    { key: 'name', narrow: 'main', title: say('people.name'), cell: (row) => <PersonCell person={row} /> },
    { key: 'mail', title: say('people.mail'), cell: (row) => row.email },
    { key: 'role', title: say('people.role'), cell: (row) => say(`people.role.${row.role}`) },
    { key: 'state', narrow: 'end', title: say('people.state'), cell: (row) => <AccountState account={row} /> },
    { key: 'since', number: true, title: say('people.since'), cell: (row) => <TimeAgo instant={row.createdAt} /> },
  ];
  return (
    <AccountsScreen
      title={say('people.accounts')}
      action={me.permissions.includes('admins') ? <NewAdmin /> : null}
      searchLabel={say('people.searchAccounts')}
      ids={rows.map(({ _id }) => _id)}
      filters={
        <>
          {ROLES.map((choice) => (
            <FilterChip key={choice} on={role === choice} onClick={() => change({ role: role === choice ? null : choice, offset: null })}>
              {say(`people.roles.${choice}`)}
            </FilterChip>
          ))}
          <FilterChip on={suspended} onClick={() => change({ status: suspended ? null : 'suspended', offset: null })}>
            {say('people.status.suspended')} {counts ? format.count(counts.suspended) : ''}
          </FilterChip>
          <FilterChip on={online} onClick={() => change({ online: online ? null : 'true', offset: null })}>
            {say('people.online')}
          </FilterChip>
        </>
      }
    >
      {!accounts.data ? (
        <Pending of={accounts}>
          <RowsSkeleton rows={8} size={36} />
        </Pending>
      ) : rows.length === 0 ? (
        <Empty title={say('people.nobody')} text={say('people.nobodyText')} />
      ) : (
        <>
          <DataTable
            caption={say('people.accounts')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row._id}
            selected={get('id')}
            onSelect={(row) => change({ id: row._id })}
          />
          <ListPages
            offset={offset}
            limit={LIMIT}
            total={accounts.data.total}
            onPage={(next) => change({ offset: String(next), id: null })}
          />
        </>
      )}
    </AccountsScreen>
  );
};

export default Users;
