import type { LiveCard } from '@stagedoor/contract/streams';
import { IconEye } from '@tabler/icons-react';
import { Link } from 'react-router';
import { NO_AVATAR } from '../../ui/Avatar.tsx';
import { Chip, LiveBadge } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import curtain from '../../ui/Curtain.module.css';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './LiveRow.module.css';
import { LockedChip } from './LockedChip.tsx';

/** Badge and viewers of a show, on its picture. */
export const LiveFacts = ({ card }: { card: LiveCard }) => {
  const t = useText();
  const format = useFormat();
  return (
    <span className={styles.facts}>
      <LiveBadge />
      <Chip tone="glass" icon={<IconEye size={14} stroke={1.75} aria-hidden="true" />}>
        <span className={type.hidden}>{t('live.watching', { count: card.viewers, number: format.count(card.viewers) })}</span>
        <span aria-hidden="true">{format.short(card.viewers)}</span>
      </Chip>
      <LockedChip card={card} isShort />
    </span>
  );
};

/** Live shows in one row, which scrolls on phones: performer and title on the picture. */
export const LiveRow = ({ cards }: { cards: readonly LiveCard[] }) => (
  <ul className={styles.row}>
    {cards.map((card) => (
      <li key={card._id}>
        <Link to={`/live/${card.performer.username}`} className={styles.card}>
          <img
            className={card.access.allowed ? undefined : curtain.blurred}
            src={card.cover || card.performer.avatar || NO_AVATAR}
            alt=""
            loading="lazy"
            decoding="async"
          />
          <LiveFacts card={card} />
          <span className={styles.words}>
            <span className={classes(type.display, styles.name)}>{card.performer.name}</span>
            <span className={classes(type.small, type.clip)}>{card.title}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
