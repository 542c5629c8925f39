import type { OrderLine } from '@stagedoor/contract/orders';
import { Amount } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Fact } from './Fact.tsx';
import styles from './orders.module.css';

/** The amounts of a sale, and when it was placed. */
export const SaleFacts = ({ orderLine }: { orderLine: OrderLine }) => {
  const t = useText();
  const format = useFormat();
  return (
    <div className={styles.part}>
      <Fact label={t('orders.unit')}>
        {format.count(orderLine.quantity)} × <Amount tokens={orderLine.unitPrice} />
      </Fact>
      {orderLine.discount > 0 ? (
        <Fact label={t('orders.discount')}>
          <Amount tokens={-orderLine.discount} />
        </Fact>
      ) : null}
      <Fact label={t('orders.total')}>
        <Amount tokens={orderLine.total} money={orderLine.money} />
      </Fact>
      {orderLine.postage > 0 ? (
        <Fact label={t('sales.postage')}>
          <Amount tokens={orderLine.postage} />
        </Fact>
      ) : null}
      {orderLine.refunded > 0 ? (
        <Fact label={t('orders.refunded')}>
          <Amount tokens={-orderLine.refunded} money={-orderLine.refundedMoney} />
        </Fact>
      ) : null}
      <Fact label={t('orders.placed')}>{format.date(orderLine.createdAt, 'dayTime')}</Fact>
      <Fact label={t('orders.number')}>
        <span className={classes(type.tiny)}>{orderLine.orderId}</span>
      </Fact>
    </div>
  );
};
