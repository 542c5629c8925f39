import type { DeliveryState } from '@stagedoor/contract/orders';
import { useListData } from '../../app/data.ts';
import { ListFilters } from '../../features/lists/ListFilters.tsx';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../features/orders/orders.module.css';
import { OrderCard } from '../../features/orders/OrderCard.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 12;
const STATES = ['created', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded'] as const satisfies readonly DeliveryState[];

/** The buyer's orders and their delivery states. */
const Orders = () => {
  const t = useText();
  const { get, oneOf, offset } = useListSearch();
  const delivery = oneOf('state', STATES);
  const q = get('q') ?? '';
  const orders = useListData('GET /orders/users/search', {
    query: { limit: LIMIT, offset, ...(delivery ? { delivery } : {}), ...(q ? { q } : {}) },
  });
  return (
    <ListPage
      title={t('shop.orders')}
      head={
        <Button kind="text" size="sm" to="/purchases">
          {t('orders.allPurchases')}
        </Button>
      }
      tools={
        <>
          <ListSearch label={t('orders.search')} />
          <ListFilters name="state" values={STATES} all={t('orders.every')} textOf={(state) => t(`orders.delivery.${state}`)} />
        </>
      }
      list={orders}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={4} square />}
      empty={
        delivery || q ? (
          <Empty title={t('orders.noMatch')} text={t('orders.noMatchText')} />
        ) : (
          <Empty
            title={t('orders.none')}
            text={t('orders.noneText')}
            action={
              <Button kind="gold" to="/discover">
                {t('home.lookAround')}
              </Button>
            }
          />
        )
      }
    >
      {(rows) => (
        <div className={styles.list}>
          {rows.map((order) => (
            <OrderCard key={order._id} order={order} />
          ))}
        </div>
      )}
    </ListPage>
  );
};

export default Orders;
