import { useParams } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { OrderLineCard } from '../../features/orders/OrderLineCard.tsx';
import { OrderBill } from '../../features/orders/OrderBill.tsx';
import styles from '../../features/orders/orders.module.css';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import layout from '../../ui/layout.module.css';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** An order, or one line of it, depending on the address. */
const Order = () => {
  const t = useText();
  const format = useFormat();
  const { id = '' } = useParams();
  const orders = useData('GET /orders/users/search', { query: { orderId: id } });
  const whole = orders.data?.data[0];
  const isOne = orders.data !== undefined && !whole;
  const one = useData('GET /orders/details/{id}', { params: { id } }, { enabled: isOne });
  const parent = useData('GET /orders/users/search', { query: { orderId: one.data?.orderId ?? id } }, { enabled: one.data !== undefined });
  const order = whole ?? (one.data ? parent.data?.data[0] : undefined);
  const orderLines = whole?.details ?? (one.data ? [one.data] : []);
  const isMissing = isOne && one.error?.status === 404;
  const placed = order?.createdAt ?? one.data?.createdAt;
  const title = placed ? t('orders.of', { date: format.date(placed, 'dayYear') }) : t('orders.order');
  return (
    <>
      <PageTop title={t('orders.order')} back="/orders" />
      <Page>
        <PageTitle title={title} />
        {isMissing ? (
          <Empty
            level={1}
            title={t('orders.missing')}
            action={
              <Button kind="lift" to="/orders">
                {t('orders.all')}
              </Button>
            }
          />
        ) : orderLines.length === 0 ? (
          <Pending of={isOne ? one : orders}>
            <RowsSkeleton rows={4} square />
          </Pending>
        ) : (
          <>
            <h1 className={classes(type.display, type.s34, type.after, layout.desk)}>{title}</h1>
            <div className={styles.list}>
              {orderLines.map((orderLine) => (
                <OrderLineCard key={orderLine._id} orderLine={orderLine} />
              ))}
              {order ? <OrderBill order={order} /> : null}
            </div>
          </>
        )}
      </Page>
    </>
  );
};

export default Order;
