import type { ReactNode } from 'react';
import { Amount } from '../../../ui/Amount.tsx';
import { useText } from '../../../ui/text.ts';
import styles from './paid.module.css';

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.line}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** What a paid show costs: rate, what is held, how long the balance lasts, whether it is recorded. */
export const Lines = ({
  price,
  minimumMinutes,
  minutesLeft,
  isRecorded,
  seats,
}: {
  price: number;
  minimumMinutes: number;
  /** How long the viewer's tokens last; null when nothing is known of them. */
  minutesLeft: number | null;
  isRecorded: boolean;
  seats?: { taken: number; seats: number };
}) => {
  const t = useText();
  const minimum = Math.round(price * minimumMinutes * 100) / 100;
  return (
    <dl className={styles.lines}>
      <Line label={t('paid.rate')}>
        <Amount tokens={price} className={styles.sum} /> <small>{t('paid.aMinute')}</small>
      </Line>
      <Line label={t('paid.minimum')}>
        <Amount tokens={minimum} className={styles.sum} /> <small>{t('paid.minutes', { count: minimumMinutes })}</small>
      </Line>
      {minutesLeft === null ? null : (
        <Line label={t('paid.lasts')}>
          <span className={styles.lasts}>{t('paid.minutes', { count: minutesLeft })}</span>
        </Line>
      )}
      {seats ? <Line label={t('paid.seats')}>{t('paid.seatsTaken', { ...seats })}</Line> : null}
      <Line label={t('paid.recording')}>
        <b>{t(isRecorded ? 'paid.recorded' : 'paid.notRecorded')}</b>
      </Line>
    </dl>
  );
};
