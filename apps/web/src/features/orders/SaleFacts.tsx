import type { OrderLine } from '@stagedoor/contract/orders';
import { Amount } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Fact } from './Fact.tsx';
import styles from './orders.module.css';

/** The amounts of a sale, and when it was placed. */
export const SaleFacts = ({ detail }: { detail: OrderLine }) => {
  const t = useText();
  const format = useFormat();
  return (
    <div className={styles.part}>
      <Fact label={t('orders.unit')}>
        {format.count(detail.quantity)} × <Amount tokens={detail.unitPrice} />
      </Fact>
      {detail.discount > 0 ? (
        <Fact label={t('orders.discount')}>
          <Amount tokens={-detail.discount} />
        </Fact>
      ) : null}
      <Fact label={t('orders.total')}>
        <Amount tokens={detail.total} money={detail.money} />
      </Fact>
      {detail.postage > 0 ? (
        <Fact label={t('sales.postage')}>
          <Amount tokens={detail.postage} />
        </Fact>
      ) : null}
      {detail.refunded > 0 ? (
        <Fact label={t('orders.refunded')}>
          <Amount tokens={-detail.refunded} money={-detail.refundedMoney} />
        </Fact>
      ) : null}
      <Fact label={t('orders.placed')}>{format.date(detail.createdAt, 'dayTime')}</Fact>
      <Fact label={t('orders.number')}>
        <span className={classes(type.tiny)}>{detail.orderId}</span>
      </Fact>
    </div>
  );
};
