import type { OrderLine } from '@stagedoor/contract/orders';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';

export type NextDelivery = 'processing' | 'shipped' | 'delivered';

/** The note and the tracking link of a sale as they are typed, and its next steps. */
export const useSaleUpdate = (orderLine: OrderLine, onChange: () => void) => {
  const t = useText();
  const update = useAction('PUT /orders/{id}/update');
  const [note, setNote] = useState(orderLine.shippingNote);
  const [tracking, setTracking] = useState(orderLine.trackingUrl);
  const kept = useKeptState({
    draft: `sale.note.${orderLine._id}`,
    saved: orderLine.shippingNote,
    value: note,
    restore: setNote,
    asks: false,
  });
  const press = async (delivery: NextDelivery) => {
    const shippingNote = note.trim();
    const body = { delivery, ...(delivery === 'processing' ? {} : { shippingNote, trackingUrl: tracking.trim() }) };
    if (!(await update.run({ params: { id: orderLine._id }, body }))) return;
    kept.done();
    toast(t(`sales.saved.${delivery}`), { tone: 'ok' });
    onChange();
  };
  const decline = async () => {
    if (!(await update.run({ params: { id: orderLine._id }, body: { delivery: 'cancelled' } }))) return;
    kept.done();
    toast(t('sales.declined'), { tone: 'ok' });
    onChange();
  };
  const correct = async () => {
    if (!(await update.run({ params: { id: orderLine._id }, body: { trackingUrl: tracking.trim() } }))) return;
    toast(t('sales.trackingSaved'), { tone: 'ok' });
    onChange();
  };
  return { update, note, setNote, tracking, setTracking, press, decline, correct };
};
