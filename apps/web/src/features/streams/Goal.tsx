import type { StreamSession } from '@stagedoor/contract/streams';
import { Amount, useAmountText } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { Footlights } from '../../ui/Footlights.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './Goal.module.css';

/** A show's goal as footlights: title, progress, bulb by bulb. */
export const Goal = ({
  goal,
  goals,
  onDark,
}: {
  goal: NonNullable<StreamSession['goal']>;
  goals?: StreamSession['goals'];
  onDark?: boolean;
}) => {
  const t = useText();
  const written = useAmountText();
  const reached = goal.raised >= goal.amount;
  const place =
    goals && goals.total > 1 ? t('tipMenu.goalOf', { number: Math.min(goals.reached + 1, goals.total), total: goals.total }) : undefined;
  return (
    <div className={classes(styles.goal, onDark && styles.onDark)}>
      <div className={styles.line}>
        <span className={classes(styles.title, type.clip)} title={place}>
          <bdi>{goal.title}</bdi>
          {place ? <span className={type.hidden}> {place}</span> : null}
        </span>
        <span className={classes(type.num, styles.sum)}>
          <Amount tokens={goal.raised} trim />{' '}
          <span className={styles.of}>
            {reached ? t('room.goalReached') : t('room.goalOf', { amount: written(goal.amount, { trim: true }) })}
          </span>
        </span>
      </div>
      <Footlights value={goal.raised} goal={goal.amount} bulbs={onDark ? 26 : 40} {...(onDark ? { onDark } : {})} />
    </div>
  );
};

/** The top three tippers. */
export const TopTippers = ({ tippers }: { tippers: StreamSession['topTippers'] }) => {
  const t = useText();
  const named = tippers.filter(({ fan }) => fan !== null);
  if (named.length === 0) return null;
  return (
    <ol className={styles.tops} aria-label={t('room.topTippers')}>
      {named.map(({ fan, amount }, index) => (
        <li key={fan?._id} className={styles.top}>
          <span className={classes(type.tiny, type.faint, type.clip, styles.rank)}>
            {t('room.rank', { rank: index + 1, name: fan?.name.split(' ')[0] ?? '' })}
          </span>
          <Amount tokens={amount} trim className={classes(styles.topSum, index === 0 && type.spot)} />
        </li>
      ))}
    </ol>
  );
};
