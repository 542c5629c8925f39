import type { OrderDetail } from '@stagedoor/contract/orders';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import { Amount } from '../../ui/Amount.tsx';
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
import { Fact } from './Fact.tsx';
import styles from './orders.module.css';

/** One order line in full: delivery, address, the seller's note, payment. */
export const DetailCard = ({ detail }: { detail: OrderDetail }) => {
  const t = useText();
  const format = useFormat();
  const { data } = useData('GET /orders/details/{id}', { params: { id: detail._id } });
  const { product, seller } = detail;
  const isOver = detail.delivery === 'refunded' || detail.delivery === 'cancelled';
  return (
    <Card pad="lg">
      <div className={styles.top}>
        <h2 className={classes(type.display, type.s26)}>{product.name}</h2>
        <DeliveryChip delivery={detail.delivery} />
      </div>
      {seller ? (
        <Link to={`/${seller.username}`} className={classes(type.flexBetween, type.after)} style={{ justifyContent: 'start' }}>
          <Avatar src={seller.avatar} size={36} />
          <span className={classes(type.small, type.quiet)}>{seller.name}</span>
        </Link>
      ) : null}
      <DeliverySteps detail={detail} />
      {detail.acceptBy ? (
        <p className={classes(type.small, type.quiet, styles.said)}>
          {t('orders.acceptBy', { date: format.date(detail.acceptBy, 'dayTime') })}
        </p>
      ) : null}
      {isOver ? <p className={classes(type.small, type.quiet)}>{t('orders.refundedText')}</p> : null}
      {product.type === 'digital' && !isOver ? (
        <div className={styles.part}>
          <DownloadButton productId={product._id} name={product.name} />
          <span className={classes(type.tiny, type.faint)}>{t('orders.downloadText')}</span>
        </div>
      ) : null}
      {detail.shippingNote || detail.trackingUrl ? (
        <div className={styles.part}>
          <h3 className={type.label}>{t('orders.shippingNote')}</h3>
          {detail.shippingNote ? <p>{detail.shippingNote}</p> : null}
          {detail.trackingUrl ? (
            <a className={type.link} href={detail.trackingUrl} target="_blank" rel="noreferrer">
              {t('orders.track')}
            </a>
          ) : null}
        </div>
      ) : null}
      <ComplaintNote detail={detail} />
      <BuyerActs detail={detail} />
      {data?.deliveryAddress ? (
        <div className={styles.part}>
          <h3 className={type.label}>{t('shop.address')}</h3>
          <AddressText address={data.deliveryAddress} />
        </div>
      ) : null}
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
          <Fact label={t('orders.postage')}>
            <Amount tokens={detail.postage} />
          </Fact>
        ) : null}
        <Fact label={t('orders.paidBy')}>{t(`orders.method.${detail.method}`)}</Fact>
        <Fact label={t('orders.placed')}>{format.date(detail.createdAt, 'dayTime')}</Fact>
        <Fact label={t('orders.number')}>
          <span className={type.tiny}>{detail.orderId}</span>
        </Fact>
      </div>
    </Card>
  );
};
