import type { AdminOrder, RefundPreview } from '@stagedoor/contract/admin-money';
import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { Problem } from '../auth/Problem.tsx';
import admin from '../admin/admin.module.css';
import styles from './money.module.css';

/** What will happen, in a sentence each. */
const Effect = ({ preview }: { preview: RefundPreview }) => {
  const say = useText();
  const format = useFormat();
  if (preview.refusal) return <p className={admin.reason}>{say(`money.refusal.${preview.refusal}`)}</p>;
  return (
    <ul className={styles.effect} aria-label={say('money.effect')}>
      {preview.tokens === null ? null : (
        <li>
          {say(preview.tokens < 0 ? 'money.effectTokensTaken' : 'money.effectTokens', { tokens: format.tokens(Math.abs(preview.tokens)) })}
        </li>
      )}
      {preview.money === null ? null : <li>{say('money.effectMoney', { money: format.money(preview.money) })}</li>}
      {preview.revoked > 0 ? <li>{say('money.effectRevoked')}</li> : null}
      {preview.endsSubscription ? <li>{say('money.effectSubscription')}</li> : null}
      {preview.sellers.map(({ seller, net, from, availableAfter }, index) => (
        <li key={`${seller._id} ${index}`}>
          {say(from === 'pending' ? 'money.effectPending' : 'money.effectAvailable', {
            name: seller.name,
            money: format.money(net),
            left: format.money(availableAfter),
          })}
          {availableAfter < 0 ? <b className={styles.below}> {say('money.effectBelow', { name: seller.name })}</b> : null}
        </li>
      ))}
    </ul>
  );
};

interface RefundSheetProps {
  order: AdminOrder;
  /** One detail of it; the whole order without. */
  detailId: string | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Gives an order back, after its effect was read. */
export const RefundSheet = ({ order, detailId, onClose, onDone }: RefundSheetProps) => {
  const say = useText();
  const params = { id: order._id };
  const preview = useData('GET /admin/orders/{id}/refund-preview', { params, query: detailId ? { detailId } : {} });
  const refund = useAction('POST /admin/orders/{id}/refund');
  const [reason, setReason] = useState('');
  const submit = async () => {
    if (!(await refund.run({ params, body: { reason, ...(detailId ? { detailId } : {}) } }))) return;
    toast(say('money.refunded'), { tone: 'ok' });
    onDone();
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      title={say('money.refundTitle')}
      width={480}
      foot={
        <Button
          kind="bad"
          wide
          busy={refund.busy}
          disabled={reason.trim() === '' || preview.data?.refusal !== null}
          onClick={() => void submit()}
        >
          {say('money.refund')}
        </Button>
      }
    >
      <div className={admin.form}>
        <h3 className={type.label}>{say('money.effect')}</h3>
        {preview.data ? (
          <Effect preview={preview.data} />
        ) : (
          <Pending of={preview}>
            <RowsSkeleton rows={3} square />
          </Pending>
        )}
        <TextField
          label={say('money.refundReason')}
          hint={say('money.refundReasonHint')}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Problem error={refund.error} fields={['reason']} />
      </div>
    </Sheet>
  );
};
