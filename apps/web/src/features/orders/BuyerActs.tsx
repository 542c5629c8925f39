import type { OrderLine } from '@stagedoor/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { useSiteTime } from '../../app/site-time.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextArea } from '../../ui/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from './orders.module.css';

/** What became of a complaint, with the words of both sides. */
export const ComplaintNote = ({ orderLine }: { orderLine: OrderLine }) => {
  const t = useText();
  const { complaint } = orderLine;
  if (!complaint) return null;
  return (
    <div className={styles.part}>
      <h3 className={type.label}>{t(`orders.complaint.${complaint.state}`)}</h3>
      <p dir="auto" className={type.small}>
        {complaint.text}
      </p>
      {complaint.note ? (
        <p dir="auto" className={classes(type.small, type.quiet)}>
          {complaint.note}
        </p>
      ) : null}
    </div>
  );
};

/** What the buyer can do with an order's line: cancel before acceptance, confirm that it came, or complain. */
export const BuyerActs = ({ orderLine }: { orderLine: OrderLine }) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const client = useQueryClient();
  const now = useSiteTime(60_000);
  const [sheet, setSheet] = useState<'cancel' | 'complain' | null>(null);
  const [words, setWords] = useState('');
  const cancel = useAction('POST /orders/{id}/cancel');
  const confirm = useAction('POST /orders/{id}/confirm');
  const complain = useAction('POST /orders/{id}/complain');
  const params = { id: orderLine._id };
  const isPhysical = orderLine.product.type === 'physical';
  if (!isPhysical || user?._id !== orderLine.buyer?._id) return null;
  const mayCancel = orderLine.delivery === 'created';
  const mayConfirm = (orderLine.delivery === 'shipped' || orderLine.delivery === 'delivered') && orderLine.confirmedAt === null;
  const mayComplain = orderLine.complainBy !== null && new Date(orderLine.complainBy).getTime() > now;
  if (!mayCancel && !mayConfirm && !mayComplain) return null;
  const done = async (text: string) => {
    setSheet(null);
    toast(text, { tone: 'ok' });
    for (const key of ['GET /orders/users/search', 'GET /orders/details/{id}']) await client.invalidateQueries({ queryKey: [key] });
  };
  const onConfirm = async () => {
    if (await confirm.run({ params })) await done(t('orders.confirmed'));
  };
  const onCancel = async () => {
    if (await cancel.run({ params })) await done(t('orders.cancelled'));
  };
  const onComplain = async () => {
    if (await complain.run({ params, body: { text: words } })) await done(t('orders.complained'));
  };
  return (
    <div className={styles.part}>
      {orderLine.confirmBy ? (
        <p className={classes(type.small, type.quiet)}>{t('orders.confirmBy', { date: format.date(orderLine.confirmBy, 'day') })}</p>
      ) : null}
      <div className={styles.acts}>
        {mayConfirm ? (
          <Button kind="gold" busy={confirm.busy} onClick={() => void onConfirm()}>
            {t('orders.confirm')}
          </Button>
        ) : null}
        {mayComplain ? (
          <Button kind="lift" onClick={() => setSheet('complain')}>
            {t('orders.complain')}
          </Button>
        ) : null}
        {mayCancel ? (
          <Button kind="lift" onClick={() => setSheet('cancel')}>
            {t('orders.cancel')}
          </Button>
        ) : null}
      </div>
      <FormError error={confirm.error} fields={[]} />
      <Sheet
        opened={sheet === 'cancel'}
        onClose={() => setSheet(null)}
        locked={cancel.busy}
        title={t('orders.cancel')}
        foot={
          <div className={styles.acts}>
            <Button kind="bad" busy={cancel.busy} onClick={() => void onCancel()}>
              {t('orders.cancel')}
            </Button>
            <Button kind="lift" onClick={() => setSheet(null)}>
              {t('orders.keep')}
            </Button>
          </div>
        }
      >
        <p>{t('orders.cancelAsk', { name: orderLine.product.name })}</p>
        <FormError error={cancel.error} fields={[]} />
      </Sheet>
      <Sheet
        opened={sheet === 'complain'}
        onClose={() => setSheet(null)}
        locked={complain.busy}
        title={t('orders.complainTitle')}
        foot={
          <Button kind="gold" size="lg" wide busy={complain.busy} onClick={() => void onComplain()}>
            {t('orders.complainSend')}
          </Button>
        }
      >
        <TextArea
          label={t('orders.complainTitle')}
          hint={t('orders.complainText')}
          rows={5}
          maxLength={2000}
          value={words}
          error={complain.error?.fields['text']}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <FormError error={complain.error} fields={['text']} />
      </Sheet>
    </div>
  );
};
