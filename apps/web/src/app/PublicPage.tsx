import type { ReactNode } from 'react';
import { Beam } from '../ui/Beam.tsx';
import { classes } from '../ui/classes.ts';
import styles from './PublicPage.module.css';
import { SiteLogo } from './SiteLogo.tsx';

/** A page of its own: the logo, one beam, one column. `wide` is for what went wrong: a spot on an empty stage. */
export const PublicPage = ({ wide, children }: { wide?: boolean; children: ReactNode }) => (
  <div className={styles.page}>
    {wide ? <Beam kind="cone" className={styles.spot} /> : <Beam x={50} />}
    <header className={styles.head}>
      <SiteLogo />
    </header>
    <div className={styles.body}>
      <div className={classes(wide ? styles.wideCard : styles.card)}>{children}</div>
    </div>
  </div>
);
