import type { AdminOrder } from '@stagedoor/contract/admin-money';
import { type ChangeEvent, useDeferredValue, useState } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { useAction, useData } from '../../../app/data.ts';
import { useAmountText } from '../../../ui/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Check.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { TokenField } from '../../../ui/TokenField.tsx';
import { typedTokens } from '../../../ui/typed-tokens.ts';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useKeptState } from '../../../ui/forms/use-kept-state.ts';
import admin from '../../../ui/admin/list-and-pane.module.css';
import { Effect } from './RefundEffect.tsx';

interface RefundSheetProps {
  order: AdminOrder;
  /** One line of the order; omitted for the whole order. */
  orderLineId: string | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Refunds an order or a part of it, after a preview of the effects. */
export const RefundSheet = ({ order, orderLineId, onClose, onDone }: RefundSheetProps) => {
  const t = useText();
  const params = { id: order._id };
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [endsAccess, setEndsAccess] = useState(false);
  const amount = typedTokens(typed);
  const isWrong = typed.trim() !== '' && amount === null;
  const part = {
    ...(orderLineId ? { detailId: orderLineId } : {}),
    ...(amount === null ? {} : { amount, ...(endsAccess ? { endsAccess } : {}) }),
  };
  const preview = useData('GET /admin/orders/{id}/refund-preview', { params, query: useDeferredValue(part) });
  const isTokens = order.method === 'wallet';
  const written = useAmountText();
  const field = {
    label: t('money.refundAmount'),
    hint: t('money.refundAmountHint', { left: isTokens ? written(order.refundable) : format.money(order.refundable) }),
    value: typed,
    error: isWrong ? t('validation.number') : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
  };
  const refund = useAction('POST /admin/orders/{id}/refund');
  const [reason, setReason] = useState('');
  const kept = useKeptState({ draft: `refund.${orderLineId ?? order._id}`, saved: '', value: reason, restore: setReason, asks: false });
  const submit = async () => {
    if (!(await refund.run({ params, body: { reason, ...part } }))) return;
    kept.done();
    toast(t('money.refunded'), { tone: 'ok' });
    onDone();
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('money.refundTitle')}
      width={480}
      foot={
        <Button
          kind="bad"
          wide
          busy={refund.busy}
          disabled={reason.trim() === '' || isWrong || preview.data?.refusal !== null}
          onClick={() => void submit()}
        >
          {t('money.refund')}
        </Button>
      }
    >
      <div className={admin.form}>
        <h3 className={type.label}>{t('money.effect')}</h3>
        {preview.data ? (
          <Effect preview={preview.data} />
        ) : (
          <Pending of={preview}>
            <RowsSkeleton rows={3} square />
          </Pending>
        )}
        {isTokens ? <TokenField {...field} /> : <TextField {...field} inputMode="decimal" autoComplete="off" />}
        {amount === null ? null : (
          <Checkbox
            label={t('money.refundEndsAccess')}
            checked={endsAccess}
            onChange={(event) => setEndsAccess(event.currentTarget.checked)}
          />
        )}
        <TextField
          label={t('money.refundReason')}
          hint={t('money.refundReasonHint')}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormError error={refund.error} fields={['reason']} />
      </div>
    </Sheet>
  );
};
