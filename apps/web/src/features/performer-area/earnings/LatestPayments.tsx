import { useState } from 'react';
import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { type PaidEvent, PaidLine, RecentLine } from './PaymentLines.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** Payments in the list. */
const SHOWN = 6;

/** Payments as they come in, after those from before the page was opened. */
export const LatestPayments = () => {
  const t = useText();
  const latest = useData('GET /earning/search', { query: { limit: SHOWN } });
  const recent = latest.data;
  const [events, setEvents] = useState<readonly PaidEvent[]>([]);
  useRealtimeEvent('RECEIVED_PAID_TOKEN_EVENT', (event) => {
    setEvents((known) => (known.some((other) => other.transactionId === event.transactionId) ? known : [event, ...known].slice(0, SHOWN)));
  });
  return (
    <Card pad="lg">
      <CardHead title={t('model.live')} />
      {events.length === 0 && recent?.total === 0 ? <p className={classes(type.small, type.faint)}>{t('model.liveEmpty')}</p> : null}
      <div aria-live="polite">
        {events.map((event) => (
          <PaidLine key={event.transactionId} event={event} />
        ))}
      </div>
      {events.length > 0 ? null : recent ? (
        recent.data.map((line) => <RecentLine key={line._id} line={line} />)
      ) : (
        <Pending of={latest}>
          <RowsSkeleton rows={4} size={36} />
        </Pending>
      )}
    </Card>
  );
};
