import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { useStepUpQuestion } from '../../app/step-up.ts';
import { MessageDelivery } from '../../features/messages/MessageDelivery.tsx';
import { WalletSync } from '../../features/wallet/WalletSync.tsx';

const StepUpSheet = lazy(() => import('../../features/account/StepUpSheet.tsx').then(({ StepUpSheet: sheet }) => ({ default: sheet })));

const IdleEnd = lazy(() => import('../../features/admin/frame/IdleEnd.tsx'));

/** The question whether it is the owner; its code is loaded with the first one. */
const StepUp = () => {
  const isAsked = useStepUpQuestion() !== null;
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (isAsked) setIsLoaded(true);
  }, [isAsked]);
  return isLoaded ? (
    <Suspense>
      <StepUpSheet />
    </Suspense>
  ) : null;
};

/** Ends an open administration that nobody uses; other pages of an admin show that somebody is there. */
const Idle = () => {
  const user = useSession();
  return user?.idleMinutes && !user.actingAdmin ? (
    <Suspense>
      <IdleEnd minutes={user.idleMinutes} />
    </Suspense>
  ) : null;
};

/** What only accounts need on every page. What is private stays so for an admin who views the site as the account. */
const AccountOverlays = () => {
  const user = useSession();
  return user ? (
    <>
      <WalletSync />
      <StepUp />
      <Idle />
      {user.actingAdmin ? null : <MessageDelivery key={user._id} />}
    </>
  ) : null;
};

export default AccountOverlays;
