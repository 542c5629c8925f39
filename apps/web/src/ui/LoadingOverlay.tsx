import { useEffect, useState } from 'react';
import { classes } from './classes.ts';
import { LogoSign } from './Logo.tsx';
import styles from './Overlays.module.css';
import { useText } from './text.ts';
import type from './type.module.css';

/** Covers the page at the start, for about a second at most; removed on hydration. */
export const LoadingOverlay = ({ icon }: { icon?: string | undefined }) => {
  const t = useText();
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
      <span className={type.hidden}>{t('ui.loading')}</span>
    </div>
  );
};
