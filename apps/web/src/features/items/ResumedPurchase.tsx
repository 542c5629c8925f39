import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useData } from '../../app/data.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { CartSheet } from '../checkout/CartSheet.tsx';
import { type InterruptedPurchase, purchaseOf, takeMessage, withoutPurchase } from '../checkout/interrupted-purchase.ts';
import { SubscribeSheet } from '../checkout/SubscribeSheet.tsx';
import { GiftFlow } from './GiftFlow.tsx';
import { isOpened } from './item-calls.ts';
import { TipSheet } from './TipSheet.tsx';
import { UnlockSheet } from './UnlockSheet.tsx';

/** Resumes the purchase named in the address: reopens its sheet over the page where it was started. */
const ResumedPurchase = () => {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const [purchase, setPurchase] = useState<InterruptedPurchase | null>(null);
  useEffect(() => {
    const named = purchaseOf(search);
    if (!named) return;
    setPurchase(named);
    // Resumed once: neither reloading nor going back opens it again.
    void navigate({ pathname, search: withoutPurchase(search).toString(), hash }, { replace: true, preventScrollReset: true });
  }, [pathname, search, hash, navigate]);
  const close = () => setPurchase(null);
  switch (purchase?.kind) {
    case 'subscribe':
      return (
        <SubscribeSheet
          username={purchase.performer}
          period={purchase.period}
          renews={purchase.renews}
          onClose={close}
          onSubscribed={close}
        />
      );
    case 'unlock':
      return isOpened(purchase.item) ? <UnlockSheet item={purchase.item} couponCode={purchase.coupon} onClose={close} /> : null;
    case 'cart':
      return <CartSheet only={purchase.only} onClose={close} />;
    case 'tip':
      return <ResumedTip purchase={purchase} onClose={close} />;
    case 'gift':
      return <ResumedGift purchase={purchase} onClose={close} />;
    default:
      return null;
  }
};

const ResumedTip = ({ purchase, onClose }: { purchase: Extract<InterruptedPurchase, { kind: 'tip' }>; onClose: () => void }) => {
  const t = useText();
  const [words] = useState(takeMessage);
  const { data: performer } = useData('GET /performers/{id}', { params: { id: purchase.performer } });
  if (!performer) {
    return (
      <Sheet opened onClose={onClose} label={t('feed.tip')}>
        <RowsSkeleton rows={3} />
      </Sheet>
    );
  }
  return (
    <TipSheet
      performer={performer}
      words={words}
      onClose={onClose}
      item={purchase.item ?? undefined}
      {...(purchase.stream ? { streamId: purchase.stream } : {})}
      {...(purchase.amount ? { amount: purchase.amount } : {})}
    />
  );
};

const ResumedGift = ({ purchase, onClose }: { purchase: Extract<InterruptedPurchase, { kind: 'gift' }>; onClose: () => void }) => {
  const t = useText();
  const [words] = useState(takeMessage);
  const { data: performer } = useData('GET /performers/{id}', { params: { id: purchase.performer } });
  if (!performer) {
    return (
      <Sheet opened onClose={onClose} label={t('gifts.give')}>
        <RowsSkeleton rows={3} />
      </Sheet>
    );
  }
  return (
    <GiftFlow
      performer={performer}
      words={words}
      giftId={purchase.gift}
      quantity={purchase.quantity}
      item={purchase.item ?? undefined}
      streamId={purchase.stream ?? undefined}
      isShown={purchase.stream !== null}
      onDone={onClose}
    />
  );
};

export default ResumedPurchase;
