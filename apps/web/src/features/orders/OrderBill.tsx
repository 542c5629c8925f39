import type { ProductOrder } from '@stagedoor/contract/orders';
import { Amount } from '../../ui/Amount.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Fact } from './Fact.tsx';
import { billOf } from './order-bill.ts';
import styles from './orders.module.css';

/** The bill of an order: lines, coupon and postage add up to the payment; refunds follow. */
export const OrderBill = ({ order }: { order: ProductOrder }) => {
  const t = useText();
  const format = useFormat();
  return (
    <Card pad="lg">
      <CardHead title={t('orders.bill')} />
      <div className={styles.part}>
        {billOf(order).map(({ key, name, quantity, tokens }) => (
          <Fact
            key={key}
            label={
              name === null ? (
                t(`orders.${key as 'discount' | 'postage'}`)
              ) : (
                <>
                  <bdi>{name}</bdi>
                  {quantity > 1 ? ` × ${format.count(quantity)}` : ''}
                </>
              )
            }
          >
            <Amount tokens={tokens} />
          </Fact>
        ))}
        <Fact label={t('orders.total')}>
          <b>
            <Amount tokens={order.total} money={order.money} />
          </b>
        </Fact>
        {order.refunded > 0 ? (
          <Fact label={t('orders.refunded')}>
            <Amount tokens={order.refunded} money={order.refundedMoney} signed />
          </Fact>
        ) : null}
        <Fact label={t('orders.paidBy')}>{t(`orders.method.${order.method}`)}</Fact>
        <Fact label={t('orders.placed')}>{format.date(order.createdAt, 'dayTime')}</Fact>
        <Fact label={t('orders.number')}>
          <span className={type.tiny}>{order._id}</span>
        </Fact>
      </div>
    </Card>
  );
};
