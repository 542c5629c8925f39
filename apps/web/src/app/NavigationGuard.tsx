import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { type LeaveQuestion, questionBeforeLeaving } from '../ui/leave-guard.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { useText } from '../ui/text.ts';
import { toast } from '../ui/toast.tsx';
import type from '../ui/type.module.css';
import { isReachable, isLikelyReachable } from './browser-call.ts';
import styles from './NavigationGuard.module.css';

/**
 * The site's only blocker of navigations, because the router asks just one. It asks before unsaved work is left, and
 * stays on the page while the server can't be reached: the router would leave for the browser's own error page.
 */
export const NavigationGuard = () => {
  const t = useText();
  /** The question that was asked last; its text stays while its sheet closes. */
  const [question, setQuestion] = useState<LeaveQuestion | null>(null);
  const [isAsking, setAsking] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const asked = currentLocation.pathname === nextLocation.pathname ? undefined : questionBeforeLeaving(currentLocation.pathname);
    if (asked) setQuestion(asked);
    setAsking(asked !== undefined);
    return asked !== undefined || !isLikelyReachable();
  });
  const isBlocked = blocker.state === 'blocked';
  useEffect(() => {
    if (!isBlocked || isAsking) return;
    void isReachable().then((reached) => {
      if (reached) {
        blocker.proceed();
        return;
      }
      blocker.reset();
      toast(t('errorPage.unreachableTitle'), { tone: 'bad' });
    });
  }, [isBlocked, isAsking, blocker, t]);
  const stay = () => blocker.reset?.();
  // The answered navigation is like any other: it goes on if the server is reached.
  const leave = () => setAsking(false);
  if (!question) return null;
  return (
    <Sheet opened={isBlocked && isAsking} onClose={stay} title={t(question.title)} width={420} hasHistoryEntry={false}>
      <p className={type.quiet}>{t(question.text)}</p>
      <div className={styles.acts}>
        <Button kind="outline" grow onClick={stay}>
          {t(question.stay)}
        </Button>
        <Button kind={question.isLoss ? 'bad' : 'lift'} grow onClick={leave}>
          {t(question.leave)}
        </Button>
      </div>
    </Sheet>
  );
};
