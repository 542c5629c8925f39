import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isPurchaseNamed } from '../../app/named-purchase.ts';
import { useSession } from '../../app/session.tsx';
import { WalletSync } from '../../features/wallet/WalletSync.tsx';

const ResumedPurchase = lazy(() => import('../../features/items/ResumedPurchase.tsx'));
/** Where it can't be loaded, such as after a deployment, the page goes on without it. */
const MessageDelivery = lazy(() => import('../../features/messages/MessageDelivery.tsx').catch(() => ({ default: () => null })));

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

/** Private messages arrive and leave whichever page is open; what is private stays so for an admin who views the site as the account. */
const Messages = () => {
  const user = useSession();
  // The browser alone needs it, once the page is there.
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => setIsLoaded(true), []);
  return isLoaded && user && !user.actingAdmin ? (
    <Suspense>
      <MessageDelivery key={user._id} />
    </Suspense>
  ) : null;
};

/** What features do on every page: the balance is kept current, an interrupted purchase resumed, messages delivered. */
export const Overlays = () => (
  <>
    <WalletSync />
    <Resumed />
    <Messages />
  </>
);
