import type { PerformerCard as PerformerCardShape } from '@stagedoor/contract/performers';
import { Link } from 'react-router';
import { NO_AVATAR } from '../../ui/Avatar.tsx';
import { Chip, LiveBadge } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { type StageWords, useStageWords } from '../../ui/stage-words.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './performers.module.css';

/** As many are seen first on a phone, two in a row: loaded at once when the list begins the page, as they are the largest thing there. */
const FIRST = 4;

/** A line of a card about a group show, or about a performer who is busy or about to begin. */
const StageLine = ({ words: { rate, seats, away } }: { words: StageWords }) =>
  rate || away ? (
    <span className={classes(type.tiny, type.strong, type.two)}>{away ?? [rate, seats].filter(Boolean).join(' · ')}</span>
  ) : null;

/** Performers as portrait cards with name and craft. @param isFirst the list begins the page */
export const PerformerCards = ({ performers, isFirst = false }: { performers: readonly PerformerCardShape[]; isFirst?: boolean }) => {
  const t = useText();
  const format = useFormat();
  const stageWords = useStageWords();
  return (
    <div className={styles.cards}>
      {performers.map((performer, at) => (
        <Link key={performer._id} to={`/${performer.username}`} className={styles.card}>
          <img
            src={performer.avatar || NO_AVATAR}
            alt=""
            loading={isFirst && at < FIRST ? 'eager' : 'lazy'}
            fetchPriority={isFirst && at < FIRST ? 'high' : undefined}
            decoding="async"
          />
          <span className={styles.cardTop}>
            {performer.isLive ? <LiveBadge /> : null}
            <Chip tone="glass">
              {performer.monthlyPrice === 0 ? t('discover.free') : t('discover.perMonth', { price: format.worth(performer.monthlyPrice) })}
            </Chip>
          </span>
          <span className={styles.cardWords}>
            <span className={classes(type.display, type.two, styles.cardName)}>
              <bdi>{performer.name}</bdi>
            </span>
            <span className={classes(type.small, type.two)}>
              <bdi>{[performer.craft, performer.city].filter(Boolean).join(', ')}</bdi>
            </span>
            <StageLine words={stageWords(performer.live)} />
          </span>
        </Link>
      ))}
    </div>
  );
};
