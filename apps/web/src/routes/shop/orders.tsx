import type { DeliveryState, ProductOrder } from '@stagedoor/contract/orders';
import { Link } from 'react-router';
import { useListData } from '../../app/data.ts';
import { ListFilters } from '../../features/lists/ListFilters.tsx';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { DeliveryChip } from '../../features/orders/DeliverySteps.tsx';
import styles from '../../features/orders/orders.module.css';
import { Amount } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 12;
const STATES = ['created', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded'] as const satisfies readonly DeliveryState[];

const OrderCard = ({ order }: { order: ProductOrder }) => {
  const t = useText();
  const format = useFormat();
  return (
    <Card pad="lg" as="article">
      <header className={styles.head}>
        <span className={classes(type.small, type.quiet)}>
          <DateText instant={order.createdAt} /> · {t(`orders.method.${order.method}`)}
        </span>
        <span className={styles.sum}>
          <Amount tokens={order.total} money={order.money} stacked />
        </span>
      </header>
      {order.details.map((orderLine) => (
        <Link key={orderLine._id} to={`/orders/${orderLine._id}`} className={styles.orderLine}>
          <span className={styles.words}>
            <span className={styles.name}>{orderLine.product.name}</span>
            <span className={classes(type.small, type.faint)}>
              {[orderLine.seller?.name, orderLine.quantity > 1 ? `× ${format.count(orderLine.quantity)}` : ''].filter(Boolean).join(' · ')}
            </span>
          </span>
          <DeliveryChip delivery={orderLine.delivery} />
        </Link>
      ))}
    </Card>
  );
};

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
