import { useEffect, useState } from 'react';
import { classes } from './classes.ts';
import { LogoSign } from './Logo.tsx';
import styles from './Overlays.module.css';
import { useText } from './text.ts';
import type from './type.module.css';

/** Over everything at the start, for about a second at most; gone earlier, once the page has come to life. */
export const LoadingOverlay = ({ icon }: { icon?: string | undefined }) => {
  const say = useText();
  const [gone, setGone] = useState(false);
  useEffect(() => setGone(true), []);
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
