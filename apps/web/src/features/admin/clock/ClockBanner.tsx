import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import styles from '../../../ui/admin/money.module.css';
import { useSiteClock } from './use-clock.ts';

/** Shows in the administration how far the site's clock was moved ahead. */
const ClockBanner = () => {
  const t = useText();
  const format = useFormat();
  const { clock, span } = useSiteClock();
  if (!clock || clock.ahead === 0) return null;
  return (
    <div className={styles.clock} role="status">
      {t('clock.ahead', { span, now: format.date(clock.now, 'dayTime') })}
    </div>
  );
};

export default ClockBanner;
