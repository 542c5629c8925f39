import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Overlays.module.css';
import { useText } from './text.ts';

/** Shown from here on, in pixels (specification section 9). */
const SHOWN_AFTER = 400;
/** How long the way up takes, in milliseconds (specification section 9). */
const TAKES = 450;

const scrollToTop = (): void => {
  const from = window.scrollY;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo(0, 0);
    return;
  }
  const began = performance.now();
  const step = (now: number) => {
    const part = Math.min(1, (now - began) / TAKES);
    const eased = 1 - (1 - part) ** 3;
    window.scrollTo(0, Math.round(from * (1 - eased)));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
};

/** Back to the top of the page. */
export const BackToTop = () => {
  const say = useText();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const look = () => setShown(window.scrollY > SHOWN_AFTER);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return (
    <button
      type="button"
      className={classes(styles.top, shown && styles.shown)}
      aria-label={say('ui.backToTop')}
      tabIndex={shown ? 0 : -1}
      aria-hidden={!shown}
      onClick={scrollToTop}
    >
      <IconArrowUp size={20} stroke={1.75} />
    </button>
  );
};
