import type { OrderDetail } from '@stagedoor/contract/orders';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import { ComplaintDecision } from './ComplaintDecision.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Amount } from '../../../ui/Amount.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** A complaint with the order it is about, and its decision. */
export const ComplaintPane = ({ detail, onBack }: { detail: OrderDetail; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  return (
    <Pane
      label={detail.product.name}
      onBack={onBack}
      foot={detail.complaint?.state === 'open' ? <ComplaintDecision detail={detail} onBack={onBack} /> : null}
    >
      <PaneHead title={detail.product.name} line={detail.complaint ? format.date(detail.complaint.createdAt, 'dayTime') : ''} />
      <p className={styles.statement}>{detail.complaint?.text}</p>
      <div className={styles.facts}>
        <FactLine label={t('sales.buyer')}>{detail.buyer?.name}</FactLine>
        <FactLine label={t('reports.owner')}>{detail.seller?.name}</FactLine>
        <FactLine label={t('orders.total')}>
          <Amount tokens={detail.total} money={detail.money} />
        </FactLine>
        <FactLine label={t('orders.number')}>{detail.orderId}</FactLine>
        {detail.trackingUrl ? (
          <FactLine label={t('sales.tracking')}>
            <a className={type.link} href={detail.trackingUrl} target="_blank" rel="noreferrer">
              {t('orders.track')}
            </a>
          </FactLine>
        ) : null}
      </div>
      {detail.complaint?.note ? <p className={styles.statement}>{detail.complaint.note}</p> : null}
    </Pane>
  );
};
