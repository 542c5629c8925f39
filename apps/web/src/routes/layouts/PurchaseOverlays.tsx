import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isPurchaseNamed } from '../../app/named-purchase.ts';
import { WalletSync } from '../../features/wallet/WalletSync.tsx';

const ResumedPurchase = lazy(() => import('../../features/items/ResumedPurchase.tsx'));

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

/** What purchases need on every page: the balance kept current, and an interrupted purchase resumed. */
export const PurchaseOverlays = () => (
  <>
    <WalletSync />
    <Resumed />
  </>
);
