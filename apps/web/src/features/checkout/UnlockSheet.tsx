import type { FeedView } from '@stagedoor/contract/feeds';
import { IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAction, useData } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { MediaFacts } from '../../ui/LockedMedia.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { FormError } from '../auth/FormError.tsx';
import { feedElementId } from '../feeds/feed-element.ts';
import { useUnlock } from '../feeds/use-unlock.ts';
import { TopUpSheet } from '../wallet/TopUpSheet.tsx';
import styles from './checkout.module.css';
import { type AppliedCoupon, CouponField } from './CouponField.tsx';
import { withPurchase } from './interrupted-purchase.ts';
import { CheckoutFooter } from './CheckoutFooter.tsx';
import { type PaymentMethod, PaymentMethodPicker } from './PaymentMethodPicker.tsx';

interface UnlockSheetProps {
  feedId: string;
  onClose: () => void;
  /** Entered earlier, when the purchase continues after a top-up. */
  couponCode?: string | null;
}

/** Unlocking a post in one sheet: the post, final price, wallet or card, one press. */
export const UnlockSheet = ({ feedId, onClose, couponCode = null }: UnlockSheetProps) => {
  const t = useText();
  const { data: feed, error } = useData('GET /feeds/{id}', { params: { id: feedId } });
  const way = feed && !feed.access.allowed ? feed.access.waysIn.find(({ kind }) => kind === 'buy') : undefined;
  if (feed && way) return <Offer feed={feed} price={way.price} money={way.money} couponCode={couponCode} onClose={onClose} />;
  return (
    <Sheet opened onClose={onClose} label={t('feed.unlock')}>
      {feed || error ? (
        <Empty
          title={error ? error.message : t('checkout.alreadyYours')}
          action={
            <Button kind="lift" onClick={onClose}>
              {t('ui.close')}
            </Button>
          }
        />
      ) : (
        <RowsSkeleton rows={3} square size={84} />
      )}
    </Sheet>
  );
};

interface OfferProps {
  feed: FeedView;
  price: number;
  money: number;
  couponCode: string | null;
  onClose: () => void;
}

const Offer = ({ feed, price: full, money: worth, couponCode, onClose }: OfferProps) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const address = useLocation();
  const navigate = useNavigate();
  const wallet = useUnlock(feed);
  const card = useAction('POST /payment/purchase-feed');
  const [method, setMethod] = useState<PaymentMethod>('wallet');
  const [toppingUp, setToppingUp] = useState(false);
  const [coupon, setCoupon] = useState<AppliedCoupon | null>(null);
  // Calculated for another price than the current one, it is requested again.
  const applied = coupon?.subtotal === full ? coupon : null;
  const price = applied?.total ?? full;
  const money = applied?.money ?? worth;
  const short = user !== null && method === 'wallet' && user.balance < price;
  const busy = wallet.state === 'paying' || card.busy;
  const title = feed.title || t('feed.title', { name: feed.performer.name });

  const press = async () => {
    if (short) return setToppingUp(true);
    if (method === 'card') {
      const here = address.pathname + address.search;
      const made = await card.run({
        body: { feedId: feed._id, priceVersion: feed.priceVersion, returnTo: here, ...(applied ? { couponCode: applied.code } : {}) },
      });
      if (made) location.assign(made.redirectUrl);
      return;
    }
    if (!(await wallet.unlock(applied?.code))) return;
    onClose();
    // The curtain opens at the post; if the post isn't visible, on its own page.
    const post = document.querySelector(`#${feedElementId(feed._id)}`);
    if (post) post.scrollIntoView({ block: 'center' });
    else await navigate(`/feeds/${feed._id}`);
  };
  if (toppingUp) {
    const purchase = { kind: 'unlock', feed: feed._id, coupon: applied?.code ?? null } as const;
    return <TopUpSheet needed={price} returnTo={withPurchase(address, purchase)} onClose={onClose} />;
  }
  const preview = feed.preview?.sources[0]?.url;
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={busy}
      label={title}
      title={
        <div className={styles.item}>
          {preview ? <img className={styles.itemPicture} src={preview} alt="" /> : null}
          <div className={styles.itemWords}>
            <span className={classes(type.display, type.s26, styles.itemTitle)}>{title}</span>
            <span className={classes(type.small, styles.itemBy)}>
              <Avatar src={feed.performer.avatar} size={22} />
              <span className={type.clip}>{feed.performer.name}</span>
              <Verified />
            </span>
            <MediaFacts seconds={feed.counts.videoSeconds} photos={feed.counts.photos} />
          </div>
        </div>
      }
      foot={
        <CheckoutFooter line={t('checkout.onePressKeep')}>
          <Ticket
            label={t(short ? 'checkout.topUp' : method === 'card' ? 'checkout.payByCard' : 'checkout.payAndUnlock')}
            busyLabel={t('ui.paying')}
            tokens={price}
            money={money}
            wide
            size="lg"
            busy={busy}
            icon={<IconLockOpen size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => void press()}
          />
        </CheckoutFooter>
      }
    >
      <div className={styles.stack}>
        {applied ? (
          <div className={styles.billLine}>
            <span className={type.quiet}>{t('shop.price')}</span>
            <Amount tokens={full} />
          </div>
        ) : null}
        {user ? (
          <CouponField
            kind="feed"
            items={[{ id: feed._id, quantity: 1 }]}
            applied={applied}
            onChange={setCoupon}
            {...(couponCode ? { code: couponCode } : {})}
          />
        ) : null}
        <div className={styles.total}>
          <span className={type.strong}>{t('checkout.youPayOnce')}</span>
          <span className={styles.totalSum}>
            <Amount tokens={price} className={styles.big} />
            <span className={classes(type.small, type.quiet)}>{format.money(money)}</span>
          </span>
        </div>
        {user ? <PaymentMethodPicker tokens={price} money={money} value={method} onChange={setMethod} /> : null}
        <FormError error={wallet.error ?? card.error} fields={[]} />
      </div>
    </Sheet>
  );
};
