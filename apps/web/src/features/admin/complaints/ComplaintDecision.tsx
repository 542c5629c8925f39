import type { OrderDetail } from '@stagedoor/contract/orders';
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
export const ComplaintDecision = ({ detail, onBack }: { detail: OrderDetail; onBack: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const names = { buyer: detail.buyer?.name ?? '', seller: detail.seller?.name ?? '' };
  const act = (decision: 'refund' | 'reject') => ({
    input: { params: { id: detail._id }, body: { decision, note } },
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
            <RefundEffect orderId={detail.orderId} part={{ detailId: detail._id }} />
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
