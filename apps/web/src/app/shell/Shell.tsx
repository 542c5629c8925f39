import { mayRunScripts } from '@stagedoor/contract/site-scripts.values';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { DraftOwnerProvider } from '../../ui/forms/draft-owner.ts';
import { LoadingOverlay } from '../../ui/LoadingOverlay.tsx';
import { usePreparedOverlays } from '../../ui/Sheet.tsx';
import { useSettings } from '../boot.tsx';
import { useConsent } from '../consent.ts';
import { NavigationGuard } from '../NavigationGuard.tsx';
import { useSession } from '../session.tsx';
import { useThemeColor } from '../ui-preferences.ts';
import { ShortcutsProvider } from './Shortcuts.tsx';

const nothing = () => ({ default: () => <></> });
const loadBanner = async () => ({ default: (await import('./CookieBanner.tsx')).CookieBanner });
/** Only browsers without an answer need its code. */
const CookieBanner = lazy(() => loadBanner().catch(nothing));
/** Loaded after the page itself. The server renders the owner's scripts into the document. */
const ConsentedScripts = import.meta.env.SSR ? () => null : lazy(() => import('./ConsentedScripts.tsx').catch(nothing));

/** Consent banner and scripts. Separate, because only the browser knows the choice and the page shouldn't re-render for it. */
const Consented = () => {
  const { pathname } = useLocation();
  const { cookiePolicyEnabled } = useSettings();
  const { choice, isAsked, asksAgain } = useConsent();
  const user = useSession();
  const mayRun = mayRunScripts(pathname, user);
  const isAgreed = !cookiePolicyEnabled || choice === 'yes';
  return (
    <>
      {cookiePolicyEnabled && isAsked && !user?.actingAdmin ? (
        <Suspense>
          <CookieBanner again={asksAgain} />
        </Suspense>
      ) : null}
      {isAgreed && mayRun ? (
        <Suspense>
          <ConsentedScripts />
        </Suspense>
      ) : null}
    </>
  );
};

const loadLate = () => import('./LateShell.tsx');
/** The server renders it at once. Where it can't be loaded, such as after a deployment, the page goes on without it. */
const LateShell = import.meta.env.SSR ? (await loadLate()).default : lazy(() => loadLate().catch(nothing));

interface ShellProps {
  /** What features show over every page; the root route names it, because the shell knows no feature. */
  overlays: ReactNode;
  /** The page in its layout: a layout route of `routes/layouts`, or an error page. */
  children: ReactNode;
}

/** What every page has around its layout: shortcuts, banners, overlays. */
export const Shell = ({ overlays, children }: ShellProps) => {
  const { pageLoadingIconUrl } = useSettings();
  const user = useSession();
  // What an admin types while viewing the site as an account isn't the account's.
  const draftOwner = user && !user.actingAdmin ? user._id : null;
  useEffect(() => {
    // Code that only forms need otherwise.
    void import('../../ui/forms/draft-store.ts').then(({ removeOldDrafts }) => removeOldDrafts()).catch(() => undefined);
  }, []);
  useThemeColor();
  usePreparedOverlays();
  return (
    <ShortcutsProvider>
      <NavigationGuard />
      <DraftOwnerProvider value={draftOwner}>{children}</DraftOwnerProvider>
      {overlays}
      <Suspense>
        <LateShell />
      </Suspense>
      <Consented />
      <LoadingOverlay icon={pageLoadingIconUrl} />
    </ShortcutsProvider>
  );
};
