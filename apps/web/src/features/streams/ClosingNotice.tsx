import { IconClockExclamation } from '@tabler/icons-react';
import type { StreamSession } from '@stagedoor/contract/streams';
import { useEffect, useState } from 'react';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './ClosingNotice.module.css';

interface ClosingNoticeProps {
  show: Pick<StreamSession, '_id' | 'closesAt'>;
  className?: string | undefined;
}

/** Says when maintenance ends a show, in the reader's time zone; nothing while the site stays open. */
export const ClosingNotice = ({ show, className }: ClosingNoticeProps) => {
  const t = useText();
  const format = useFormat();
  // Not before the page lives: the server doesn't know the reader's time zone.
  const [closesAt, setClosesAt] = useState<string | null>(null);
  useEffect(() => setClosesAt(show.closesAt), [show.closesAt]);
  useRealtimeEvent('streams/closing', (event) => {
    if (event.streamId === show._id) setClosesAt(event.closesAt);
  });
  return (
    <div role="status" className={closesAt === null ? type.hidden : classes(styles.notice, className)}>
      {closesAt === null ? null : (
        <>
          <IconClockExclamation size={20} stroke={1.75} aria-hidden="true" />
          <span>{t('room.closing', { time: format.date(closesAt, 'time') })}</span>
        </>
      )}
    </div>
  );
};
