import type { GiftAnimation } from '@stagedoor/contract/gifts.values';
import { useEffect } from 'react';
import { Amount } from './Amount.tsx';
import { classes } from './classes.ts';
import gifts from './GiftBurst.module.css';
import styles from './Overlays.module.css';
import { useText } from './text.ts';

const DURATION_MS = 1600;
/** Gifts are shown longer than amounts. */
const GIFT_DURATION_MS = 2400;

/** The animation of a gift or an emoji over a page. */
export interface BurstGift {
  name: string;
  /** URL of its picture, or the emoji. */
  image: string | null;
  symbol: string | null;
  animation: GiftAnimation;
  /** Count, including those of the last seconds. */
  count: number;
}

interface TipBurstProps {
  name: string;
  tokens: number;
  /** The gift; without it the amount is shown. */
  gift?: BurstGift | null;
  /** Position in the parent, in per cent: beside the face, never over it. */
  x?: number;
  y?: number;
  /** Called at the end; the next of the queue follows. */
  onDone: () => void;
}

/** The animation of a large tip or a gift over video; with reduced motion only the chat shows it. */
export const TipBurst = ({ name, tokens, gift, x = 79, y = 36, onDone }: TipBurstProps) => {
  const t = useText();
  const count = gift?.count ?? null;
  // A continuing combo keeps its gift visible.
  useEffect(() => {
    const timer = setTimeout(onDone, count === null ? DURATION_MS : GIFT_DURATION_MS);
    return () => clearTimeout(timer);
  }, [onDone, count]);
  if (gift) return <GiftBurst name={name} gift={gift} x={x} y={y} />;
  return (
    <div className={styles.burst} style={{ left: `${x}%`, top: `${y}%` }} aria-hidden="true">
      <div className={styles.burstAmount}>
        <Amount tokens={tokens} trim />
      </div>
      <div className={styles.burstName}>{t('ui.tipped', { name })}</div>
    </div>
  );
};

/** Number of particles, by animation. */
const FLYING = { float: 5, shower: 16, burst: 0, spotlight: 0 } as const;

const GiftBurst = ({ name, gift, x, y }: { name: string; gift: BurstGift; x: number; y: number }) => {
  const t = useText();
  const picture = gift.image ? <img src={gift.image} alt="" /> : <span className={gifts.symbol}>{gift.symbol}</span>;
  return (
    <div className={gifts.stage} data-testid="gift-burst" aria-hidden="true">
      {gift.animation === 'spotlight' ? <div className={gifts.cone} style={{ left: `${x}%` }} /> : null}
      {Array.from({ length: FLYING[gift.animation] }, (_, index) => (
        <span
          // Each addition to a combo restarts the animation.
          key={`${gift.count} ${index}`}
          className={classes(gifts.flying, gifts[gift.animation])}
          style={{ '--i': index, '--side': ((index * 37) % 100) / 100, '--x': `${x}%` }}
        >
          {picture}
        </span>
      ))}
      <div className={classes(gifts.centre, gift.animation === 'burst' && gifts.rays)} style={{ left: `${x}%`, top: `${y}%` }}>
        <span className={gifts.picture}>{picture}</span>
        <span className={gifts.line}>
          <bdi className={gifts.who}>{name}</bdi>
          {gift.count > 1 ? (
            <b key={gift.count} className={gifts.count}>
              {t('gifts.times', { count: gift.count })}
            </b>
          ) : null}
        </span>
      </div>
    </div>
  );
};
