import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './site-admin.module.css';

interface UnsavedBarProps {
  /** How many changes wait; the bar is there from one on. */
  count: number;
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** At the lower edge while something is not saved; and asks before the page is left with it. */
export const UnsavedBar = ({ count, busy, onSave, onDiscard }: UnsavedBarProps) => {
  const say = useText();
  const isUnsaved = count > 0;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [isUnsaved]);
  // Groups, languages and pages of a list are the same screen: only leaving it loses anything.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && !busy && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <>
      {isUnsaved ? (
        <div className={styles.unsaved} role="region" aria-label={say('unsaved.count', { count })}>
          <span className={type.strong} role="status">
            {say('unsaved.count', { count })}
          </span>
          <span className={styles.unsavedActs}>
            <Button kind="text" disabled={busy} onClick={onDiscard}>
              {say('unsaved.discard')}
            </Button>
            <Button kind="gold" busy={busy} onClick={onSave}>
              {say('unsaved.save')}
            </Button>
          </span>
        </div>
      ) : null}
      <Sheet opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title={say('unsaved.title')} width={420}>
        <p className={type.quiet}>{say('unsaved.text')}</p>
        <div className={styles.sheetActs}>
          <Button kind="outline" grow onClick={() => blocker.reset?.()}>
            {say('unsaved.stay')}
          </Button>
          <Button kind="bad" grow onClick={() => blocker.proceed?.()}>
            {say('unsaved.leave')}
          </Button>
        </div>
      </Sheet>
    </>
  );
};
