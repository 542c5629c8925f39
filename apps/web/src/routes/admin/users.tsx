import { useListData } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { AccountBulk } from '../../features/admin/accounts/AccountBulk.tsx';
import { ACCOUNT_FILTER, ROLES } from '../../features/admin/accounts/account-filter.ts';
import { useAccountColumns } from '../../features/admin/accounts/use-account-columns.tsx';
import { AccountPane } from '../../features/admin/accounts/AccountPane.tsx';
import { useFilter } from '../../features/lists/tools/filters.ts';
import { ListTools } from '../../features/lists/tools/ListTools.tsx';
import { useOrder } from '../../features/lists/use-order.ts';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { FilterSwitch } from '../../features/admin/list/ListFilters.tsx';
import { NewAdmin } from '../../features/admin/accounts/NewAdmin.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 25;

/** All accounts. */
const Users = () => {
  const t = useText();
  const format = useFormat();
  const me = useCurrentUser();
  const { offset } = useListSearch();
  const filter = useFilter(ACCOUNT_FILTER);
  const { order, sorting } = useOrder(['createdAt', 'lastSeenAt', 'username'], {
    sortBy: filter.online ? 'lastSeenAt' : 'createdAt',
    sort: 'desc',
  });
  const accounts = useListData('GET /admin/users', { query: { limit: LIMIT, offset, ...filter, ...order } });
  const columns = useAccountColumns();
  const suspended = accounts.data ? format.count(accounts.data.counts.suspended) : '';
  return (
    <ListAndPane
      title={t('people.accounts')}
      head={me.permissions.includes('admins') ? <NewAdmin /> : null}
      tools={
        <ListTools
          search={t('people.searchAccounts')}
          narrowing={['role', 'status', 'online']}
          switches={
            <>
              {ROLES.map((choice) => (
                <FilterSwitch key={choice} name="role" value={choice} text={t(`people.roles.${choice}`)} />
              ))}
              <FilterSwitch name="status" value="suspended" text={`${t('people.status.suspended')} ${suspended}`} />
              <FilterSwitch name="online" value="true" text={t('people.online')} />
            </>
          }
        />
      }
      list={accounts}
      columns={columns}
      empty={{ title: t('people.nobody'), text: t('people.nobodyText') }}
      limit={LIMIT}
      whole={{ list: 'accounts', filter, sorting, nameOf: ({ name }) => name, acts: (props) => <AccountBulk {...props} /> }}
      pane={({ id, onBack }) => <AccountPane key={id} id={id} onBack={onBack} />}
    />
  );
};

export default Users;
