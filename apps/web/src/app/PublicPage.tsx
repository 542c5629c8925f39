import type { ReactNode } from 'react';
import { Beam } from '../ui/Beam.tsx';
import { classes } from '../ui/classes.ts';
import styles from './PublicPage.module.css';
import { SiteLogo } from './SiteLogo.tsx';
import { SiteMenu } from './SiteMenu.tsx';
import { useText } from '../ui/text.ts';

/** A page of its own: the logo, one beam, one column. `wide` is for what went wrong: a spot on an empty stage, or `unlit` where a picture brings its own light. */
export const PublicPage = ({ wide, unlit, children }: { wide?: boolean; unlit?: boolean; children: ReactNode }) => {
  const say = useText();
  return (
    <div className={styles.page}>
      {unlit ? null : wide ? <Beam kind="cone" className={styles.spot} /> : <Beam x={50} />}
      <header className={styles.head}>
        <SiteLogo />
        {wide ? null : <SiteMenu menu="header" className={styles.headMenu} label={say('gate.siteLinks')} />}
      </header>
      <div className={styles.body}>
        <div className={classes(wide ? styles.wideCard : styles.card)}>{children}</div>
      </div>
    </div>
  );
};
