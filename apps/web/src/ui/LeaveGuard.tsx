import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from './Button.tsx';
import styles from './LeaveGuard.module.css';
import { Sheet } from './Sheet.tsx';
import { useText } from './text.ts';
import type from './type.module.css';

interface LeaveGuardProps {
  isUnsaved: boolean;
  /** Asked at the navigation: whether it follows a save. */
  mayLeave: () => boolean;
}

/** Asks before a page with unsaved changes is left. Without any it blocks nothing: other blockers are asked. */
export const LeaveGuard = ({ isUnsaved, mayLeave }: LeaveGuardProps) => (isUnsaved ? <Blocking mayLeave={mayLeave} /> : null);

const Blocking = ({ mayLeave }: Pick<LeaveGuardProps, 'mayLeave'>) => {
  const t = useText();
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, []);
  // Tabs, languages and list pages are the same screen: changes are lost only when leaving it.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && !mayLeave());
  return (
    <Sheet opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title={t('unsaved.title')} width={420}>
      <p className={type.quiet}>{t('unsaved.text')}</p>
      <div className={styles.acts}>
        <Button kind="outline" grow onClick={() => blocker.reset?.()}>
          {t('unsaved.stay')}
        </Button>
        <Button kind="bad" grow onClick={() => blocker.proceed?.()}>
          {t('unsaved.leave')}
        </Button>
      </div>
    </Sheet>
  );
};
