import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useText } from '../ui/text.ts';
import { toast } from '../ui/toast.tsx';
import { isReachable, seemsReachable } from './browser-call.ts';

/**
 * Without a connection a page that isn't loaded yet can't be opened: the router would leave for the browser's own
 * error page, and what is on the screen would be gone. So one stays here and is told.
 */
export const StayWhileUnreachable = () => {
  const say = useText();
  const blocker = useBlocker(() => !seemsReachable());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void isReachable().then((reached) => {
      if (reached) {
        blocker.proceed();
        return;
      }
      blocker.reset();
      toast(say('errorPage.unreachableTitle'), { tone: 'bad' });
    });
  }, [blocker, say]);
  return null;
};
