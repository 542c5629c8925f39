import { useListData } from '../../app/data.ts';
import { AccountPane } from '../../features/admin/accounts/AccountPane.tsx';
import { MADE_IN, oneOf, onlyTrue, useFilter, words } from '../../features/lists/tools/filters.ts';
import { ListTools } from '../../features/lists/tools/ListTools.tsx';
import { useOrder } from '../../features/lists/use-order.ts';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { FilterSwitch } from '../../features/admin/list/ListFilters.tsx';
import { usePerformerColumns } from '../../features/admin/performers/use-performer-columns.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { useText } from '../../ui/text.ts';

const LIMIT = 25;
const STATES = ['approved', 'pending', 'held', 'rejected'] as const;
const FILTER = { q: words, state: oneOf(STATES), featured: onlyTrue, ...MADE_IN };

/** All performers, with their earnings. */
const Performers = () => {
  const t = useText();
  const { offset } = useListSearch();
  const filter = useFilter(FILTER);
  const { order, sorting } = useOrder(['createdAt', 'subscribers', 'earned', 'featured'], {
    sortBy: filter.featured ? 'featured' : 'createdAt',
    sort: 'desc',
  });
  const performers = useListData('GET /admin/performers', { query: { limit: LIMIT, offset, ...filter, ...order } });
  return (
    <ListAndPane
      title={t('people.performers')}
      tools={
        <ListTools
          search={t('people.searchAccounts')}
          narrowing={['state', 'featured']}
          switches={
            <>
              {STATES.map((choice) => (
                <FilterSwitch key={choice} name="state" value={choice} text={t(`people.application.${choice}`)} />
              ))}
              <FilterSwitch name="featured" value="true" text={t('people.featured')} />
            </>
          }
        />
      }
      list={performers}
      columns={usePerformerColumns()}
      empty={{ title: t('people.nobody'), text: t('people.nobodyText') }}
      limit={LIMIT}
      whole={{ list: 'performers', filter, sorting, nameOf: ({ name }) => name }}
      pane={({ id, onBack }) => <AccountPane key={id} id={id} onBack={onBack} />}
    />
  );
};

export default Performers;
