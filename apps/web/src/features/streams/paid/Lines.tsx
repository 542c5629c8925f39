import type { ReactNode } from 'react';
import { useSession } from '../../../app/session.tsx';
import { Amount } from '../../../ui/Amount.tsx';
import { useFormat } from '../../../ui/format.tsx';
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
  isRecorded,
  held = 0,
  seats,
}: {
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
  const lasts = user ? Math.floor(Math.round((user.balance + held) * 100) / Math.round(price * 100)) : 0;
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
