import { IconAlertCircle, IconCircleCheckFilled, IconPhoto, IconVideo } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Amount, useAmountText } from './Amount.tsx';
import { classes } from './classes.ts';
import { useFormat } from './format.tsx';
import curtain from './Curtain.module.css';
import styles from './Media.module.css';
import { Skeleton } from './Skeleton.tsx';
import { useText } from './text.ts';
import { Ticket } from './Ticket.tsx';

/** Duration of the curtain animation, in milliseconds. */
export const CURTAIN_MS = 480;

const RATIO = '16 / 10';

const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The curtain over its positioned parent: opens once on mount, then calls back. With reduced motion it is removed
 * and calls back at once.
 */
export const Curtain = ({ onParted }: { onParted?: () => void }) => {
  useEffect(() => {
    const timer = setTimeout(() => onParted?.(), reducedMotion() ? 0 : CURTAIN_MS);
    return () => clearTimeout(timer);
  }, [onParted]);
  return <span className={styles.curtain} aria-hidden="true" />;
};

/** Contents of the locked item: length, pictures, number of buyers. */
export const MediaFacts = ({ seconds, photos, unlocks }: { seconds?: number | null; photos?: number; unlocks?: number }) => {
  const t = useText();
  const format = useFormat();
  if (!seconds && !photos && !unlocks) return null;
  return (
    <div className={styles.facts}>
      {seconds ? (
        <span className={styles.fact}>
          <IconVideo size={20} stroke={1.75} aria-label={t('ui.video')} />
          {format.clock(seconds)}
        </span>
      ) : null}
      {photos ? (
        <span className={styles.fact}>
          <IconPhoto size={20} stroke={1.75} aria-hidden="true" />
          {t('ui.photos', { count: photos })}
        </span>
      ) : null}
      {unlocks ? <span>{t('ui.unlocked', { count: unlocks })}</span> : null}
    </div>
  );
};

interface Offer {
  /** "Unlock", "Subscribe", "Follow to see". */
  label: string;
  /** Tokens. */
  tokens: number;
  /** In the site's currency, as sent by the server. */
  money?: number;
}

interface LockedMediaProps {
  /**
   * `locked` (costs extra, or for subscribers), `paying`, `short` (not enough tokens), `failed` (payment
   * failed), `parting` (the curtain opens), `unlocked` (with the receipt), `loading`.
   */
  state: 'locked' | 'paying' | 'short' | 'failed' | 'parting' | 'unlocked' | 'loading';
  /** URL of the server's blurred preview. */
  preview?: string | undefined;
  /** Aspect ratio of the picture; 16/10 by default. Open media have the shape of their children by default. */
  ratio?: string;
  title?: string;
  /** Text instead of the counts: "With 38 other posts this month". */
  line?: ReactNode;
  seconds?: number | null;
  photos?: number;
  unlocks?: number;
  /** The price button; a free access option uses `action` instead. */
  offer?: Offer;
  /** A free access option, such as "Follow to see". */
  action?: ReactNode;
  /** Beside the price button: other payment methods. */
  other?: ReactNode;
  /** With the text: a button that plays the teaser, until it plays. */
  watch?: ReactNode;
  /** The teaser while it plays: replaces the preview, above the text and the buttons. */
  film?: ReactNode;
  /** With `short`: tokens in the wallet. */
  balance?: number;
  /** With `short`: the top-up that is enough, for the button; null until it is known. */
  topUp?: { tokens: number; money: number } | null;
  /** With `failed`: the reason, as a sentence. */
  reason?: string;
  /** With `unlocked`: the price paid and a link to the receipt. */
  receipt?: { tokens: number; to: string };
  onOffer?: () => void;
  /** Called when the curtain is open. */
  onParted?: () => void;
  /** Ticket beside the text, in wide posts; below it in tiles. */
  layout?: 'beside' | 'under';
  /** The media: below the opening curtain and when unlocked. */
  children?: ReactNode;
  className?: string | undefined;
}

