import { ORDER_KINDS, type OrderState } from '@stagedoor/contract/payments.values';
import { useListData } from '../../app/data.ts';
import { FilterChoice } from '../../features/lists/tools/FilterChoice.tsx';
import { anId, MADE_IN, oneOf, useFilter, words } from '../../features/lists/tools/filters.ts';
import { ListTools } from '../../features/lists/tools/ListTools.tsx';
import { useOrder } from '../../features/lists/use-order.ts';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { FilterSwitch } from '../../features/admin/list/ListFilters.tsx';
import { useOrderColumns } from '../../features/admin/orders/use-order-columns.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { MoveClock } from '../../features/admin/clock/MoveClock.tsx';
import { OrderPane } from '../../features/admin/orders/OrderPane.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 25;
const STATES = ['paid', 'created', 'refunded', 'chargedBack', 'failed', 'expired'] as const satisfies readonly OrderState[];
const FILTER = { q: words, kind: oneOf(ORDER_KINDS), state: oneOf(STATES), method: oneOf(['card']), accountId: anId, ...MADE_IN };

/** All orders, with the selected one beside them. */
const Orders = () => {
  const t = useText();
  const { offset } = useListSearch();
  const filter = useFilter(FILTER);
  const { order, sorting } = useOrder(['createdAt'], { sortBy: 'createdAt', sort: 'desc' });
  const orders = useListData('GET /admin/orders', { query: { limit: LIMIT, offset, ...filter, ...order } });
  return (
    <ListAndPane
      title={t('shell.orders')}
      head={<MoveClock />}
      tools={
        <ListTools
          search={t('money.searchOrders')}
          narrowing={['kind', 'state', 'method', 'accountId']}
          choices={
            <FilterChoice
              name="kind"
              label={t('money.kind')}
              any={t('money.anyKind')}
              choices={ORDER_KINDS.map((value) => ({ value, text: t(`money.orderKind.${value}`) }))}
            />
          }
          switches={
            <>
              {STATES.map((choice) => (
                <FilterSwitch key={choice} name="state" value={choice} text={t(`money.orderState.${choice}`)} />
              ))}
              <FilterSwitch name="method" value="card" text={t('money.byCard')} />
            </>
          }
        />
      }
      list={orders}
      columns={useOrderColumns()}
      empty={{ title: t('money.noOrders'), text: t('money.noOrdersText') }}
      limit={LIMIT}
      whole={{ list: 'orders', filter, sorting, nameOf: ({ buyer }) => buyer?.name ?? '' }}
      pane={({ id, onBack }) => <OrderPane key={id} id={id} onBack={onBack} />}
    />
  );
};

export default Orders;
