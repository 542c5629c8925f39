import type { DeliveryState, OrderLine } from '@stagedoor/contract/orders';
import { IconCheck } from '@tabler/icons-react';
import { Chip, type ChipTone } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './orders.module.css';

const TONES: Record<DeliveryState, ChipTone> = {
  created: 'warn',
  processing: 'info',
  shipped: 'info',
  delivered: 'ok',
  cancelled: 'plain',
  refunded: 'plain',
};

/** The delivery state, in a word. */
export const DeliveryChip = ({ delivery }: { delivery: DeliveryState }) => (
  <Chip tone={TONES[delivery]}>{useText()(`orders.delivery.${delivery}`)}</Chip>
);

const WAY = ['created', 'processing', 'shipped', 'delivered'] as const;

/** The steps of a delivery, with completed ones marked; downloads have none. */
export const DeliverySteps = ({ orderLine }: { orderLine: OrderLine }) => {
  const t = useText();
  if (orderLine.product.type === 'digital' || orderLine.delivery === 'cancelled' || orderLine.delivery === 'refunded') return null;
  const at = WAY.indexOf(orderLine.delivery);
  const when = { created: orderLine.createdAt, processing: null, shipped: orderLine.shippedAt, delivered: orderLine.deliveredAt };
  return (
    <ol className={styles.steps} aria-label={t('orders.way')}>
      {WAY.map((step, index) => {
        const isPast = index <= at;
        return (
          <li key={step} className={classes(styles.step, isPast && styles.past)} aria-current={index === at ? 'step' : undefined}>
            <span className={styles.dot} aria-hidden="true">
              {isPast ? <IconCheck size={14} stroke={2.5} /> : null}
            </span>
            <span className={classes(type.small, isPast ? type.strong : type.faint)}>{t(`orders.step.${step}`)}</span>
            <span className={classes(type.tiny, type.faint)}>
              {isPast && when[step] ? <DateText instant={when[step]} style="day" /> : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
};
