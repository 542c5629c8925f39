import type { ShowRequest } from '@stagedoor/contract/paid-shows';
import { useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { Amount, useAmountText } from '../../../ui/Amount.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../paid/paid.module.css';
import { useSecondsLeft } from '../paid/Waiting.tsx';
import { begunPrivate } from './begun-paid.ts';
import type { Begun } from './BeforeShow.tsx';

/** Requests are pushed by socket; polled so often besides, in milliseconds. */
const POLL_MS = 10_000;

const Request = ({
  request,
  canAccept,
  endsPublic,
  onAccepted,
  onChanged,
}: {
  request: ShowRequest;
  canAccept: boolean;
  endsPublic: boolean;
  onAccepted: (begun: Begun, endsPublic: boolean) => void;
  onChanged: () => void;
}) => {
  const t = useText();
  const written = useAmountText();
  const format = useFormat();
  const seconds = useSecondsLeft(request.expiresAt);
  const accept = useAction('POST /streaming/private-chat/{id}/accept');
  const decline = useAction('DELETE /streaming/private/available-list/{id}');
  const { fan } = request;
  const take = async () => {
    const begun = await accept.run({ params: { id: request._id }, body: { publicShow: endsPublic ? 'end' : 'pause' } });
    if (begun) onAccepted(begunPrivate(begun), endsPublic);
    else onChanged();
  };
  const refuse = async () => {
    await decline.run({ params: { id: request._id } });
    onChanged();
  };
  return (
    <li className={styles.request}>
      <Avatar src={fan.avatar} size={44} online={fan.isOnline} />
      <div className={styles.requestWords}>
        <p>
          <b>
            <bdi>{fan.name}</bdi>
          </b>{' '}
          <span className={classes(type.small, type.quiet)}>{t('paid.spentWithYou', { tokens: written(fan.spent ?? 0) })}</span>
        </p>
        {fan.subscribedUntil ? (
          <p className={classes(type.small, type.quiet)}>
            {t('paid.subscribedUntil', { date: format.date(fan.subscribedUntil, 'dayYear') })}
          </p>
        ) : null}
        {fan.note ? (
          <p className={classes(type.small, styles.requestNote)}>
            <span className={type.quiet}>{t('paid.yourNote')}</span> <bdi>{fan.note}</bdi>
          </p>
        ) : null}
        {request.message ? (
          <p className={type.small}>
            “<bdi>{request.message}</bdi>”
          </p>
        ) : null}
        <p className={classes(type.small, type.quiet)}>
          <Amount tokens={request.price} /> {t('paid.aMinute')} · {t('paid.minutes', { count: request.minimumMinutes })}{' '}
          {request.withCamera ? <Chip size="sm">{t('paid.withCamera')}</Chip> : null}
        </p>
        <FormError error={accept.error ?? decline.error} fields={[]} />
      </div>
      <div className={styles.requestActs}>
        <span className={styles.requestTime} role="timer">
          {format.clock(seconds)}
        </span>
        <Button kind="lift" size="sm" busy={decline.busy} disabled={accept.busy} onClick={() => void refuse()}>
          {t('paid.decline')}
        </Button>
        <Button kind="gold" size="sm" busy={accept.busy} disabled={!canAccept || decline.busy} onClick={() => void take()}>
          {t('paid.accept')}
        </Button>
      </div>
    </li>
  );
};

/** The fans who ask for a private show, each with 120 seconds. */
export const Requests = ({
  canAccept,
  hasPublic,
  onAccepted,
}: {
  /** The camera is ready, and no other private show is on. */
  canAccept: boolean;
  /** A public show is on: it pauses, or ends. */
  hasPublic: boolean;
  onAccepted: (begun: Begun, endsPublic: boolean) => void;
}) => {
  const t = useText();
  const [endsPublic, setEndsPublic] = useState(false);
  const { data, refetch } = useData('GET /streaming/private/available-list', { query: { limit: 20 } }, { refetchInterval: POLL_MS });
  useRealtimeEvent('streams/request', () => void refetch());
  const waiting = data?.data ?? [];
  return (
    <Card className={styles.requests}>
      <h2 className={type.heading}>{t('paid.requests')}</h2>
      {waiting.length === 0 ? (
        <p className={classes(type.small, type.quiet)}>{t('paid.noRequests')}</p>
      ) : (
        <>
          <ul className={styles.requests}>
            {waiting.map((request) => (
              <Request
                key={request._id}
                request={request}
                canAccept={canAccept}
                endsPublic={hasPublic && endsPublic}
                onAccepted={onAccepted}
                onChanged={() => void refetch()}
              />
            ))}
          </ul>
          {hasPublic ? (
            <Switch label={t('paid.endPublic')} checked={endsPublic} onChange={(event) => setEndsPublic(event.currentTarget.checked)} />
          ) : null}
        </>
      )}
    </Card>
  );
};
