import type { PerformerRow } from '@stagedoor/contract/admin-people';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { AccountsScreen, useListSearch } from '../../features/admin/AccountsScreen.tsx';
import { AccountState } from '../../features/admin/account-state.tsx';
import { ListPages } from '../../features/admin/ListPages.tsx';
import { PersonCell } from '../../features/admin/PersonCell.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../ui/text.ts';

const LIMIT = 25;
const STATES = ['approved', 'pending', 'held', 'rejected'] as const;
const ORDERS = ['createdAt', 'earned', 'subscribers'] as const;

/** Everybody who performs, with what they earn. */
const Performers = () => {
  const say = useText();
  const format = useFormat();
  const locale = useLocale();
  const { get, offset, change } = useListSearch();
  const state = STATES.find((known) => known === get('state'));
  const order = ORDERS.find((known) => known === get('sortBy')) ?? 'createdAt';
  const featured = get('featured') === 'true';
  const q = get('q') ?? '';
  const performers = useData('GET /admin/performers', {
    query: {
      limit: LIMIT,
      offset,
      sortBy: featured ? 'featured' : order,
      ...(q ? { q } : {}),
      ...(state ? { state } : {}),
      ...(featured ? { featured } : {}),
    },
  });
  const rows = performers.data?.data ?? [];
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const columns: readonly Column<PerformerRow>[] = [
    { key: 'name', narrow: 'main', title: say('people.name'), cell: (row) => <PersonCell person={row} /> },
    {
      key: 'craft',
      title: say('people.craft'),
      cell: (row) => [row.craft, names.of(row.country)].filter(Boolean).join(' · '),
    },
    { key: 'state', narrow: 'end', title: say('people.state'), cell: (row) => <AccountState account={row} /> },
    { key: 'subscribers', number: true, title: say('people.subscribers'), cell: (row) => format.count(row.subscribers) },
    { key: 'earned', number: true, title: say('people.earned'), cell: (row) => format.money(row.earnedThirtyDays) },
  ];
  return (
    <AccountsScreen
      title={say('people.performers')}
      searchLabel={say('people.searchAccounts')}
      ids={rows.map(({ _id }) => _id)}
      filters={
        <>
          {STATES.map((choice) => (
            <FilterChip
              key={choice}
              on={state === choice}
              onClick={() => change({ state: state === choice ? null : choice, offset: null })}
            >
              {say(`people.application.${choice}`)}
            </FilterChip>
          ))}
          <FilterChip on={featured} onClick={() => change({ featured: featured ? null : 'true', offset: null })}>
            {say('people.featured')}
          </FilterChip>
          <FilterChip on={order === 'earned'} onClick={() => change({ sortBy: order === 'earned' ? null : 'earned', offset: null })}>
            {say('people.byEarned')}
          </FilterChip>
          <FilterChip
            on={order === 'subscribers'}
            onClick={() => change({ sortBy: order === 'subscribers' ? null : 'subscribers', offset: null })}
          >
            {say('people.bySubscribers')}
          </FilterChip>
        </>
      }
    >
      {!performers.data ? (
        <Pending of={performers}>
          <RowsSkeleton rows={8} size={36} />
        </Pending>
      ) : rows.length === 0 ? (
        <Empty title={say('people.nobody')} text={say('people.nobodyText')} />
      ) : (
        <>
          <DataTable
            caption={say('people.performers')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row._id}
            selected={get('id')}
            onSelect={(row) => change({ id: row._id })}
          />
          <ListPages
            offset={offset}
            limit={LIMIT}
            total={performers.data.total}
            onPage={(next) => change({ offset: String(next), id: null })}
          />
        </>
      )}
    </AccountsScreen>
  );
};

export default Performers;
