import type { ReelView } from '@stagedoor/contract/reels';
import { IconChevronDown, IconChevronUp, IconSearch, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FOCUS_SEARCH, type Shortcut, useShortcuts } from '../../app/shell/Shortcuts.tsx';
import { useSession } from '../../app/session.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { LiveBadge, Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { sourceFor } from '../../ui/Picture.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Comments } from '../comments/Comments.tsx';
import { ReelFilm } from './ReelFilm.tsx';
import { ReelRail } from './ReelRail.tsx';
import { ReelSide } from './ReelSide.tsx';
import styles from './reels.module.css';
import { useSound } from './use-sound.ts';

/** Films beside the current one that are loaded: the one before it, to go back to, and the next. */
const NEAR = 1;
/** Reels beside the current one that are in the document as more than an empty place. */
const DRAWN = 3;
/** More are asked for when so few are left. */
const LEFT = 4;
/** As wide as the comments beside the reel need, in pixels (reels.module.css). */
const SIDE_FROM = '(min-width: 1181px)';

const REDUCED = '(prefers-reduced-motion: reduce)';

interface ReelDeckProps {
  reels: readonly ReelView[];
  /** Those of the performers one follows, instead of everybody's. */
  isFollowing: boolean;
  onMore?: (() => void) | undefined;
}

/** Reels one below the other, each as high as the window; the one in view plays. */
export const ReelDeck = ({ reels, isFollowing, onMore }: ReelDeckProps) => {
  const t = useText();
  const user = useSession();
  const sound = useSound();
  const deck = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [autoPlay, setAutoPlay] = useState(true);
  const [commented, setCommented] = useState<ReelView | null>(null);
  useEffect(() => setAutoPlay(!matchMedia(REDUCED).matches), []);
  const left = reels.length - at;
  useEffect(() => {
    if (left <= LEFT) onMore?.();
  }, [left, onMore]);

  /** The current one is the one most of which is seen. */
  const watch = useCallback((slide: HTMLElement | null) => {
    if (!slide) return undefined;
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setAt(Number(slide.dataset['at']));
      },
      // The deck's own ref is set after those of its slides.
      { root: slide.parentElement, threshold: 0.6 },
    );
    seen.observe(slide);
    return () => seen.disconnect();
  }, []);

  const go = useCallback((to: number) => {
    const slide = deck.current?.querySelector<HTMLElement>(`[data-at="${to}"]`);
    slide?.scrollIntoView({ block: 'start', behavior: matchMedia(REDUCED).matches ? 'auto' : 'smooth' });
  }, []);
  const press = useCallback(
    (action: string) => deck.current?.querySelector<HTMLElement>(`[data-at="${at}"] [data-action="${action}"]`)?.click(),
    [at],
  );
  const { isOn, set } = sound;
  const shortcuts = useMemo<readonly Shortcut[]>(() => {
    const next = { text: t('reels.next'), run: () => go(at + 1) };
    const previous = { text: t('reels.previous'), run: () => go(at - 1) };
    return [
      { key: 'arrowdown', label: '↓', ...next },
      { key: 'arrowup', label: '↑', ...previous },
      { key: 'j', ...next },
      { key: 'k', ...previous },
      { key: 'm', text: t('reels.sound'), run: () => set(!isOn) },
      { key: 'l', text: t('feed.like'), run: () => press('like') },
      { key: 'b', text: t('feed.save'), run: () => press('save') },
    ];
  }, [t, go, at, press, isOn, set]);
  useShortcuts(shortcuts);

  const current = reels[at];
  const backdrop = current?.preview ?? current?.video?.poster;
  return (
    <div className={styles.page}>
      <section className={styles.stage} aria-label={t('reels.title')}>
        {backdrop ? <img className={styles.backdrop} src={sourceFor(backdrop, 64)} alt="" /> : null}
        <div className={styles.top}>
          {user ? (
            <nav className={styles.tabs} aria-label={t('reels.from')}>
              <Link to="/reels" replace className={classes(!isFollowing && styles.tabOn)} aria-current={isFollowing ? undefined : 'page'}>
                {t('reels.forYou')}
              </Link>
              <Link
                to="/reels?from=following"
                replace
                className={classes(isFollowing && styles.tabOn)}
                aria-current={isFollowing ? 'page' : undefined}
              >
                {t('reels.following')}
              </Link>
            </nav>
          ) : (
            <span className={styles.tabs} />
          )}
          <IconButton
            kind="glass"
            label={t(isOn ? 'reels.soundOff' : 'reels.soundOn')}
            icon={isOn ? <IconVolume size={22} stroke={1.75} /> : <IconVolumeOff size={22} stroke={1.75} />}
            onClick={() => set(!isOn)}
          />
          <span className={styles.phone}>
            <Link to="/search" state={FOCUS_SEARCH} className={styles.find} aria-label={t('shell.search')}>
              <IconSearch size={22} stroke={1.75} />
            </Link>
          </span>
        </div>
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
                  <div className={styles.frame}>
                    <div className={styles.picture}>
                      <ReelFilm reel={reel} isCurrent={index === at} isNear={distance <= NEAR} sound={sound} autoPlay={autoPlay} />
                      <span className={styles.shade} />
                    </div>
                    <div className={styles.words}>
                      <span className={styles.name}>
                        <Link to={`/${reel.performer.username}`} className={type.display}>
                          {reel.performer.name}
                        </Link>{' '}
                        <Verified />
                      </span>
                      {reel.title ? <p className={styles.title}>{reel.title}</p> : null}
                      {reel.performer.isLive ? (
                        <Link to={`/live/${reel.performer.username}`} className={styles.live}>
                          <LiveBadge /> {t('live.watch')}
                        </Link>
                      ) : null}
                    </div>
                    <ReelRail
                      reel={reel}
                      isCurrent={index === at}
                      onComments={() =>
                        matchMedia(SIDE_FROM).matches
                          ? document.querySelector<HTMLElement>('#comments textarea')?.focus()
                          : setCommented(reel)
                      }
                    />
                  </div>
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
