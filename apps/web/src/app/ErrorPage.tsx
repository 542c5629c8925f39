import type { Gate } from '@stagedoor/contract/web';
import { lazy, type ReactNode, Suspense } from 'react';
import { isRouteErrorResponse, useLocation, useNavigate } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { useText } from '../ui/text.ts';
import { useBoot } from './boot.tsx';
import { isShownBehindGate } from './guard.ts';
import { PageTitle } from './PageTitle.tsx';
import { PublicPage } from './PublicPage.tsx';
import styles from './PublicPage.module.css';
import type { RouteFailure } from './route-data.ts';
import { useSession } from './session.tsx';
import { Shell } from './shell/Shell.tsx';

const importGate = async () => ({ default: (await import('./GatePages.tsx')).GatePage });
/** Few visitors need its code; the server renders it at once. */
const GatePage = import.meta.env.SSR ? (await importGate()).default : lazy(importGate);

const statusOf = (error: unknown): number => (isRouteErrorResponse(error) ? error.status : 500);

const failureOf = (error: unknown): RouteFailure | null => (isRouteErrorResponse(error) ? error.data : null);

const closedBy = (gate: Gate) => (
  <Suspense>
    <GatePage gate={gate} />
  </Suspense>
);

/** Shown in place of a page: maintenance, then blocked country, then age gate, then errors. */
export const ErrorPage = ({ error, overlays }: { error: unknown; overlays: ReactNode }) => {
  const { gate } = useBoot();
  const { pathname } = useLocation();
  // From a show that may go on in maintenance to a page that is closed.
  const code = failureOf(error)?.code;
  // After a log-in in the browser of a visitor who passed: an account needs its own check.
  if (code === 'AGE_NOT_VERIFIED') return closedBy('verify');
  const closed = code === 'MAINTENANCE' ? 'maintenance' : gate && !isShownBehindGate(gate, pathname) ? gate : null;
  if (closed) return closedBy(closed);
  return (
    <Shell overlays={overlays}>
      <main id="content">
        <Failure error={error} />
      </main>
    </Shell>
  );
};

const Failure = ({ error }: { error: unknown }) => {
  const t = useText();
  const user = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const status = statusOf(error);
  const missing = status === 404;
  const failure = failureOf(error);
  const unreachable = failure?.code === 'NETWORK';
  const title = t(
    missing
      ? 'errorPage.missingTitle'
      : unreachable
        ? 'errorPage.unreachableTitle'
        : status === 403
          ? 'errorPage.closedTitle'
          : 'errorPage.brokenTitle',
  );
  const text = missing
    ? t('errorPage.missingText')
    : unreachable
      ? t('errorPage.unreachableText')
      : failure?.message || t('errorPage.brokenText');
  // Reloading while offline would show the browser's own error page.
  const again = () => (unreachable ? void navigate(pathname + search, { replace: true }) : location.reload());
  const home = (
    <Button kind={unreachable ? 'outline' : 'gold'} to={user ? '/' : '/auth/login'}>
      {t(user ? 'errorPage.home' : 'errorPage.frontDoor')}
    </Button>
  );
  return (
    <PublicPage wide>
      <PageTitle title={title} />
      <h1 className={styles.big}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.acts}>
        {unreachable ? null : home}
        {missing ? null : (
          <Button kind={unreachable ? 'gold' : 'outline'} onClick={again}>
            {t('ui.tryAgain')}
          </Button>
        )}
        {unreachable ? home : null}
      </div>
      {unreachable ? null : <p className={styles.code}>{status}</p>}
    </PublicPage>
  );
};
