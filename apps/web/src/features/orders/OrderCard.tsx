import type { ProductOrder } from '@stagedoor/contract/orders';
import { Link } from 'react-router';
import { DeliveryChip } from './DeliverySteps.tsx';
import styles from './orders.module.css';
import { Amount } from '../../ui/Amount.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** An order with what it is made of. */
export const OrderCard = ({ order }: { order: ProductOrder }) => {
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
            <span className={styles.name}>
              <bdi>{orderLine.product.name}</bdi>
            </span>
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
