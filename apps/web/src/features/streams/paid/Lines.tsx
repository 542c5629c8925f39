import type { ReactNode } from 'react';
import { useSession } from '../../../app/session.tsx';
import { Amount } from '../../../ui/Amount.tsx';
import { tokensToMoney, useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { type ShowPaidIn, useSpendingLeft } from '../../checkout/use-spending-left.ts';
import { minutesAffordable } from './minutes-left.ts';
import styles from './paid.module.css';

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.line}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** What the fan's own limits leave for minutes besides those held, in the site's currency; null without a limit. */
const useLeftFor = (show: NonNullable<ShowPaidIn>, held: number): number | null => {
  const format = useFormat();
  const left = useSpendingLeft(show);
  if (left?.coolOffUntil) return 0;
  const { period = null, inShow = null } = left ?? {};
  if (period === null && inShow === null) return null;
  // The limit of a show that hasn't begun counts what is held for it; what is left of a day leaves it out already.
  const heldInShow = show === 'new' ? tokensToMoney(held, format.tokenValue) : 0;
  return Math.min(period?.left ?? Infinity, inShow === null ? Infinity : inShow - heldInShow);
};

/** What a paid show costs: rate, what is held, how long the balance lasts, whether it is recorded. */
export const Lines = ({
  show,
  price,
  minimumMinutes,
  isRecorded,
  held = 0,
  seats,
}: {
  show: NonNullable<ShowPaidIn>;
  price: number;
  minimumMinutes: number;
  isRecorded: boolean;
  /** What is held already: it lasts too. */
  held?: number;
  seats?: { taken: number; seats: number };
}) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const left = useLeftFor(show, held);
  const lasts = user ? minutesAffordable({ balance: user.balance, held, price, left, tokenValue: format.tokenValue }) : 0;
  const minimum = Math.round(price * minimumMinutes * 100) / 100;
  return (
    <dl className={styles.lines}>
      <Line label={t('paid.rate')}>
        <Amount tokens={price} className={styles.sum} />{' '}
        <small>
          {t('paid.aMinute')}, {format.worth(price)}
        </small>
      </Line>
      <Line label={t('paid.minimum')}>
        <Amount tokens={minimum} className={styles.sum} />{' '}
        <small>
          {t('paid.minutes', { count: minimumMinutes })}, {format.worth(minimum)}
        </small>
      </Line>
      <Line label={t('paid.lasts')}>
        <span className={styles.lasts}>{t('paid.minutes', { count: lasts })}</span>
      </Line>
      {seats ? <Line label={t('paid.seats')}>{t('paid.seatsTaken', { ...seats })}</Line> : null}
      <Line label={t('paid.recording')}>
        <b>{t(isRecorded ? 'paid.recorded' : 'paid.notRecorded')}</b>
      </Line>
    </dl>
  );
};
