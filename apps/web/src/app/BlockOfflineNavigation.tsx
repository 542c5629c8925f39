import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useText } from '../ui/text.ts';
import { toast } from '../ui/toast.tsx';
import { isReachable, isLikelyReachable } from './browser-call.ts';

/**
 * While offline, a page that isn't loaded yet can't be opened: the router would leave for the browser's own
 * error page and lose the current one. The navigation is blocked and a toast says so.
 */
export const BlockOfflineNavigation = () => {
  const t = useText();
  const blocker = useBlocker(() => !isLikelyReachable());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void isReachable().then((reached) => {
      if (reached) {
        blocker.proceed();
        return;
      }
      blocker.reset();
      toast(t('errorPage.unreachableTitle'), { tone: 'bad' });
    });
  }, [blocker, t]);
  return null;
};
