import type { OrderLine } from '@stagedoor/contract/orders';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import { ComplaintDecision } from './ComplaintDecision.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Amount } from '../../../ui/Amount.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** A complaint with the order it is about, and its decision. */
export const ComplaintPane = ({ orderLine, onBack }: { orderLine: OrderLine; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  return (
    <Pane
      label={orderLine.product.name}
      onBack={onBack}
      foot={orderLine.complaint?.state === 'open' ? <ComplaintDecision orderLine={orderLine} onBack={onBack} /> : null}
    >
      <PaneHead title={orderLine.product.name} line={orderLine.complaint ? format.date(orderLine.complaint.createdAt, 'dayTime') : ''} />
      <p className={styles.statement}>
        <bdi>{orderLine.complaint?.text}</bdi>
      </p>
      <div className={styles.facts}>
        <FactLine label={t('sales.buyer')}>
          <bdi>{orderLine.buyer?.name}</bdi>
        </FactLine>
        <FactLine label={t('reports.owner')}>
          <bdi>{orderLine.seller?.name}</bdi>
        </FactLine>
        <FactLine label={t('orders.total')}>
          <Amount tokens={orderLine.total} money={orderLine.money} />
        </FactLine>
        <FactLine label={t('orders.number')}>{orderLine.orderId}</FactLine>
        {orderLine.trackingUrl ? (
          <FactLine label={t('sales.tracking')}>
            <a className={type.link} href={orderLine.trackingUrl} target="_blank" rel="noreferrer">
              {t('orders.track')}
            </a>
          </FactLine>
        ) : null}
      </div>
      {orderLine.complaint?.note ? (
        <p dir="auto" className={styles.statement}>
          {orderLine.complaint.note}
        </p>
      ) : null}
    </Pane>
  );
};
