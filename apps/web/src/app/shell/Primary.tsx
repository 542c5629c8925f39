import { lazy, type ReactNode, Suspense } from 'react';
import { BackToTop } from '../../ui/BackToTop.tsx';
import { Beam } from '../../ui/Beam.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { Footer } from './Footer.tsx';
import { BottomBar, TopBar } from './PhoneBars.tsx';
import { Rail } from './Rail.tsx';
import styles from './Shell.module.css';

const importTop = async () => ({ default: (await import('./VisitorTop.tsx')).VisitorTop });
/** Only visitors of one page need its code; the server renders it at once. */
const VisitorTop = import.meta.env.SSR ? (await importTop()).default : lazy(importTop);

interface PrimaryProps {
  footer: boolean;
  /** The page renders its own top bar on phones. */
  ownTop: boolean;
  /** Without the rail: the front page. */
  isFront: boolean;
  /** Dark in both themes, from edge to edge. */
  isDark: boolean;
  /** Above the content, on every page. */
  banners: ReactNode;
  children: ReactNode;
}

/** Rail, bars and content; with a footer or without. */
export const Primary = ({ footer, ownTop, isFront, isDark, banners, children }: PrimaryProps) => {
  const t = useText();
  return (
    <>
      {isDark ? null : <Beam />}
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <div className={classes(styles.app, isFront && styles.withoutRail, isDark && styles.dark)} data-theme={isDark ? 'dark' : undefined}>
        {isFront ? (
          <Suspense>
            <VisitorTop />
          </Suspense>
        ) : (
          <Rail />
        )}
        {ownTop ? null : <TopBar />}
        <div className={styles.main}>
          {banners}
          <main id="content" tabIndex={-1} className={styles.content}>
            {children}
          </main>
          {footer ? <Footer /> : null}
        </div>
        <BottomBar />
      </div>
      {footer ? <BackToTop /> : null}
    </>
  );
};
