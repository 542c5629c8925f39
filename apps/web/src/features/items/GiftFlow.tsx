import type { Gift } from '@stagedoor/contract/gifts';
import { IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useAction } from '../../app/data.ts';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Ticket } from '../../ui/Ticket.tsx';
import { TipBurst } from '../../ui/TipBurst.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { COMBO_MS } from '../gifts/bursts.ts';
import styles from './gift-sheet.module.css';
import { GiftSheet, type GiftSheetProps, totalOf } from './GiftSheet.tsx';
import { targetOf } from './item-calls.ts';

type GiftFlowProps = Omit<GiftSheetProps, 'onClose' | 'onGiven'> & {
  /** The page animates gifts itself (a room). Else the animation is over the page. */
  isShown?: boolean;
  onDone: () => void;
};

interface Given {
  gift: Gift;
  /** Quantity per press, and total of this combo. */
  quantity: number;
  count: number;
  presses: number;
}

/** Giving a gift: the sheet, the animation, and for some seconds a button to repeat it. */
export const GiftFlow = ({ isShown, onDone, ...choice }: GiftFlowProps) => {
  const t = useText();
  const [given, setGiven] = useState<Given | null>(null);
  const { performer } = choice;
  const onGiven = (gift: Gift, quantity: number) => {
    setGiven((known) => ({ gift, quantity, count: (known?.count ?? 0) + quantity, presses: (known?.presses ?? 0) + 1 }));
    if (!isShown) toast(t('gifts.sent', { name: performer.name }), { tone: 'ok' });
  };
  if (!given) return <GiftSheet {...choice} onClose={onDone} onGiven={onGiven} />;
  return createPortal(
    <>
      {isShown ? null : <Flight key={given.presses} given={given} />}
      <Again
        {...choice}
        {...(isShown ? { isShown } : {})}
        given={given}
        onAgain={() => onGiven(given.gift, given.quantity)}
        onDone={onDone}
      />
    </>,
    document.body,
  );
};

/** The gift's animation over the page. */
const Flight = ({ given: { gift, quantity, count } }: { given: Given }) => {
  const name = useSession()?.name.split(' ')[0] ?? '';
  const [isOver, setOver] = useState(false);
  const onDone = useCallback(() => setOver(true), []);
  const [shown] = useState({ ...gift, symbol: null, count });
  if (isOver) return null;
  return (
    <div className={styles.flight}>
      <TipBurst name={name} tokens={totalOf(gift.price, quantity)} gift={shown} x={50} y={42} onDone={onDone} />
    </div>
  );
};

type AgainProps = GiftFlowProps & { given: Given; onAgain: () => void };

/** Repeats the gift, one press and one charge; disappears after some seconds. */
const Again = ({ isShown, performer, item, streamId, given, onAgain, onDone }: AgainProps) => {
  const t = useText();
  const user = useSession();
  const store = useSessionStore();
  const { run, busy, error } = useAction('POST /payment-wallet/gifting');
  const { gift, quantity, presses } = given;
  const total = totalOf(gift.price, quantity);
  const frame = useRef<HTMLDivElement>(null);
  // The parent may re-render at any time; the countdown continues.
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (busy) return undefined;
    const timer = setInterval(() => {
      // The countdown pauses while the button is about to be pressed.
      if (!frame.current?.matches(':hover') && !frame.current?.querySelector(':focus-visible')) done.current();
    }, COMBO_MS);
    return () => clearInterval(timer);
  }, [busy, presses]);
  useEffect(() => {
    if (!error) return;
    toast(error.message, { tone: 'bad', stays: 5000 });
    done.current();
  }, [error]);
  if (!user || user.balance < total) return null;
  const press = async () => {
    const target = item ? targetOf(item) : {};
    const body = { giftId: gift._id, performerId: performer._id, quantity, priceVersion: gift.priceVersion, streamId, ...target };
    const paid = await run({ body });
    if (!paid) return;
    store.update({ balance: paid.balance });
    onAgain();
  };
  return (
    <div ref={frame} className={classes(styles.again, isShown && styles.inRoom)} role="group" aria-label={t('gifts.again')}>
      <img className={styles.againPicture} src={gift.image} alt="" width={40} height={40} />
      <Ticket
        label={quantity > 1 ? `${t('gifts.again')} ${t('gifts.times', { count: quantity })}` : t('gifts.again')}
        busyLabel={t('ui.paying')}
        tokens={total}
        busy={busy}
        onClick={() => void press()}
      />
      <IconButton label={t('ui.close')} icon={<IconX size={20} stroke={1.75} />} onClick={onDone} />
    </div>
  );
};
