import type { PurchaseRow } from '@stagedoor/contract/payments';
import type { OrderState } from '@stagedoor/contract/payments.values';
import { IconCreditCard } from '@tabler/icons-react';
import { Chip, type ChipTone } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { productNames } from '../orders/product-names.ts';
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

/** Payments by card: what each was for, what was charged, and how it ended. */
export const CardPaymentRows = ({ payments }: { payments: readonly PurchaseRow[] }) => {
  const t = useText();
  const format = useFormat();
  return (
    <ul className={styles.moves}>
      {payments.map((payment) => (
        <li key={payment._id} className={styles.move}>
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
        </li>
      ))}
    </ul>
  );
};
