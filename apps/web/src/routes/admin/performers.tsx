import type { PerformerRow } from '@stagedoor/contract/admin-people';
import { useListData } from '../../app/data.ts';
import { ACCOUNTS_PER_PAGE, AccountList } from '../../features/admin/AccountList.tsx';
import { AccountState } from '../../features/admin/account-state.tsx';
import styles from '../../ui/admin/list-and-pane.module.css';
import { FilterSwitch } from '../../features/admin/ListFilters.tsx';
import { PersonCell } from '../../features/admin/PersonCell.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import type { Column } from '../../ui/table/column.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useLocale, useText } from '../../ui/text.ts';

const STATES = ['approved', 'pending', 'held', 'rejected'] as const;
const ORDERS = ['createdAt', 'earned', 'subscribers'] as const;

/** All performers, with their earnings. */
const Performers = () => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const { get, offset, change } = useListSearch();
  const state = STATES.find((known) => known === get('state'));
  const order = ORDERS.find((known) => known === get('sortBy')) ?? 'createdAt';
  const featured = get('featured') === 'true';
  const q = get('q') ?? '';
  const performers = useListData('GET /admin/performers', {
    query: {
      limit: ACCOUNTS_PER_PAGE,
      offset,
      sortBy: featured ? 'featured' : order,
      ...(q ? { q } : {}),
      ...(state ? { state } : {}),
      ...(featured ? { featured } : {}),
    },
  });
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const columns: readonly Column<PerformerRow>[] = [
    { key: 'name', narrow: 'main', title: t('people.name'), cell: (row) => <PersonCell person={row} /> },
    {
      key: 'craft',
      title: t('people.craft'),
      cell: (row) => [row.craft, names.of(row.country)].filter(Boolean).join(' · '),
    },
    { key: 'state', narrow: 'end', title: t('people.state'), cell: (row) => <AccountState account={row} /> },
    { key: 'subscribers', number: true, title: t('people.subscribers'), cell: (row) => format.count(row.subscribers) },
    { key: 'earned', number: true, title: t('people.earned'), cell: (row) => format.money(row.earnedThirtyDays) },
  ];
  return (
    <AccountList
      title={t('people.performers')}
      order={
        <span className={styles.order}>
          <SelectField
            label={t('people.sortBy')}
            value={order}
            disabled={featured}
            onChange={(event) =>
              change({ sortBy: event.currentTarget.value === ORDERS[0] ? null : event.currentTarget.value, offset: null })
            }
            choices={ORDERS.map((value) => ({ value, text: t(`people.order.${value}`) }))}
          />
        </span>
      }
      filters={
        <>
          {STATES.map((choice) => (
            <FilterSwitch key={choice} name="state" value={choice} text={t(`people.application.${choice}`)} />
          ))}
          <FilterSwitch name="featured" value="true" text={t('people.featured')} />
        </>
      }
      list={performers}
      columns={columns}
    />
  );
};

export default Performers;
