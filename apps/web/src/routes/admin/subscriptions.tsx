import type { AdminSubscriptionRow } from '@stagedoor/contract/admin-subscriptions';
import { useListData } from '../../app/data.ts';
import { FilterChoice } from '../../features/lists/tools/FilterChoice.tsx';
import { anId, MADE_IN, oneOf, useFilter, words } from '../../features/lists/tools/filters.ts';
import { ListTools } from '../../features/lists/tools/ListTools.tsx';
import { useOrder } from '../../features/lists/use-order.ts';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { FilterSwitch } from '../../features/admin/list/ListFilters.tsx';
import { useSubscriptionColumns } from '../../features/admin/subscriptions/use-subscription-columns.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { MoveClock } from '../../features/admin/clock/MoveClock.tsx';
import { SubscriptionPane } from '../../features/admin/subscriptions/SubscriptionPane.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 25;
const STATES = ['active', 'grace', 'cancelled', 'ended'] as const satisfies readonly AdminSubscriptionRow['state'][];
const TYPES = ['monthly', 'yearly', 'free'] as const satisfies readonly AdminSubscriptionRow['type'][];
const RENEWALS = ['wallet', 'card', 'nothing'] as const;
const FILTER = { q: words, state: oneOf(STATES), type: oneOf(TYPES), renewsBy: oneOf(RENEWALS), accountId: anId, ...MADE_IN };

/** All subscriptions, with the selected one beside them. */
const Subscriptions = () => {
  const t = useText();
  const { offset } = useListSearch();
  const filter = useFilter(FILTER);
  const { order, sorting } = useOrder(['startedAt'], { sortBy: 'startedAt', sort: 'desc' });
  const subscriptions = useListData('GET /admin/subscriptions', { query: { limit: LIMIT, offset, ...filter, ...order } });
  return (
    <ListAndPane
      title={t('shell.subscriptions')}
      head={<MoveClock />}
      tools={
        <ListTools
          search={t('subs.search')}
          narrowing={['state', 'type', 'renewsBy', 'accountId']}
          choices={
            <>
              <FilterChoice
                name="type"
                label={t('subs.type')}
                any={t('subs.anyType')}
                choices={TYPES.map((value) => ({ value, text: t(`subs.type.${value}`) }))}
              />
              <FilterChoice
                name="renewsBy"
                label={t('subs.renewal')}
                any={t('subs.anyRenewal')}
                choices={RENEWALS.map((value) => ({ value, text: t(`subs.renewsBy.${value}`) }))}
              />
            </>
          }
          switches={STATES.map((choice) => <FilterSwitch key={choice} name="state" value={choice} text={t(`subs.state.${choice}`)} />)}
        />
      }
      list={subscriptions}
      columns={useSubscriptionColumns()}
      empty={{ title: t('subs.none'), text: t('money.noOrdersText') }}
      limit={LIMIT}
      whole={{ list: 'subscriptions', filter, sorting, nameOf: ({ fan }) => fan.name }}
      pane={({ id, onBack }) => <SubscriptionPane key={id} id={id} onBack={onBack} />}
    />
  );
};

export default Subscriptions;
