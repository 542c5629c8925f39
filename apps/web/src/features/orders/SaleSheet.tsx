import type { DeliveryState, OrderLine } from '@stagedoor/contract/orders';
import { IconCheck, IconPackageExport, IconTruckDelivery } from '@tabler/icons-react';
import { useState } from 'react';
import { useData } from '../../app/data.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { AddressText } from './AddressText.tsx';
import { ComplaintNote } from './BuyerActs.tsx';
import { DeliveryChip, DeliverySteps } from './DeliverySteps.tsx';
import { Fact } from './Fact.tsx';
import styles from './orders.module.css';
import { SaleFacts } from './SaleFacts.tsx';
import { type NextDelivery, useSaleUpdate } from './use-sale-update.ts';

/** The step after each state. */
const NEXT: Partial<Record<DeliveryState, NextDelivery>> = { created: 'processing', processing: 'shipped', shipped: 'delivered' };
const ACTS = {
  processing: { text: 'sales.accept', Icon: IconCheck },
  shipped: { text: 'sales.send', Icon: IconPackageExport },
  delivered: { text: 'sales.deliver', Icon: IconTruckDelivery },
} as const;

/** A seller's view of an order line: recipient and next step. */
export const SaleSheet = ({ id, onClose, onChange }: { id: string; onClose: () => void; onChange: () => void }) => {
  const t = useText();
  const { data } = useData('GET /orders/details/{id}', { params: { id } });
  return data ? (
    <Sale key={data.delivery} orderLine={data} onClose={onClose} onChange={onChange} />
  ) : (
    <Sheet opened onClose={onClose} label={t('orders.order')}>
      <RowsSkeleton rows={4} square />
    </Sheet>
  );
};

interface DeclineProps {
  name: string;
  busy: boolean;
  onDecline: () => void;
  onKeep: () => void;
}

const Decline = ({ name, busy, onDecline, onKeep }: DeclineProps) => {
  const t = useText();
  return (
    <>
      <p className={classes(type.small, type.quiet)}>{t('sales.declineAsk', { name })}</p>
      <div className={styles.acts}>
        <Button kind="bad" grow busy={busy} onClick={onDecline}>
          {t('sales.decline')}
        </Button>
        <Button kind="lift" onClick={onKeep}>
          {t('orders.keep')}
        </Button>
      </div>
    </>
  );
};

const NextStep = ({ next, busy, onPress }: { next: NextDelivery; busy: boolean; onPress: () => void }) => {
  const t = useText();
  const { text, Icon } = ACTS[next];
  return (
    <Button kind="gold" size="lg" wide busy={busy} icon={<Icon size={20} stroke={1.75} />} onClick={onPress}>
      {t(text)}
    </Button>
  );
};

const Sale = ({
  orderLine,
  onClose,
  onChange,
}: {
  orderLine: OrderLine & { deliveryAddress: Parameters<typeof AddressText>[0]['address'] | null };
  onClose: () => void;
  onChange: () => void;
}) => {
  const t = useText();
  const [isDeclining, setIsDeclining] = useState(false);
  const { update, note, setNote, tracking, setTracking, press, decline, correct } = useSaleUpdate(orderLine, onChange);
  const next = orderLine.product.type === 'digital' ? undefined : NEXT[orderLine.delivery];
  const isSent = orderLine.product.type === 'physical' && (orderLine.delivery === 'shipped' || orderLine.delivery === 'delivered');
  return (
    <Sheet
      opened
      onClose={onClose}
      title={orderLine.product.name}
      width={520}
      foot={
        isDeclining ? (
          <Decline name={orderLine.product.name} busy={update.busy} onDecline={() => void decline()} onKeep={() => setIsDeclining(false)} />
        ) : next ? (
          <NextStep next={next} busy={update.busy} onPress={() => void press(next)} />
        ) : undefined
      }
    >
      <div className={styles.stack}>
        <div className={type.flexBetween}>
          <span className={type.flexBetween}>
            <Avatar src={orderLine.buyer?.avatar ?? null} size={36} />
            <span className={type.strong}>
              <bdi>{orderLine.buyer?.name}</bdi>
            </span>
          </span>
          <DeliveryChip delivery={orderLine.delivery} />
        </div>
        <DeliverySteps orderLine={orderLine} />
        {orderLine.deliveryAddress ? (
          <div className={styles.part}>
            <h3 className={type.label}>{t('shop.address')}</h3>
            <AddressText address={orderLine.deliveryAddress} />
          </div>
        ) : null}
        {next === 'shipped' || next === 'delivered' ? (
          <TextField
            label={t('sales.note')}
            optional
            hint={t('sales.noteHint')}
            maxLength={200}
            value={note}
            error={update.error?.fields['shippingNote']}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        ) : orderLine.shippingNote ? (
          <Fact label={t('sales.note')}>{orderLine.shippingNote}</Fact>
        ) : null}
        {next === 'shipped' || isSent ? (
          <TextField
            label={t('sales.tracking')}
            optional
            type="url"
            maxLength={500}
            placeholder="https://"
            value={tracking}
            error={update.error?.fields['trackingUrl']}
            onChange={(event) => setTracking(event.currentTarget.value)}
            end={
              isSent && tracking.trim() !== orderLine.trackingUrl ? (
                <Button kind="text" size="sm" busy={update.busy} onClick={() => void correct()}>
                  {t('sales.trackingSave')}
                </Button>
              ) : null
            }
          />
        ) : null}
        <ComplaintNote orderLine={orderLine} />
        {orderLine.delivery === 'created' && orderLine.product.type === 'physical' && !isDeclining ? (
          <div>
            <Button kind="text" size="sm" onClick={() => setIsDeclining(true)}>
              {t('sales.decline')}
            </Button>
          </div>
        ) : null}
        <FormError error={update.error} fields={['shippingNote', 'trackingUrl']} />
        <SaleFacts orderLine={orderLine} />
      </div>
    </Sheet>
  );
};
