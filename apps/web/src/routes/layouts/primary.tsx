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

/** Only the browser asks for what concerns admins: the server renders the page without it. */
const AdminBanners = () => {
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  return isLive ? (
    <Suspense>
      <RestoreBanner />
      <ClockBanner />
    </Suspense>
  ) : null;
};

/** Above the content of every page: a scheduled deletion, changed terms, and in the administration a restore to confirm and a moved clock. */
const Banners = () => {
  const user = useSession();
  const { pathname } = useLocation();
  const isAdministration = pathname.startsWith('/admin') && user?.permissions.includes('overview') === true;
  return (
    <>
      {user?.deletesAt ? (
        <Suspense>
          <DeletionBanner />
        </Suspense>
      ) : null}
      {user?.mustAgree && !user.actingAdmin ? (
        <Suspense>
          <TermsBanner />
        </Suspense>
      ) : null}
      {isAdministration ? <AdminBanners /> : null}
    </>
  );
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
