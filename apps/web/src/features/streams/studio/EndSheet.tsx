import type { StreamSummary } from '@stagedoor/contract/streams';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { Problem } from '../../auth/Problem.tsx';
import styles from './studio.module.css';

/** Asks before a show ends for everybody. */
export const EndSheet = ({
  streamId,
  onClose,
  onEnded,
}: {
  streamId: string;
  onClose: () => void;
  onEnded: (summary: StreamSummary) => void;
}) => {
  const say = useText();
  const end = useAction('POST /streaming/end/{id}');
  const press = async () => {
    const summary = await end.run({ params: { id: streamId } });
    if (summary) onEnded(summary);
  };
  return (
    <Sheet opened onClose={onClose} locked={end.busy} title={say('studio.endTitle')} width={420}>
      <p className={type.quiet}>{say('studio.endText')}</p>
      <Problem error={end.error} fields={[]} />
      <div className={styles.sheetActs}>
        <Button kind="lift" grow onClick={onClose} disabled={end.busy}>
          {say('studio.stay')}
        </Button>
        <Button kind="live" grow busy={end.busy} onClick={() => void press()}>
          {say('studio.end')}
        </Button>
      </div>
    </Sheet>
  );
};

/** During a show no page is left by mistake: the browser asks before it goes, we before another page comes. */
export const LeaveGuard = () => {
  const say = useText();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return blocker.state === 'blocked' ? (
    <Sheet opened onClose={blocker.reset} title={say('studio.leaveTitle')} width={420}>
      <p className={type.quiet}>{say('studio.leaveText')}</p>
      <div className={styles.sheetActs}>
        <Button kind="lift" grow onClick={blocker.reset}>
          {say('studio.stay')}
        </Button>
        <Button kind="bad" grow onClick={blocker.proceed}>
          {say('studio.leave')}
        </Button>
      </div>
    </Sheet>
  ) : null;
};
