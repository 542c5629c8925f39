import type { AnswerOf, Contract } from '@stagedoor/contract';
import { IconAlignLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card, CardHead, CardLine } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './earnings.module.css';

export type EarningStats = AnswerOf<Contract['GET /earning/stats']>;

interface FigureProps {
  label: string;
  value: number;
  /** The largest of the row, in the screen's light. */
  main?: boolean;
  children?: ReactNode;
}

/** One sum of money with what it means under it. */
export const Figure = ({ label, value, main, children }: FigureProps) => {
  const format = useFormat();
  return (
    <Card pad="lg" {...(main ? { beam: 'cone' as const } : {})}>
      <div className={styles.tile}>
        <span className={type.label}>{label}</span>
        <span className={classes(type.num, main ? styles.big : styles.middle)}>{format.money(value)}</span>
        {children ? <span className={classes(type.small, type.quiet)}>{children}</span> : null}
      </div>
    </Card>
  );
};

/** Available, pending, and what the period brought. */
export const Balances = ({ stats, children }: { stats: EarningStats; children?: ReactNode }) => {
  const say = useText();
  return (
    <div className={styles.top}>
      <Figure label={say('model.available')} value={stats.available} main>
        {stats.available < 0 ? <span className={styles.owed}>{say('model.belowZero')} </span> : null}
        {children}
      </Figure>
      <Figure label={say('model.pending')} value={stats.pending}>
        {say('model.pendingText')}
      </Figure>
      <Figure label={say('model.lastThirty')} value={stats.total.net}>
        {say('model.afterCommission', { count: stats.total.lines })}
      </Figure>
    </div>
  );
};

/** Who gave most in the period. */
export const TopFans = ({ stats }: { stats: EarningStats }) => {
  const say = useText();
  const format = useFormat();
  return (
    <Card pad="lg">
      <CardHead title={say('model.topFans')} />
      {stats.topFans.length === 0 ? <p className={classes(type.small, type.faint)}>{say('model.nothingYet')}</p> : null}
      {stats.topFans.map(({ fan, net }) =>
        fan ? (
          <CardLine key={fan._id}>
            <Avatar src={fan.avatar} size={36} />
            <span className={classes(type.small, type.strong, type.clip)}>{fan.name}</span>
            <span className={classes(type.num, styles.end)}>{format.money(net)}</span>
          </CardLine>
        ) : null,
      )}
    </Card>
  );
};

/** What sold best in the period. */
export const TopItems = ({ stats }: { stats: EarningStats }) => {
  const say = useText();
  const format = useFormat();
  return (
    <Card pad="lg">
      <CardHead title={say('model.topItems')} />
      {stats.topItems.length === 0 ? <p className={classes(type.small, type.faint)}>{say('model.nothingYet')}</p> : null}
      {stats.topItems.map(({ item, picture, net }) => (
        <CardLine key={item.id}>
          <span className={styles.itemPicture}>
            {picture ? (
              <img src={sourceFor(picture, 72)} alt="" loading="lazy" decoding="async" />
            ) : (
              <IconAlignLeft size={18} stroke={1.75} aria-hidden="true" />
            )}
          </span>
          <Link to={`/feeds/${item.id}`} className={classes(type.small, type.strong, type.clip)}>
            {item.title || say('model.untitled')}
          </Link>
          <span className={classes(type.num, styles.end)}>{format.money(net)}</span>
        </CardLine>
      ))}
    </Card>
  );
};
