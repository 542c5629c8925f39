import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isPurchaseNamed } from '../../app/named-purchase.ts';
import { useSession } from '../../app/session.tsx';

const ResumedPurchase = lazy(() => import('../../features/items/ResumedPurchase.tsx'));
const AccountOverlays = lazy(() => import('./AccountOverlays.tsx'));

/** The sheet of an interrupted purchase named in the address; its code is loaded only then. */
const Resumed = () => {
  const { search } = useLocation();
  const [isLoaded, setIsLoaded] = useState(false);
  const named = isPurchaseNamed(search);
  useEffect(() => {
    if (named) setIsLoaded(true);
  }, [named]);
  return isLoaded ? (
    <Suspense>
      <ResumedPurchase />
    </Suspense>
  ) : null;
};

/** Its code is loaded for accounts alone, once the page is there. */
const OfAccount = () => {
  const user = useSession();
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => setIsLoaded(true), []);
  return isLoaded && user ? (
    <Suspense>
      <AccountOverlays />
    </Suspense>
  ) : null;
};

/** What features do on every page: the balance is kept current, an interrupted purchase resumed, messages delivered. */
export const Overlays = () => (
  <>
    <Resumed />
    <OfAccount />
  </>
);
