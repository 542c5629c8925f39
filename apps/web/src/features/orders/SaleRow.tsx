import type { OrderLine } from '@stagedoor/contract/orders';
import { useSiteTime } from '../../app/site-time.ts';
import { DeliveryChip } from './DeliverySteps.tsx';
import styles from './orders.module.css';
import { timeLeft } from './time-left.ts';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const MINUTE_MS = 60_000;

/** Time left to accept or ship; a warm chip below one day, never red. */
const TimeLeft = ({ instant }: { instant: string }) => {
  const t = useText();
  const now = useSiteTime(MINUTE_MS);
  const left = timeLeft(instant, now);
  if (!left) return null;
  const isSoon = left.unit === 'minutes' || left.count < 24;
  return <Chip tone={isSoon ? 'warn' : 'plain'}>{t('sales.left', { time: t(`sales.${left.unit}`, { count: left.count }) })}</Chip>;
};

/** An order in the list: buyer, amount, and the time that is left. */
export const SaleRow = ({ orderLine, onOpen }: { orderLine: OrderLine; onOpen: () => void }) => {
  const format = useFormat();
  return (
    <button type="button" className={classes(styles.row, styles.sale)} aria-haspopup="dialog" onClick={onOpen}>
      <Avatar src={orderLine.buyer?.avatar ?? null} size={44} />
      <span className={styles.words}>
        <span className={styles.name}>
          <bdi>{orderLine.product.name}</bdi>
          {orderLine.quantity > 1 ? ` × ${format.count(orderLine.quantity)}` : ''}
        </span>
        <span className={classes(type.small, type.quiet)}>
          <bdi>{orderLine.buyer?.name}</bdi> · <DateText instant={orderLine.createdAt} style="day" />
        </span>
      </span>
      <span className={classes(styles.end, styles.saleEnd)}>
        <Amount tokens={orderLine.total} money={orderLine.money} />
        {orderLine.acceptBy ? <TimeLeft instant={orderLine.acceptBy} /> : <DeliveryChip delivery={orderLine.delivery} />}
      </span>
    </button>
  );
};
