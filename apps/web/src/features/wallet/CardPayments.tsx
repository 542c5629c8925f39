import type { PurchaseRow } from '@stagedoor/contract/payments';
import type { OrderState } from '@stagedoor/contract/payments.values';
import { IconCreditCard, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useSettings } from '../../app/boot.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip, type ChipTone } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Fact } from '../orders/Fact.tsx';
import { productNames } from '../orders/product-names.ts';
import receipt from './receipt.module.css';
import styles from './wallet.module.css';

const TONES: Record<OrderState, ChipTone> = {
  created: 'warn',
  paid: 'ok',
  failed: 'bad',
  cancelled: 'plain',
  expired: 'plain',
  refunded: 'info',
  chargedBack: 'bad',
};

/** The receipt of a payment by card, printable. */
const CardReceipt = ({ payment, opened, onClose }: { payment: PurchaseRow | null; opened: boolean; onClose: () => void }) => {
  const t = useText();
  const format = useFormat();
  const { siteName } = useSettings();
  const titleOf = ({ products, item }: PurchaseRow): string => productNames(products, { t, format }) || item?.title || '';
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('receipt.title')}
      width={440}
      foot={
        <div className={receipt.acts}>
          {payment?.kind === 'product' ? (
            <Button kind="lift" grow to={`/orders/${payment.orderId}`}>
              {t('receipt.toOrder')}
            </Button>
          ) : null}
          <Button kind="outline" grow icon={<IconPrinter size={20} stroke={1.75} />} onClick={() => window.print()}>
            {t('receipt.print')}
          </Button>
        </div>
      }
    >
      {payment ? (
        <div className={receipt.receipt}>
          <div className={receipt.stub}>
            <span className={type.label}>{siteName}</span>
            <span className={receipt.sum}>{format.money(payment.money)}</span>
            <Chip tone={TONES[payment.state]} size="sm">
              {t(`wallet.cardState.${payment.state}`)}
            </Chip>
          </div>
          <div className={receipt.facts}>
            <Fact label={t('receipt.kind')}>{t(`wallet.cardFor.${payment.kind}`)}</Fact>
            {titleOf(payment) ? <Fact label={t('receipt.item')}>{titleOf(payment)}</Fact> : null}
            {payment.counterparty ? (
              <Fact label={t('receipt.with')}>
                <bdi>{payment.counterparty.name}</bdi>
              </Fact>
            ) : null}
            <Fact
              label={t('receipt.when')}
            >{`${format.date(payment.paidAt ?? payment.createdAt, 'dayYear')}, ${format.date(payment.paidAt ?? payment.createdAt, 'time')}`}</Fact>
            <Fact label={t('receipt.charged')}>{format.money(payment.money)}</Fact>
            {payment.gateway ? <Fact label={t('cards.label')}>{t(`gateways.name.${payment.gateway}`)}</Fact> : null}
            {payment.periodDays ? <Fact label={t('cards.renewal')}>{t('cards.days', { count: payment.periodDays })}</Fact> : null}
            <Fact label={t('receipt.order')}>
              <code className={receipt.code}>{payment.orderId}</code>
            </Fact>
          </div>
        </div>
      ) : null}
    </Sheet>
  );
};

/** One payment: what it was for, what was charged, and how it ended. */
const PaymentRow = ({ payment }: { payment: PurchaseRow }) => {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <span className={styles.icon}>
        <IconCreditCard size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={classes(type.strong, type.clip)}>
          {productNames(payment.products, { t, format }) || payment.item?.title || t(`wallet.cardFor.${payment.kind}`)}
        </span>
        <span className={classes(type.tiny, type.faint, type.clip)}>
          {[payment.counterparty?.name, format.date(payment.createdAt, 'dayTime')].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={styles.amount}>
        <span className={type.strong}>{format.money(payment.money)}</span>
        <Chip tone={TONES[payment.state]} size="sm">
          {t(`wallet.cardState.${payment.state}`)}
        </Chip>
      </span>
    </>
  );
};

/** Payments by card. One that was paid opens its receipt. */
export const CardPaymentRows = ({ payments }: { payments: readonly PurchaseRow[] }) => {
  const [shown, setShown] = useState<PurchaseRow | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ul className={styles.moves}>
        {payments.map((payment) => (
          <li key={payment._id} className={payment.paidAt === null ? styles.move : undefined}>
            {payment.paidAt === null ? (
              <PaymentRow payment={payment} />
            ) : (
              <button
                type="button"
                className={styles.move}
                aria-haspopup="dialog"
                onClick={() => {
                  setShown(payment);
                  setIsOpen(true);
                }}
              >
                <PaymentRow payment={payment} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <CardReceipt payment={shown} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
};
