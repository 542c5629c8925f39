import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Overlays.module.css';
import { useText } from './text.ts';

/** Scroll position from which it is shown, in pixels (specification section 9). */
const SHOWN_AFTER = 400;
/** Duration of the scroll animation, in milliseconds (specification section 9). */
const DURATION_MS = 450;

const scrollToTop = (): void => {
  const from = window.scrollY;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo(0, 0);
    return;
  }
  const began = performance.now();
  const step = (now: number) => {
    const part = Math.min(1, (now - began) / DURATION_MS);
    const eased = 1 - (1 - part) ** 3;
    window.scrollTo(0, Math.round(from * (1 - eased)));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
};

/** Scrolls back to the top of the page. */
export const BackToTop = () => {
  const t = useText();
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
      aria-label={t('ui.backToTop')}
      tabIndex={shown ? 0 : -1}
      aria-hidden={!shown}
      onClick={scrollToTop}
    >
      <IconArrowUp size={20} stroke={1.75} />
    </button>
  );
};
