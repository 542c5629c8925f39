import type { ReelView } from '@stagedoor/contract/reels';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { sourceFor } from '../../ui/Picture.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { Comments } from '../comments/Comments.tsx';
import { DeckTop } from './DeckTop.tsx';
import { ReelSide } from './ReelSide.tsx';
import { ReelSlide } from './ReelSlide.tsx';
import styles from './reels.module.css';
import { REDUCED_MOTION, useDeck } from './use-deck.ts';
import { useSound } from './use-sound.ts';

/** Films beside the current one that are loaded: the one before it, to go back to, and the next. */
const NEAR = 1;
/** Reels beside the current one that are in the document as more than an empty place. */
const DRAWN = 3;
/** More are asked for when so few are left. */
const LEFT = 4;

interface ReelDeckProps {
  reels: readonly ReelView[];
  /** Those of the performers one follows, instead of everybody's. */
  isFollowing: boolean;
  onMore?: (() => void) | undefined;
}

/** Reels one below the other, each as high as the window; the one in view plays. */
export const ReelDeck = ({ reels, isFollowing, onMore }: ReelDeckProps) => {
  const t = useText();
  const sound = useSound();
  const { deck, at, watch, go } = useDeck(sound);
  const [autoPlay, setAutoPlay] = useState(true);
  const [commented, setCommented] = useState<ReelView | null>(null);
  useEffect(() => setAutoPlay(!matchMedia(REDUCED_MOTION).matches), []);
  const left = reels.length - at;
  useEffect(() => {
    if (left <= LEFT) onMore?.();
  }, [left, onMore]);
  const current = reels[at];
  const backdrop = current?.preview ?? current?.video?.poster;
  return (
    <div className={styles.page}>
      <section className={styles.stage} aria-label={t('reels.title')}>
        {backdrop ? <img className={styles.backdrop} src={sourceFor(backdrop, 64)} alt="" /> : null}
        <DeckTop isFollowing={isFollowing} sound={sound} />
        <div ref={deck} className={styles.deck}>
          {reels.map((reel, index) => {
            const distance = Math.abs(index - at);
            const title = reel.title || t('reels.by', { name: reel.performer.name });
            return (
              <article
                key={reel._id}
                ref={watch}
                data-at={index}
                className={classes(styles.slide, index === at && styles.current)}
                aria-label={`${reel.performer.name}: ${title}`}
                inert={index !== at}
              >
                {distance <= DRAWN ? (
                  <ReelSlide
                    reel={reel}
                    isCurrent={index === at}
                    isNear={distance <= NEAR}
                    sound={sound}
                    autoPlay={autoPlay}
                    onComments={() => setCommented(reel)}
                  />
                ) : null}
              </article>
            );
          })}
        </div>
        <div className={styles.steps}>
          <IconButton
            kind="glass"
            label={t('reels.previous')}
            disabled={at === 0}
            icon={<IconChevronUp size={22} stroke={1.75} />}
            onClick={() => go(at - 1)}
          />
          <IconButton
            kind="glass"
            label={t('reels.next')}
            disabled={at >= reels.length - 1}
            icon={<IconChevronDown size={22} stroke={1.75} />}
            onClick={() => go(at + 1)}
          />
        </div>
      </section>
      {current ? <ReelSide key={current._id} reel={current} /> : null}
      <Sheet opened={commented !== null} onClose={() => setCommented(null)} label={t('comments.title')} width={480}>
        {commented ? (
          <Comments object={{ objectType: 'reel', objectId: commented._id }} isLocked={false} count={commented.counts.comments} />
        ) : null}
      </Sheet>
    </div>
  );
};
