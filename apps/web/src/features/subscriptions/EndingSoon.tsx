import { useData } from '../../app/data.ts';
import { useSiteTime } from '../../app/site-time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { ResumeButton } from '../checkout/ResumeButton.tsx';
import styles from './subscriptions.module.css';

const SOON_MS = 10 * 86_400_000;

/** A cancelled subscription that ends soon, with a button to keep it. */
export const EndingSoon = () => {
  const t = useText();
  const format = useFormat();
  const now = useSiteTime();
  const { data } = useData('GET /subscriptions/search', { query: { state: 'cancelled', limit: 1 } });
  const ending = data?.data[0];
  if (!ending || new Date(ending.expiresAt).getTime() - now > SOON_MS) return null;
  return (
    <Card selected>
      <div className={styles.ending}>
        <Avatar src={ending.performer.avatar} />
        <span className={styles.words}>
          <span className={type.strong}>
            <bdi>{ending.performer.name}</bdi>
          </span>
          <span className={classes(type.small, type.quiet)}>
            {t('home.endsSoon', { date: format.periodDay(ending.expiresAt, 'weekday') })}
          </span>
        </span>
      </div>
      <ResumeButton subscription={ending} main />
    </Card>
  );
};
