import { useEffect, useState } from 'react';
import { Footlights } from '../../ui/Footlights.tsx';
import { useText } from '../../ui/text.ts';
import { RETURN_SECONDS } from '@stagedoor/contract/streams.values';
import styles from './LivePlayer.module.css';

/** Whole seconds until an instant, at least 0. */
const secondsUntil = (instant: string): number => Math.max(0, Math.ceil((new Date(instant).getTime() - Date.now()) / 1000));

/** Time left for an interrupted show's performer to return, as a ring of bulbs; server and browser may differ by a second. */
export const Countdown = ({ until, plain }: { until: string /** On a card instead of a picture. */; plain?: boolean }) => {
  const t = useText();
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    const timer = setInterval(() => setLeft(secondsUntil(until)), 500);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <div className={styles.countdown} role="timer" aria-live="off">
      <Footlights value={left} goal={RETURN_SECONDS} bulbs={30} onDark={!plain} />
      <span className={styles.seconds} aria-hidden="true" suppressHydrationWarning>
        {t('room.secondsLeft', { count: left })}
      </span>
    </div>
  );
};
