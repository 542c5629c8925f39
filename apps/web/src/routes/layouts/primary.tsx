import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { pageOf } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
import { CartTotal } from '../../app/shell/cart-total.ts';
import { Primary } from '../../app/shell/Primary.tsx';
import { useCartTotal } from '../../features/cart/use-cart.ts';

const DeletionBanner = lazy(() => import('../../features/account/DeletionBanner.tsx'));
const TermsBanner = lazy(() => import('../../features/account/TermsBanner.tsx'));
const RestoreBanner = lazy(() => import('../../features/admin/restore/RestoreBanner.tsx'));
const ClockBanner = lazy(() => import('../../features/admin/clock/ClockBanner.tsx'));

/**
 * Above the content of every page: a scheduled deletion, changed terms, and in the administration a restore to confirm and a moved clock. Few people
 * have any, so only the browser loads them: the server renders the page without.
 */
const Banners = () => {
  const user = useSession();
  const { pathname } = useLocation();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  const isAdministration = pathname.startsWith('/admin') && user?.permissions.includes('overview') === true;
  return isLive ? (
    <Suspense>
      {user?.deletesAt ? <DeletionBanner /> : null}
      {user?.mustAgree && !user.actingAdmin ? <TermsBanner /> : null}
      {isAdministration ? (
        <>
          <RestoreBanner />
          <ClockBanner />
        </>
      ) : null}
    </Suspense>
  ) : null;
};

/** The layout of most pages: rail, bars, footer. A route of its own, so that pages without them don't load them. */
const PrimaryLayout = () => {
  const { pathname } = useLocation();
  const { page } = pageOf(pathname);
  const isFront = useSession() === null && pathname === '/';
  return (
    <CartTotal value={useCartTotal()}>
      <Primary
        footer={page.layout !== 'noFooter'}
        ownTop={page.ownTop ?? false}
        isFront={isFront}
        isDark={page.dark ?? false}
        banners={<Banners />}
      >
        <Outlet />
      </Primary>
    </CartTotal>
  );
};

export default PrimaryLayout;
