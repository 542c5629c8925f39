import { useEffect, useState } from 'react';
import { Footlights } from '../../ui/Footlights.tsx';
import { useText } from '../../ui/text.ts';
import { PREPARED_SECONDS, RETURN_SECONDS } from '@stagedoor/contract/streams.values';
import styles from './LivePlayer.module.css';

/** Whole seconds until an instant, at least 0. */
const secondsUntil = (instant: string): number => Math.max(0, Math.ceil((new Date(instant).getTime() - Date.now()) / 1000));

/** Minutes and seconds, such as 9:05. */
const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Time left for a show's first picture, or for its performer to return, as a ring of bulbs; server and browser may differ by a second. */
export const Countdown = ({ until, plain }: { until: string /** On a card instead of a picture. */; plain?: boolean }) => {
  const t = useText();
  const [left, setLeft] = useState(() => secondsUntil(until));
  const [goal] = useState(left > RETURN_SECONDS ? PREPARED_SECONDS : RETURN_SECONDS);
  useEffect(() => {
    setLeft(secondsUntil(until));
    const timer = setInterval(() => setLeft(secondsUntil(until)), 500);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <div className={styles.countdown} role="timer" aria-live="off">
      <Footlights value={left} goal={goal} bulbs={30} onDark={!plain} />
      <span className={styles.seconds} aria-hidden="true" suppressHydrationWarning>
        {left > RETURN_SECONDS ? t('room.timeLeft', { time: clockOf(left) }) : t('room.secondsLeft', { count: left })}
      </span>
    </div>
  );
};
