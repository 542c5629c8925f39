import type { OrderLine } from '@stagedoor/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { ActButton } from '../frame/ActButton.tsx';
import { ReasonField } from '../frame/ReasonField.tsx';
import { RefundEffect } from '../orders/RefundEffect.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

const KEY = 'GET /admin/complaints';

/** Refunds the buyer, or rejects the complaint, with a note. */
export const ComplaintDecision = ({ orderLine, onBack }: { orderLine: OrderLine; onBack: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const names = { buyer: orderLine.buyer?.name ?? '', seller: orderLine.seller?.name ?? '' };
  const act = (decision: 'refund' | 'reject') => ({
    input: { params: { id: orderLine._id }, body: { decision, note } },
    fields: ['note'],
    onDone: () => {
      toast(t('complaints.decided'), { tone: 'ok' });
      onBack();
      void client.invalidateQueries({ queryKey: [KEY] });
    },
  });
  const field = (error: ApiError | null) => (
    <ReasonField label={t('complaints.note')} maxLength={500} value={note} error={error} onChange={setNote} />
  );
  return (
    <div className={styles.act}>
      <ActButton
        {...act('refund')}
        kind="bad"
        grow
        write="POST /admin/complaints/{id}/decide"
        label={t('complaints.refund')}
        title={t('acts.complaintRefundTitle', { name: names.buyer })}
        text={t('acts.complaintRefundText', names)}
        act={t('money.refund')}
      >
        {(error) => (
          <>
            <RefundEffect orderId={orderLine.orderId} orderLineId={orderLine._id} />
            {field(error)}
          </>
        )}
      </ActButton>
      <ActButton
        {...act('reject')}
        kind="outline"
        write="POST /admin/complaints/{id}/decide"
        label={t('complaints.reject')}
        title={t('acts.complaintRejectTitle')}
        text={t('acts.complaintRejectText', names)}
      >
        {field}
      </ActButton>
    </div>
  );
};
