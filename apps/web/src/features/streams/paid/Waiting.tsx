import type { ShowRequest } from '@stagedoor/contract/paid-shows';
import { ANSWER_SECONDS } from '@stagedoor/contract/paid-shows.values';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { LightRing } from '../../../ui/Footlights.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useText } from '../../../ui/text.ts';
import { classes } from '../../../ui/classes.ts';
import type from '../../../ui/type.module.css';
import { TopUpSheet } from '../../wallet/TopUpSheet.tsx';
import { Frame } from './Frame.tsx';
import { Lines } from './Lines.tsx';
import styles from './paid.module.css';

/** Seconds until an instant, each second anew. */
export const useSecondsLeft = (until: string): number => {
  const left = () => Math.max(0, Math.min(ANSWER_SECONDS, Math.ceil((new Date(until).getTime() - Date.now()) / 1000)));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 500);
    return () => clearInterval(timer);
  });
  return seconds;
};

/** A request waits for its answer: 120 seconds, with a way to take it back. */
export const Waiting = ({ request, onChanged }: { request: ShowRequest; onChanged: () => void }) => {
  const t = useText();
  const format = useFormat();
  const address = useLocation();
  const seconds = useSecondsLeft(request.expiresAt);
  const cancel = useAction('POST /streaming/private-chat/{id}/cancel');
  const [isToppingUp, setToppingUp] = useState(false);
  const { name } = request.performer;
  const press = async () => {
    await cancel.run({ params: { id: request._id } });
    onChanged();
  };
  return (
    <Frame
      performer={request.performer}
      title={t('paid.youAsked', { name })}
      note={t('paid.private')}
      large={
        <div className={styles.clock} role="timer" aria-live="off">
          <LightRing value={seconds} goal={ANSWER_SECONDS} />
          <div>
            <div className={classes(type.num, styles.clockNumber)}>{format.clock(seconds)}</div>
            <div className={type.strong}>{t('paid.toAnswer', { name })}</div>
          </div>
        </div>
      }
    >
      <Lines
        price={request.price}
        minimumMinutes={request.minimumMinutes}
        minutesLeft={request.minutesLeft}
        isRecorded={request.isRecorded}
      />
      <p className={classes(type.small, type.faint)}>{t('paid.nothingTaken')}</p>
      <FormError error={cancel.error} fields={[]} />
      <div className={styles.acts}>
        <Button kind="outline" grow busy={cancel.busy} onClick={() => void press()}>
          {t('paid.cancel')}
        </Button>
        <Button kind="lift" grow onClick={() => setToppingUp(true)}>
          {t('paid.topUp')}
        </Button>
      </div>
      {isToppingUp ? <TopUpSheet needed={0} returnTo={address.pathname} onClose={() => setToppingUp(false)} /> : null}
    </Frame>
  );
};
