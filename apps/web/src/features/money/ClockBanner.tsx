import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import styles from './money.module.css';
import { useSiteClock } from './use-clock.ts';

/** Says in the administration that the site's clock was moved ahead, and by how much. */
const ClockBanner = () => {
  const say = useText();
  const format = useFormat();
  const { clock, span } = useSiteClock();
  if (!clock || clock.ahead === 0) return null;
  return (
    <div className={styles.clock} role="status">
      {say('clock.ahead', { span, now: format.date(clock.now, 'dayTime') })}
    </div>
  );
};

export default ClockBanner;
