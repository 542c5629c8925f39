import { type CSSProperties, useEffect } from 'react';
import { Coin } from './Amount.tsx';
import { classes } from './classes.ts';
import { useFormat } from './format.tsx';
import gifts from './GiftBurst.module.css';
import styles from './Overlays.module.css';
import { useText } from './text.ts';

const LASTS = 1600;
/** A gift is looked at longer than a number. */
const GIFT_LASTS = 2400;

/** A gift or an emoji as it flies over a page. */
export interface BurstGift {
  name: string;
  /** Address of its picture, or the sign of an emoji. */
  image: string | null;
  symbol: string | null;
  animation: 'float' | 'burst' | 'shower' | 'spotlight';
  /** How many were given, those of the last seconds together. */
  count: number;
}

interface TipBurstProps {
  name: string;
  tokens: number;
  /** What was given; without it the number is shown. */
  gift?: BurstGift | null;
  /** Where in the positioned parent, in per cent: beside the face, never over it. */
  x?: number;
  y?: number;
  /** When it is over; the next of the queue may come. */
  onDone: () => void;
}

/** Rays and a number for a big tip, or a gift on its way, on video; under reduced motion only the line in the chat tells it. */
export const TipBurst = ({ name, tokens, gift, x = 79, y = 36, onDone }: TipBurstProps) => {
  const say = useText();
  const format = useFormat();
  const count = gift?.count ?? null;
  // A combo that goes on keeps its gift in sight.
  useEffect(() => {
    const timer = setTimeout(onDone, count === null ? LASTS : GIFT_LASTS);
    return () => clearTimeout(timer);
  }, [onDone, count]);
  if (gift) return <GiftBurst name={name} gift={gift} x={x} y={y} />;
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

/** How many fly, by kind. */
const FLYING = { float: 5, shower: 16, burst: 0, spotlight: 0 } as const;

const GiftBurst = ({ name, gift, x, y }: { name: string; gift: BurstGift; x: number; y: number }) => {
  const say = useText();
  const picture = gift.image ? <img src={gift.image} alt="" /> : <span className={gifts.symbol}>{gift.symbol}</span>;
  return (
    <div className={gifts.stage} data-testid="gift-burst" aria-hidden="true">
      {gift.animation === 'spotlight' ? <div className={gifts.cone} style={{ left: `${x}%` }} /> : null}
      {Array.from({ length: FLYING[gift.animation] }, (_, index) => (
        <span
          // Each new one of a combo flies again.
          key={`${gift.count} ${index}`}
          className={classes(gifts.flying, gifts[gift.animation])}
          style={{ '--i': index, '--side': ((index * 37) % 100) / 100, '--x': `${x}%` } as CSSProperties}
        >
          {picture}
        </span>
      ))}
      <div className={classes(gifts.centre, gift.animation === 'burst' && gifts.rays)} style={{ left: `${x}%`, top: `${y}%` }}>
        <span className={gifts.picture}>{picture}</span>
        <span className={gifts.line}>
          <b className={gifts.who}>{name}</b>
          {gift.count > 1 ? (
            <b key={gift.count} className={gifts.count}>
              {say('gifts.times', { count: gift.count })}
            </b>
          ) : null}
        </span>
      </div>
    </div>
  );
};
