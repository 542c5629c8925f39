import { performerPageOf } from '@stagedoor/contract/live-state.values';
import type { ReelView } from '@stagedoor/contract/reels';
import { Link } from 'react-router';
import { LiveBadge, Verified } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { ReelFilm } from './ReelFilm.tsx';
import { ReelRail } from './ReelRail.tsx';
import styles from './reels.module.css';
import type { useSound } from './use-sound.ts';

/** As wide as the comments beside the reel need, in pixels (reels.module.css). */
const SIDE_FROM = '(min-width: 1181px)';

interface ReelSlideProps {
  reel: ReelView;
  isCurrent: boolean;
  /** Its film is loaded. */
  isNear: boolean;
  sound: ReturnType<typeof useSound>;
  autoPlay: boolean;
  /** Opens the comments, where they aren't beside the reel. */
  onComments: () => void;
}

/** One reel: its film, its words, and what can be done with it. */
export const ReelSlide = ({ reel, isCurrent, isNear, sound, autoPlay, onComments }: ReelSlideProps) => {
  const t = useText();
  const { performer, title } = reel;
  return (
    <div className={styles.frame}>
      <div className={styles.picture}>
        <ReelFilm reel={reel} isCurrent={isCurrent} isNear={isNear} sound={sound} autoPlay={autoPlay} />
        <span className={styles.shade} />
      </div>
      <div className={styles.words}>
        <span className={styles.name}>
          <Link to={`/${performer.username}`} className={type.display}>
            <bdi>{performer.name}</bdi>
          </Link>{' '}
          <Verified />
        </span>
        {title ? (
          <p dir="auto" className={styles.title}>
            {title}
          </p>
        ) : null}
        {performer.isLive ? (
          <Link to={performerPageOf(performer)} className={styles.live}>
            <LiveBadge /> {t('live.watch')}
          </Link>
        ) : null}
      </div>
      <ReelRail
        reel={reel}
        isCurrent={isCurrent}
        onComments={() =>
          matchMedia(SIDE_FROM).matches ? document.querySelector<HTMLElement>('#comments textarea')?.focus() : onComments()
        }
      />
    </div>
  );
};
