import type { ProductOrder } from '@stagedoor/contract/orders';
import { useState } from 'react';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
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

const STEP = 12;
const MOST = 100;

const OrderCard = ({ order }: { order: ProductOrder }) => {
  const say = useText();
  const format = useFormat();
  return (
    <Card pad="lg" as="article">
      <header className={styles.head}>
        <span className={classes(type.small, type.quiet)}>
          <DateText instant={order.createdAt} /> · {say(`orders.method.${order.method}`)}
        </span>
        <span className={styles.sum}>
          <Amount tokens={order.total} />
          <span className={classes(type.tiny, type.faint)}>{format.money(order.money)}</span>
        </span>
      </header>
      {order.details.map((detail) => (
        <Link key={detail._id} to={`/orders/${detail._id}`} className={styles.detail}>
          <span className={styles.words}>
            <span className={styles.name}>{detail.product.name}</span>
            <span className={classes(type.small, type.faint)}>
              {[detail.seller?.name, detail.quantity > 1 ? `× ${format.count(detail.quantity)}` : ''].filter(Boolean).join(' · ')}
            </span>
          </span>
          <DeliveryChip delivery={detail.delivery} />
        </Link>
      ))}
    </Card>
  );
};

/** What was ordered, and where it is. */
const Orders = () => {
  const say = useText();
  const [limit, setLimit] = useState(STEP);
  const orders = useData('GET /orders/users/search', { query: { limit } });
  const { data } = orders;
  return (
    <Page>
      <PageTitle title={say('shop.orders')} />
      <div className={type.flexBetween}>
        <h1 className={classes(type.display, type.s46, type.after)}>{say('shop.orders')}</h1>
        <Button kind="text" size="sm" to="/purchases">
          {say('orders.allPurchases')}
        </Button>
      </div>
      {!data ? (
        <Pending of={orders}>
          <RowsSkeleton rows={4} square />
        </Pending>
      ) : data.data.length === 0 ? (
        <Empty
          title={say('orders.none')}
          text={say('orders.noneText')}
          action={
            <Button kind="gold" to="/discover">
              {say('home.lookAround')}
            </Button>
          }
        />
      ) : (
        <div className={styles.list}>
          {data.data.map((order) => (
            <OrderCard key={order._id} order={order} />
          ))}
          {data.total > data.data.length && limit < MOST ? (
            <div className={styles.more}>
              <Button kind="lift" onClick={() => setLimit(Math.min(MOST, limit + STEP))}>
                {say('wallet.more')}
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </Page>
  );
};

export default Orders;
