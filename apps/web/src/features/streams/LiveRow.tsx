import { performerPageOf } from '@stagedoor/contract/live-state.values';
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
import { GroupChip, GroupRate } from './GroupFacts.tsx';
import { LockedChip } from './LockedChip.tsx';

/** Badge and viewers of a show, on its picture. */
export const LiveFacts = ({ card }: { card: LiveCard }) => {
  const t = useText();
  const format = useFormat();
  return (
    <span className={styles.facts}>
      <LiveBadge />
      {card.type === 'group' ? (
        <GroupChip live={card.performer.live} />
      ) : (
        <Chip tone="glass" icon={<IconEye size={14} stroke={1.75} aria-hidden="true" />}>
          <span className={type.hidden}>{t('live.watching', { count: card.viewers, number: format.count(card.viewers) })}</span>
          <span aria-hidden="true">{format.short(card.viewers)}</span>
        </Chip>
      )}
      <LockedChip card={card} isShort />
    </span>
  );
};

/**
 * Live shows in one row, which scrolls on phones: performer and title on the picture.
 * @param leads the first one is large, with two beside it
 */
export const LiveRow = ({ cards, leads }: { cards: readonly LiveCard[]; leads?: boolean }) => (
  <ul className={classes(styles.row, leads && styles.leads)}>
    {cards.map((card) => (
      <li key={card._id}>
        <Link to={performerPageOf(card.performer)} className={styles.card}>
          <img
            className={card.access.allowed ? undefined : curtain.blurred}
            src={card.cover || card.performer.avatar || NO_AVATAR}
            alt=""
            loading="lazy"
            decoding="async"
          />
          <LiveFacts card={card} />
          <span className={styles.words}>
            <span className={classes(type.display, type.two, styles.name)}>
              <bdi>{card.performer.name}</bdi>
            </span>
            <span className={classes(type.small, type.clip)}>
              <bdi>{card.title}</bdi>
            </span>
            <GroupRate live={card.performer.live} />
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
