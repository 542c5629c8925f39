import { useEffect } from 'react';
import { Coin } from './Amount.tsx';
import { useFormat } from './format.tsx';
import styles from './Overlays.module.css';
import { useText } from './text.ts';

const LASTS = 1600;

interface TipBurstProps {
  name: string;
  tokens: number;
  /** Where in the positioned parent, in per cent: beside the face, never over it. */
  x?: number;
  y?: number;
  /** When it is over; the next of the queue may come. */
  onDone: () => void;
}

/** Rays and a number for a big tip, on video; under reduced motion only the line in the chat tells it. */
export const TipBurst = ({ name, tokens, x = 79, y = 36, onDone }: TipBurstProps) => {
  const say = useText();
  const format = useFormat();
  useEffect(() => {
    const timer = setTimeout(onDone, LASTS);
    return () => clearTimeout(timer);
  }, [onDone]);
  return (
    <div className={styles.burst} style={{ left: `${x}%`, top: `${y}%` }} aria-hidden="true">
      <div className={styles.burstAmount}>
        <Coin />
        {format.tokens(tokens, true)}
      </div>
      <div className={styles.burstName}>{say('ui.tipped', { name })}</div>
    </div>
  );
};
