import { Amount } from '../../ui/Amount.tsx';
import { useData } from '../../app/data.ts';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import styles from './TipMenu.module.css';
import type { TipActions } from './use-tip.ts';

/** What the performer does for a tip: pressing an act tips its price, with its name. Nothing without a menu. */
export const TipMenu = ({ performerId, desk, onDark = false }: { performerId: string; desk: TipActions; onDark?: boolean }) => {
  const t = useText();
  const { data } = useData('GET /streaming/tip-menu/{id}', { params: { id: performerId } });
  if (!data || data.acts.length === 0) return null;
  return (
    <div className={classes(styles.menu, onDark && styles.onDark)} role="group" aria-label={t('tipMenu.title')}>
      {data.acts.map(({ _id, title, price }) => (
        <button key={_id} type="button" className={styles.act} disabled={desk.sending !== null} onClick={() => void desk.tip(price, title)}>
          <span className={styles.title}>
            <bdi>{title}</bdi>
          </span>
          <Amount tokens={price} trim className={styles.price} />
        </button>
      ))}
    </div>
  );
};
