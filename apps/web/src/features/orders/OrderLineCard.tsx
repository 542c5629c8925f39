import type { OrderLine } from '@stagedoor/contract/orders';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import { useAmountText } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { AddressText } from './AddressText.tsx';
import { DeliveryChip, DeliverySteps } from './DeliverySteps.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import { BuyerActs, ComplaintNote } from './BuyerActs.tsx';
import styles from './orders.module.css';

/** One order line in full: delivery, address, the seller's note. Its price is on the bill of the order. */
export const OrderLineCard = ({ orderLine }: { orderLine: OrderLine }) => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
  const { data } = useData('GET /orders/details/{id}', { params: { id: orderLine._id } });
  const { product, seller } = orderLine;
  const isOver = orderLine.delivery === 'refunded' || orderLine.delivery === 'cancelled';
  return (
    <Card pad="lg">
      <div className={styles.top}>
        <h2 className={classes(type.display, type.s26)}>
          <bdi>{product.name}</bdi>
        </h2>
        <DeliveryChip delivery={orderLine.delivery} />
      </div>
      {seller ? (
        <Link to={`/${seller.username}`} className={classes(type.flexBetween, type.after)} style={{ justifyContent: 'start' }}>
          <Avatar src={seller.avatar} size={36} />
          <span className={classes(type.small, type.quiet)}>
            <bdi>{seller.name}</bdi>
          </span>
        </Link>
      ) : null}
      <DeliverySteps orderLine={orderLine} />
      {orderLine.acceptBy ? (
        <p className={classes(type.small, type.quiet, styles.said)}>
          {t('orders.acceptBy', { date: format.date(orderLine.acceptBy, 'dayTime') })}
        </p>
      ) : null}
      {orderLine.refunded > 0 ? (
        <p className={classes(type.small, type.quiet)}>
          {t('orders.refundedAmount', { amount: written(orderLine.refunded, { money: orderLine.refundedMoney }) })}
        </p>
      ) : isOver ? (
        <p className={classes(type.small, type.quiet)}>{t('orders.refundedText')}</p>
      ) : null}
      {product.type === 'digital' && !isOver ? (
        <div className={styles.part}>
          <DownloadButton productId={product._id} name={product.name} />
          <span className={classes(type.tiny, type.faint)}>{t('orders.downloadText')}</span>
        </div>
      ) : null}
      {orderLine.shippingNote || orderLine.trackingUrl ? (
        <div className={styles.part}>
          <h3 className={type.label}>{t('orders.shippingNote')}</h3>
          {orderLine.shippingNote ? <p>{orderLine.shippingNote}</p> : null}
          {orderLine.trackingUrl ? (
            <a className={type.link} href={orderLine.trackingUrl} target="_blank" rel="noreferrer">
              {t('orders.track')}
            </a>
          ) : null}
        </div>
      ) : null}
      <ComplaintNote orderLine={orderLine} />
      <BuyerActs orderLine={orderLine} />
      {data?.deliveryAddress ? (
        <div className={styles.part}>
          <h3 className={type.label}>{t('shop.address')}</h3>
          <AddressText address={data.deliveryAddress} />
        </div>
      ) : null}
    </Card>
  );
};
