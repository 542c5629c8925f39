import type { StreamSummary } from '@stagedoor/contract/streams';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import styles from './studio.module.css';

/** Confirms before ending a show. */
export const EndSheet = ({
  streamId,
  onClose,
  onEnded,
}: {
  streamId: string;
  onClose: () => void;
  onEnded: (summary: StreamSummary) => void;
}) => {
  const t = useText();
  const end = useAction('POST /streaming/end/{id}');
  const press = async () => {
    const summary = await end.run({ params: { id: streamId } });
    if (summary) onEnded(summary);
  };
  return (
    <Sheet opened onClose={onClose} locked={end.busy} title={t('studio.endTitle')} width={420}>
      <p className={type.quiet}>{t('studio.endText')}</p>
      <FormError error={end.error} fields={[]} />
      <div className={styles.sheetActs}>
        <Button kind="lift" grow onClick={onClose} disabled={end.busy}>
          {t('studio.stay')}
        </Button>
        <Button kind="live" grow busy={end.busy} onClick={() => void press()}>
          {t('studio.end')}
        </Button>
      </div>
    </Sheet>
  );
};

/** Prevents leaving the page during a show by mistake: the browser asks on unload, this component on navigation. */
export const LeaveGuard = () => {
  const t = useText();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return blocker.state === 'blocked' ? (
    <Sheet opened onClose={blocker.reset} title={t('studio.leaveTitle')} width={420}>
      <p className={type.quiet}>{t('studio.leaveText')}</p>
      <div className={styles.sheetActs}>
        <Button kind="lift" grow onClick={blocker.reset}>
          {t('studio.stay')}
        </Button>
        <Button kind="bad" grow onClick={blocker.proceed}>
          {t('studio.leave')}
        </Button>
      </div>
    </Sheet>
  ) : null;
};
