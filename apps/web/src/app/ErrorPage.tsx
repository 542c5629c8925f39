import { isRouteErrorResponse, useLocation } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { useText } from '../ui/text.ts';
import { useBoot } from './boot.tsx';
import { GeoBlock, Maintenance } from './GatePages.tsx';
import { pageOf } from './guard.ts';
import { PageTitle } from './PageTitle.tsx';
import { PublicPage } from './PublicPage.tsx';
import styles from './PublicPage.module.css';
import type { RouteFailure } from './route-data.ts';
import { useSession } from './session.tsx';
import { Shell } from './shell/Shell.tsx';

const statusOf = (error: unknown): number => (isRouteErrorResponse(error) ? error.status : 500);

/** What stands in place of a page: maintenance, then the country, then what went wrong. */
export const ErrorPage = ({ error }: { error: unknown }) => {
  const { gate } = useBoot();
  const { pathname } = useLocation();
  const isLogin = pageOf(pathname).page.inMaintenance;
  if (gate === 'maintenance' && !isLogin) return <Maintenance />;
  if (gate === 'country') return <GeoBlock />;
  return (
    <Shell layout="blank">
      <Failure error={error} />
    </Shell>
  );
};

const Failure = ({ error }: { error: unknown }) => {
  const say = useText();
  const user = useSession();
  const status = statusOf(error);
  const missing = status === 404;
  const told = isRouteErrorResponse(error) ? (error.data as RouteFailure | null)?.message : undefined;
  const title = say(missing ? 'errorPage.missingTitle' : status === 403 ? 'errorPage.closedTitle' : 'errorPage.brokenTitle');
  return (
    <PublicPage wide>
      <PageTitle title={title} />
      <h1 className={styles.big}>{title}</h1>
      <p className={styles.text}>{missing ? say('errorPage.missingText') : (told ?? say('errorPage.brokenText'))}</p>
      <div className={styles.acts}>
        <Button kind="gold" to={user ? '/' : '/auth/login'}>
          {say(user ? 'errorPage.home' : 'errorPage.frontDoor')}
        </Button>
        {missing ? null : (
          <Button kind="outline" onClick={() => location.reload()}>
            {say('ui.tryAgain')}
          </Button>
        )}
      </div>
      <p className={styles.code}>{status}</p>
    </PublicPage>
  );
};
