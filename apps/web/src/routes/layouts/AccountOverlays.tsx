import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { useAgreementQuestion, useStepUpQuestion } from '../../app/questions-of-calls.ts';
import { MessageDelivery } from '../../features/messages/MessageDelivery.tsx';
import { LiveSync } from '../../features/streams/LiveSync.tsx';
import { WalletSync } from '../../features/wallet/WalletSync.tsx';

const StepUpSheet = lazy(() => import('../../features/account/StepUpSheet.tsx').then(({ StepUpSheet: sheet }) => ({ default: sheet })));

const TermsSheet = lazy(() => import('../../features/account/TermsSheet.tsx').then(({ TermsSheet: sheet }) => ({ default: sheet })));

const IdleEnd = lazy(() => import('../../features/admin/frame/IdleEnd.tsx'));

/** The question of a call that waits; its code is loaded with the first one. */
const Question = ({ isAsked, sheet: QuestionSheet }: { isAsked: boolean; sheet: ComponentType }) => {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (isAsked) setIsLoaded(true);
  }, [isAsked]);
  return isLoaded ? (
    <Suspense>
      <QuestionSheet />
    </Suspense>
  ) : null;
};

/** Asks whether it is the owner, or to agree to changed terms. */
const Questions = () => (
  <>
    <Question isAsked={useStepUpQuestion() !== null} sheet={StepUpSheet} />
    <Question isAsked={useAgreementQuestion() !== null} sheet={TermsSheet} />
  </>
);

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
      <LiveSync />
      <Questions />
      <Idle />
      {user.actingAdmin ? null : <MessageDelivery key={user._id} />}
    </>
  ) : null;
};

export default AccountOverlays;
