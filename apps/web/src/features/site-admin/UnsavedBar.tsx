import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './site-admin.module.css';

interface UnsavedBarProps {
  /** Number of unsaved changes; the bar is shown from one on. */
  count: number;
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Save bar at the lower edge; also confirms before leaving the page with unsaved changes. */
export const UnsavedBar = ({ count, busy, onSave, onDiscard }: UnsavedBarProps) => {
  const t = useText();
  const isUnsaved = count > 0;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [isUnsaved]);
  // Groups, languages and list pages are the same screen: changes are lost only when leaving it.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && !busy && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <>
      {isUnsaved ? (
        <div className={styles.unsaved} role="region" aria-label={t('unsaved.count', { count })}>
          <span className={type.strong} role="status">
            {t('unsaved.count', { count })}
          </span>
          <span className={styles.unsavedActs}>
            <Button kind="text" disabled={busy} onClick={onDiscard}>
              {t('unsaved.discard')}
            </Button>
            <Button kind="gold" busy={busy} onClick={onSave}>
              {t('unsaved.save')}
            </Button>
          </span>
        </div>
      ) : null}
      <Sheet opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title={t('unsaved.title')} width={420}>
        <p className={type.quiet}>{t('unsaved.text')}</p>
        <div className={styles.sheetActs}>
          <Button kind="outline" grow onClick={() => blocker.reset?.()}>
            {t('unsaved.stay')}
          </Button>
          <Button kind="bad" grow onClick={() => blocker.proceed?.()}>
            {t('unsaved.leave')}
          </Button>
        </div>
      </Sheet>
    </>
  );
};
