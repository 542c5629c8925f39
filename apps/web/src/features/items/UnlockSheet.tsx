import { IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useData } from '../../app/data.ts';
import { itemPage } from '../../app/item-page.ts';
import { useSession } from '../../app/session.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { MediaFacts } from '../../ui/LockedMedia.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { missingFor } from '../wallet/fitting-top-up.ts';
import { TopUpSheet } from '../wallet/TopUpSheet.tsx';
import { CheckoutFooter } from '../checkout/CheckoutFooter.tsx';
import { type AppliedCoupon, CouponField } from '../checkout/CouponField.tsx';
import { withPurchase } from '../checkout/interrupted-purchase.ts';
import { PayTicket } from '../checkout/PayTicket.tsx';
import { PaymentMethodPicker } from '../checkout/PaymentMethodPicker.tsx';
import { useCardCompanies } from '../wallet/use-card-companies.ts';
import { isBoughtKind } from '@stagedoor/contract/items.values';
import type { PaymentMethod } from '@stagedoor/contract/payments.values';
import { type OpenedRef, VIEW_CALLS } from './item-calls.ts';
import { itemElementId } from './item-element.ts';
import styles from './sheets.module.css';
import { usePurchase } from './use-purchase.ts';
import { useUnlock } from './use-unlock.ts';

interface UnlockSheetProps {
  item: Pick<OpenedRef, 'kind' | '_id'>;
  onClose: () => void;
  /** Entered earlier, when the purchase continues after a top-up. */
  couponCode?: string | null;
}

/** Unlocking an item in one sheet: the item, final price, wallet or card, one press. */
export const UnlockSheet = ({ item: ref, onClose, couponCode = null }: UnlockSheetProps) => {
  const t = useText();
  const { data, error } = useData(VIEW_CALLS[ref.kind], { params: { id: ref._id } });
  const item: OpenedRef | undefined = data;
  const way = item && !item.access.allowed ? item.access.waysIn.find(({ kind }) => kind === 'buy') : undefined;
  if (item && way) return <Offer item={item} price={way.price} money={way.money} couponCode={couponCode} onClose={onClose} />;
  return (
    <Sheet opened onClose={onClose} label={t('feed.unlock')}>
      {item || error ? (
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
  item: OpenedRef;
  price: number;
  money: number;
  couponCode: string | null;
  onClose: () => void;
}

/** The head of the offer: picture, title, performer and contents of the item. */
const OfferedItem = ({ item, title }: { item: OfferProps['item']; title: string }) => {
  const preview = item.preview?.sources[0]?.url;
  return (
    <div className={styles.item}>
      {preview ? <img className={styles.itemPicture} src={preview} alt="" /> : null}
      <div className={styles.itemWords}>
        <span className={classes(type.display, type.s26, styles.itemTitle)}>
          <bdi>{title}</bdi>
        </span>
        <span className={classes(type.small, styles.itemBy)}>
          <Avatar src={item.performer.avatar} size={22} />
          <span className={type.clip}>
            <bdi>{item.performer.name}</bdi>
          </span>
          <Verified />
        </span>
        <MediaFacts seconds={item.counts.videoSeconds} photos={item.counts.photos} />
      </div>
    </div>
  );
};

const Offer = ({ item, price: full, money: worth, couponCode, onClose }: OfferProps) => {
  const t = useText();
  const user = useSession();
  const address = useLocation();
  const navigate = useNavigate();
  const wallet = useUnlock(item);
  const card = usePurchase(item);
  const [wanted, setMethod] = useState<PaymentMethod>('wallet');
  const [toppingUp, setToppingUp] = useState(false);
  const [coupon, setCoupon] = useState<AppliedCoupon | null>(null);
  // Calculated for another price than the current one, it is requested again.
  const applied = coupon?.subtotal === full ? coupon : null;
  const price = applied?.total ?? full;
  const money = applied?.money ?? worth;
  const cards = useCardCompanies({ money });
  const method = cards.isNone ? 'wallet' : wanted;
  const missing = user && method === 'wallet' ? missingFor(price, user.balance) : 0;
  const busy = wallet.state === 'paying' || card.isPaying;
  const title = item.title || t(item.kind === 'message' ? 'messages.filesOf' : 'feed.title', { name: item.performer.name });

  const press = async () => {
    if (missing > 0) return setToppingUp(true);
    if (method === 'card' && price > 0) {
      const here = address.pathname + address.search;
      const made = await card.byCard({ priceVersion: item.priceVersion, returnTo: here, couponCode: applied?.code, ...cards.body });
      if (made) return location.assign(made.redirectUrl);
      if (!card.isBought() || !(await wallet.openBought())) return;
    } else if (!(await wallet.unlock(applied?.code))) return;
    onClose();
    // The curtain opens at the item; if it isn't on the page, on its own page.
    const element = document.querySelector(`#${itemElementId(item._id)}`);
    const path = itemPage(item.kind, item._id);
    if (element) element.scrollIntoView({ block: 'center' });
    else if (path) await navigate(path);
  };
  const back = withPurchase(address, { kind: 'unlock', item: { kind: item.kind, _id: item._id }, coupon: applied?.code ?? null });
  if (toppingUp) return <TopUpSheet needed={price} returnTo={back} onClose={onClose} />;
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={busy}
      label={title}
      title={<OfferedItem item={item} title={title} />}
      foot={
        <CheckoutFooter
          line={t(price === 0 ? 'checkout.noCharge' : 'checkout.onePressKeep')}
          returnTo={back}
          joining={{ act: 'unlock', name: item.performer.name }}
        >
          <PayTicket
            label={t(method === 'card' ? 'checkout.payByCard' : 'checkout.payAndUnlock')}
            tokens={price}
            money={money}
            missing={missing}
            busy={busy}
            disabled={method === 'card' && cards.isPending}
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
        {user && isBoughtKind(item.kind) ? (
          <CouponField
            kind={item.kind}
            items={[{ id: item._id, quantity: 1 }]}
            applied={applied}
            onChange={setCoupon}
            {...(couponCode ? { code: couponCode } : {})}
          />
        ) : null}
        <div className={styles.total}>
          <span className={type.strong}>{t('checkout.youPayOnce')}</span>
          <span className={styles.totalSum}>
            <Amount tokens={price} money={money} className={styles.big} />
          </span>
        </div>
        {user && price > 0 ? (
          <PaymentMethodPicker price={{ tokens: price, money }} value={method} onChange={setMethod} cards={cards} />
        ) : null}
        <FormError error={wallet.error ?? card.error} fields={[]} />
      </div>
    </Sheet>
  );
};
