import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { BackToTop } from '../../ui/BackToTop.tsx';
import { Beam } from '../../ui/Beam.tsx';
import { ConnectionBanner } from '../../ui/ConnectionBanner.tsx';
import { LoadingOverlay } from '../../ui/LoadingOverlay.tsx';
import { usePreparedOverlays } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { useSettings } from '../boot.tsx';
import { pageOf } from '../guard.ts';
import type { Layout, Page } from '../pages.ts';
import { useRealtime } from '../realtime.tsx';
import { useSession } from '../session.tsx';
import { BlockOfflineNavigation } from '../BlockOfflineNavigation.tsx';
import { useCopyUiPreferences, useThemeColor } from '../ui-preferences.ts';
import { purchaseOf } from '../../features/checkout/interrupted-purchase.ts';
import { WalletSync } from '../../features/wallet/WalletSync.tsx';
import { ActingBanner } from './ActingBanner.tsx';
import { Analytics } from './Analytics.tsx';
import { useConsent } from '../consent.ts';
import { CookieBanner } from './CookieBanner.tsx';
import { Footer } from './Footer.tsx';
import { LiveSettings } from './LiveSettings.tsx';
import { BottomBar, TopBar } from './PhoneBars.tsx';
import { Rail } from './Rail.tsx';
import styles from './Shell.module.css';
import { ShortcutsProvider } from './Shortcuts.tsx';
import { SiteScripts } from './SiteScripts.tsx';

const DeletionBanner = lazy(() => import('../../features/account/DeletionBanner.tsx'));
const ClockBanner = lazy(() => import('../../features/money/ClockBanner.tsx'));
const ResumedPurchase = lazy(() => import('../../features/items/ResumedPurchase.tsx'));

/** The sheet of an interrupted purchase named in the address; its code is loaded only then. */
const Resumed = () => {
  const { search } = useLocation();
  const [isLoaded, setIsLoaded] = useState(false);
  const named = purchaseOf(search) !== null;
  useEffect(() => {
    if (named) setIsLoaded(true);
  }, [named]);
  return isLoaded ? (
    <Suspense>
      <ResumedPurchase />
    </Suspense>
  ) : null;
};

/** Only the browser knows that the clock was moved: the server renders the page without it. */
const MovedClock = () => {
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  return isLive ? (
    <Suspense>
      <ClockBanner />
    </Suspense>
  ) : null;
};

/** Rail, bars and content; with a footer or without. */
const Primary = ({ footer, ownTop, children }: { footer: boolean; ownTop: boolean; children: ReactNode }) => {
  const t = useText();
  const user = useSession();
  const deletesAt = user?.deletesAt;
  const { pathname } = useLocation();
  const isAdministration = pathname.startsWith('/admin') && user?.permissions.includes('overview') === true;
  return (
    <>
      <Beam />
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <div className={styles.app}>
        <Rail />
        {ownTop ? null : <TopBar />}
        <div className={styles.main}>
          {deletesAt ? (
            <Suspense>
              <DeletionBanner />
            </Suspense>
          ) : null}
          {isAdministration ? <MovedClock /> : null}
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

const Frame = ({ layout, page, children }: { layout: Layout; page: Page; children: ReactNode }) =>
  page.bare && layout === page.layout ? (
    <main id="content" tabIndex={-1} className={styles.bare}>
      {children}
    </main>
  ) : layout === 'primary' || layout === 'noFooter' ? (
    <Primary footer={layout === 'primary'} ownTop={page.ownTop ?? false}>
      {children}
    </Primary>
  ) : (
    <main id="content">{children}</main>
  );

/** Consent banner and scripts. Separate, because only the browser knows the choice and the page shouldn't re-render for it. */
const Consented = () => {
  const { pathname } = useLocation();
  const { cookiePolicyEnabled } = useSettings();
  const { choice, isAsked, asksAgain } = useConsent();
  const user = useSession();
  // The site's own scripts never run for admins, nor while an admin acts as an account.
  const mayRun = user?.role !== 'admin' && !user?.actingAdmin && !pathname.startsWith('/admin');
  const isAgreed = !cookiePolicyEnabled || choice === 'yes';
  return (
    <>
      {cookiePolicyEnabled && isAsked && !user?.actingAdmin ? <CookieBanner again={asksAgain} /> : null}
      {isAgreed && mayRun ? (
        <>
          <Analytics />
          <SiteScripts />
        </>
      ) : null}
    </>
  );
};

const Connection = () => {
  const { state, retry } = useRealtime();
  return <ConnectionBanner state={state} onRetry={retry} />;
};

/** The frame of every page, with its overlays. */
export const Shell = ({ layout, children }: { layout?: Layout; children: ReactNode }) => {
  const { pathname } = useLocation();
  const { page } = pageOf(pathname);
  const { pageLoadingIconUrl } = useSettings();
  useCopyUiPreferences();
  useThemeColor();
  usePreparedOverlays();
  return (
    <ShortcutsProvider>
      {/* The router asks only the blocker registered last: a page's own, which comes after this one. */}
      <BlockOfflineNavigation />
      <Frame layout={layout ?? page.layout ?? 'primary'} page={page}>
        {children}
      </Frame>
      <ActingBanner />
      <WalletSync />
      <Resumed />
      <Connection />
      <LiveSettings />
      <Consented />
      <LoadingOverlay icon={pageLoadingIconUrl} />
    </ShortcutsProvider>
  );
};
