import type { ReactNode } from 'react';
import { Beam } from '../ui/Beam.tsx';
import { classes } from '../ui/classes.ts';
import styles from './PublicPage.module.css';
import { SiteLogo } from './SiteLogo.tsx';
import { SiteMenu } from './SiteMenu.tsx';
import { useText } from '../ui/text.ts';

/** A standalone page: the logo, one beam, one column. `wide` is for error pages; `unlit` omits the light where a picture has its own. */
export const PublicPage = ({ wide, unlit, children }: { wide?: boolean; unlit?: boolean; children: ReactNode }) => {
  const t = useText();
  return (
    <div className={styles.page}>
      {unlit ? null : wide ? <Beam kind="cone" className={styles.spot} /> : <Beam x={50} />}
      <header className={styles.head}>
        <SiteLogo />
        {wide ? null : <SiteMenu menu="header" className={styles.headMenu} label={t('gate.siteLinks')} />}
      </header>
      <div className={styles.body}>
        <div className={classes(wide ? styles.wideCard : styles.card)}>{children}</div>
      </div>
    </div>
  );
};
