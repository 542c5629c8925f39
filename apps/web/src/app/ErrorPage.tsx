import { isRouteErrorResponse, useLocation, useNavigate } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { useText } from '../ui/text.ts';
import { useBoot } from './boot.tsx';
import { AgeGate, GeoBlock, Maintenance } from './GatePages.tsx';
import { isOpenBehind } from './guard.ts';
import { PageTitle } from './PageTitle.tsx';
import { PublicPage } from './PublicPage.tsx';
import styles from './PublicPage.module.css';
import type { RouteFailure } from './route-data.ts';
import { useSession } from './session.tsx';
import { Shell } from './shell/Shell.tsx';

const statusOf = (error: unknown): number => (isRouteErrorResponse(error) ? error.status : 500);

/** What stands in place of a page: maintenance, then the country, then the age, then what went wrong. */
export const ErrorPage = ({ error }: { error: unknown }) => {
  const { gate } = useBoot();
  const { pathname } = useLocation();
  if (gate && !isOpenBehind(gate, pathname))
    return gate === 'maintenance' ? <Maintenance /> : gate === 'country' ? <GeoBlock /> : <AgeGate />;
  return (
    <Shell layout="blank">
      <Failure error={error} />
    </Shell>
  );
};

const Failure = ({ error }: { error: unknown }) => {
  const say = useText();
  const user = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const status = statusOf(error);
  const missing = status === 404;
  const failure = isRouteErrorResponse(error) ? (error.data as RouteFailure | null) : null;
  const unreachable = failure?.code === 'NETWORK';
  const title = say(
    missing
      ? 'errorPage.missingTitle'
      : unreachable
        ? 'errorPage.unreachableTitle'
        : status === 403
          ? 'errorPage.closedTitle'
          : 'errorPage.brokenTitle',
  );
  const text = missing
    ? say('errorPage.missingText')
    : unreachable
      ? say('errorPage.unreachableText')
      : failure?.message || say('errorPage.brokenText');
  // Reloading without a connection would leave for the browser's own error page.
  const again = () => (unreachable ? void navigate(pathname + search, { replace: true }) : location.reload());
  const home = (
    <Button kind={unreachable ? 'outline' : 'gold'} to={user ? '/' : '/auth/login'}>
      {say(user ? 'errorPage.home' : 'errorPage.frontDoor')}
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
            {say('ui.tryAgain')}
          </Button>
        )}
        {unreachable ? home : null}
      </div>
      {unreachable ? null : <p className={styles.code}>{status}</p>}
    </PublicPage>
  );
};