/** Locked media below the curtain, in all states; unlocked in place. */
export const LockedMedia = (props: LockedMediaProps) => {
  const {
    state,
    preview,
    ratio,
    title,
    line,
    offer,
    action,
    other,
    watch,
    film,
    balance = 0,
    topUp = null,
    reason,
    receipt,
    onOffer,
    onParted,
    children,
    className,
  } = props;
  const t = useText();
  const written = useAmountText();
  if (state === 'loading') return <Skeleton ratio={ratio ?? RATIO} className={className} shimmer />;
  if (state === 'parting' || state === 'unlocked') {
    return (
      <div className={classes(styles.media, className)} style={{ aspectRatio: ratio }}>
        {children}
        {state === 'parting' ? <Curtain {...(onParted ? { onParted } : {})} /> : null}
        {state === 'unlocked' && receipt ? <ReceiptBar {...receipt} /> : null}
      </div>
    );
  }
  const words =
    state === 'short' && offer ? (
      <div className={styles.facts}>{t('ui.balanceShort', { balance: written(balance), price: written(offer.tokens, offer) })}</div>
    ) : line ? (
      <div className={styles.facts}>{line}</div>
    ) : (
      <MediaFacts seconds={props.seconds ?? null} photos={props.photos ?? 0} unlocks={props.unlocks ?? 0} />
    );
  const beside = props.layout === 'beside';
  const price = state === 'short' ? topUp : offer;
  return (
    <div
      className={classes(styles.media, styles.closed, beside && styles.large, className)}
      style={film ? undefined : { aspectRatio: ratio ?? RATIO }}
    >
      {preview ? <img className={classes(styles.cover, curtain.blurred)} src={preview} alt="" loading="lazy" decoding="async" /> : null}
      <span className={classes(curtain.folds, !preview && curtain.velvet)} aria-hidden="true" />
      {film ? <div className={styles.film}>{film}</div> : null}
      <div className={classes(styles.over, beside && styles.beside)}>
        {state === 'failed' ? (
          <div className={styles.trouble} role="alert">
            <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
            <span>{reason}</span>
          </div>
        ) : (
          <div className={styles.words}>
            {title ? (
              <div className={styles.title}>
                <bdi>{title}</bdi>
              </div>
            ) : null}
            {words}
            {watch && !film ? <div className={styles.watch}>{watch}</div> : null}
          </div>
        )}
        {offer ? (
          <div className={styles.ways}>
            <Ticket
              label={state === 'short' ? t('wallet.topUp') : state === 'failed' ? t('ui.tryAgain') : offer.label}
              busyLabel={t('ui.paying')}
              tokens={price?.tokens ?? null}
              {...(price?.money === undefined ? {} : { money: price.money })}
              wide={!beside}
              busy={state === 'paying'}
              {...(onOffer ? { onClick: onOffer } : {})}
            />
            {other}
          </div>
        ) : (
          action
        )}
      </div>
    </div>
  );
};

/** "Yours. Paid 6.50": shown until the next scroll. */
const ReceiptBar = ({ tokens, to }: { tokens: number; to: string }) => {
  const t = useText();
  const [shown, setShown] = useState(true);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button is gone: the focus moves here.
    if (document.activeElement === document.body) bar.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const hide = () => setShown(false);
    window.addEventListener('scroll', hide, { once: true, passive: true });
    return () => window.removeEventListener('scroll', hide);
  }, []);
  if (!shown) return null;
  return (
    <div ref={bar} className={styles.receipt} role="status" tabIndex={-1}>
      <IconCircleCheckFilled size={20} aria-hidden="true" />
      <span>
        {t('ui.yoursPaid')} <Amount tokens={tokens} bare />
      </span>
      <Link className={styles.receiptLink} to={to}>
        {t('ui.receipt')}
      </Link>
    </div>
  );
};
