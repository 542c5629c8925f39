import { useEffect, useState } from 'react';
import { classes } from './classes.ts';
import { LogoSign } from './Logo.tsx';
import styles from './Overlays.module.css';
import { useText } from './text.ts';
import type from './type.module.css';

/** Longest that it stays (specification section 9). */
const LONGEST = 1000;

/** Over everything at the start, for about a second at most; gone earlier when the page is ready. */
export const LoadingOverlay = ({ ready, icon }: { ready: boolean; icon?: string | undefined }) => {
  const say = useText();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), LONGEST);
    return () => clearTimeout(timer);
  }, []);
  const gone = over || ready;
  const [removed, setRemoved] = useState(false);
  useEffect(() => {
    if (!gone) return undefined;
    const timer = setTimeout(() => setRemoved(true), 400);
    return () => clearTimeout(timer);
  }, [gone]);
  if (removed) return null;
  return (
    <div className={classes(styles.loading, gone && styles.gone)} role="status" aria-hidden={gone || undefined}>
      {icon ? <img src={icon} alt="" /> : <LogoSign />}
      <span className={type.hidden}>{say('ui.loading')}</span>
    </div>
  );
};
