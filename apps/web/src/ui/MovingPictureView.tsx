import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import type { MovingPictureProps } from './MovingPicture.tsx';
import styles from './MovingPicture.module.css';
import { Picture } from './Picture.tsx';
import { useText } from './text.ts';

/** Parts of a picture in sight at which the browser tells of it. */
const PARTS = [0, 0.1, 0.25, 0.5];
/** From this part on a picture is in sight. */
const LEAST_PART = 0.25;
/** A tall picture is in sight when it fills this part of the window. */
const LEAST_OF_WINDOW = 0.4;

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** A button that is the picture itself: a press pauses or plays it. It never plays by itself for those who want less motion. */
const MovingPictureView = ({ picture, animation, name, sizes, eager, className, style, onError }: MovingPictureProps) => {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const film = useRef<HTMLVideoElement>(null);
  const [inSight, setInSight] = useState(false);
  const [wanted, setWanted] = useState(() => !matchMedia(REDUCED_MOTION).matches);
  const [isPlaying, setPlaying] = useState(false);
  const [hasPlayed, setPlayed] = useState(false);
  /** Nothing is loaded before it is to play for the first time. */
  const [isNeeded, setNeeded] = useState(false);
  if (wanted && inSight && !isNeeded) setNeeded(true);

  useEffect(() => {
    const reduced = matchMedia(REDUCED_MOTION);
    const follow = () => setWanted(!reduced.matches);
    reduced.addEventListener('change', follow);
    return () => reduced.removeEventListener('change', follow);
  }, []);

  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry)
          setInSight(
            entry.isIntersecting &&
              (entry.intersectionRatio >= LEAST_PART || entry.intersectionRect.height >= innerHeight * LEAST_OF_WINDOW),
          );
      },
      { threshold: PARTS },
    );
    seen.observe(button.current!);
    return () => seen.disconnect();
  }, []);

  useEffect(() => {
    // A browser that refuses to play shows the still, with the sign to play it.
    if (wanted && inSight && isNeeded) film.current?.play().catch(() => {});
    else film.current?.pause();
  }, [wanted, inSight, isNeeded]);

  return (
    <button
      ref={button}
      type="button"
      className={classes(className, styles.moving)}
      style={style}
      aria-label={`${t(isPlaying ? 'ui.animationPause' : 'ui.animationPlay')}: ${name}`}
      onClick={() => setWanted(!isPlaying)}
    >
      <Picture picture={picture} alt="" {...(sizes ? { sizes } : {})} {...(eager ? { eager } : {})} {...(onError ? { onError } : {})} />
      <video
        ref={film}
        className={classes(styles.film, hasPlayed && styles.shown)}
        src={isNeeded ? animation : undefined}
        muted
        loop
        playsInline
        preload="none"
        tabIndex={-1}
        aria-hidden="true"
        onPlaying={() => {
          setPlaying(true);
          setPlayed(true);
        }}
        onPause={() => setPlaying(false)}
        onError={() => {
          setPlaying(false);
          setPlayed(false);
          onError?.();
        }}
      />
      <span className={styles.sign} aria-hidden="true">
        {isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </span>
    </button>
  );
};

export default MovingPictureView;
