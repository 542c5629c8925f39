import { performerPageOf } from '@stagedoor/contract/live-state.values';
import type { LiveCard } from '@stagedoor/contract/streams';
import { IconEye } from '@tabler/icons-react';
import { Link } from 'react-router';
import { NO_AVATAR } from '../../ui/Avatar.tsx';
import { Chip, LiveBadge } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Avatar } from '../../ui/Avatar.tsx';
import curtain from '../../ui/Curtain.module.css';
import { ReportMenu } from '../reports/ReportMenu.tsx';
import styles from './LiveCards.module.css';
import { GroupChip, GroupRate } from './GroupFacts.tsx';
import { LockedChip } from './LockedChip.tsx';

/** Live shows as landscape cards: cover, badge, viewers, title, performer. */
export const LiveCards = ({ cards }: { cards: readonly LiveCard[] }) => {
  const t = useText();
  const format = useFormat();
  return (
    <ul className={styles.cards}>
      {cards.map((card) => (
        <li key={card._id} className={styles.item}>
          <Link to={performerPageOf(card.performer)} className={styles.card}>
            <img
              className={classes(styles.cover, !card.cover && styles.face, !card.access.allowed && curtain.blurred)}
              src={card.cover || card.performer.avatar || NO_AVATAR}
              alt=""
              loading="lazy"
              decoding="async"
            />
            <span className={styles.top}>
              <LiveBadge />
              {card.type === 'group' ? (
                <GroupChip live={card.performer.live} />
              ) : (
                <Chip tone="glass" icon={<IconEye size={14} stroke={1.75} aria-hidden="true" />}>
                  {card.state === 'interrupted'
                    ? t('live.pausing')
                    : t('live.watching', { count: card.viewers, number: format.count(card.viewers) })}
                </Chip>
              )}
              <LockedChip card={card} />
            </span>
            <span className={styles.words}>
              <span className={classes(type.display, styles.title)}>{card.title}</span>
              <span className={styles.who}>
                <Avatar src={card.performer.avatar} size={28} />
                <span className={type.clip}>{card.performer.name}</span>
                <span className={classes(styles.craft, type.clip)}>
                  <bdi>{[card.category?.name, card.performer.craft, card.performer.city].filter(Boolean).join(', ')}</bdi>
                </span>
              </span>
              <GroupRate live={card.performer.live} />
            </span>
          </Link>
          <span className={styles.more}>
            <ReportMenu
              objectType="stream"
              objectId={card._id}
              others={[{ objectType: 'account', objectId: card.performer._id }]}
              ownerId={card.performer._id}
              name={card.performer.name}
              onPicture
            />
          </span>
        </li>
      ))}
    </ul>
  );
};
