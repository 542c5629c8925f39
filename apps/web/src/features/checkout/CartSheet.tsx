import type { PaymentMethod } from '@stagedoor/contract/payments.values';
import { IconShoppingBag } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import type { CartLine } from '../cart/cart.ts';
import {
  draftOf,
  NO_ADDRESS,
  saveAddress,
  saveCountry,
  saveDraft,
  savedAddress,
  savedCountry,
  type TypedAddress,
} from '../cart/saved-address.ts';
import { type CartBill, useCartLines, useCartTotal } from '../cart/use-cart-lines.ts';
import { missingFor } from '../wallet/fitting-top-up.ts';
import { TopUpSheet } from '../wallet/TopUpSheet.tsx';
import { AddressFields } from './AddressFields.tsx';
import { CartBillLines, Postage } from './CartBillLines.tsx';
import styles from './checkout.module.css';
import { type AppliedCoupon, CouponField } from './CouponField.tsx';
import { CheckoutFooter } from './CheckoutFooter.tsx';
import { PayTicket } from './PayTicket.tsx';
import { PaymentMethodPicker } from './PaymentMethodPicker.tsx';
import { useCardCompanies } from '../wallet/use-card-companies.ts';
import { useCartPurchase } from './use-cart-purchase.ts';

interface CartSheetProps {
  /** The id of one product of the cart to buy alone; the rest stays in it. */
  only?: string | null;
  onClose: () => void;
}

/** The checkout of the cart in one sheet: items, address, coupon, final price, wallet or card, one press. */
export const CartSheet = ({ only = null, onClose }: CartSheetProps) => {
  const t = useText();
  const bill = useCartLines(only);
  if (bill.isReady && bill.bought.length > 0) return <Checkout bill={bill} only={only} onClose={onClose} />;
  return (
    <Sheet opened onClose={onClose} label={t('shop.checkout')}>
      {bill.isReady ? (
        <Empty
          title={t('shop.nothingToBuy')}
          action={
            <Button kind="lift" onClick={onClose}>
              {t('ui.close')}
            </Button>
          }
        />
      ) : (
        <RowsSkeleton rows={3} square size={56} />
      )}
    </Sheet>
  );
};

const itemsOf = (lines: readonly CartLine[]) => lines.map(({ item, quantity }) => ({ id: item._id, quantity }));

/** The sum to pay; it isn't known before the country of a parcel is. */
const Total = ({ of: sum }: { of: { tokens: number; money: number } | null | undefined }) => {
  const t = useText();
  return (
    <div className={styles.total}>
      <span className={type.strong}>{t('checkout.youPayOnce')}</span>
      {sum ? (
        <Amount tokens={sum.tokens} money={sum.money} className={styles.big} />
      ) : (
        <span className={classes(type.small, type.faint)}>{t('shop.totalLater')}</span>
      )}
    </div>
  );
};

const Checkout = ({ bill, only, onClose }: { bill: CartBill; only: string | null; onClose: () => void }) => {
  const t = useText();
  const user = useSession();
  const { busy, error, returnTo, payByCard, payFromWallet } = useCartPurchase(bill, only, onClose);
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => (user ? draftOf(user._id) : null));
  const [kept] = useState(savedAddress);
  const [address, setAddress] = useState(() => draft?.address ?? { ...(kept ?? NO_ADDRESS), country: savedCountry() });
  const [keeps, setKeeps] = useState(kept !== null);
  const [coupon, setCoupon] = useState<{ of: string; applied: AppliedCoupon } | null>(null);
  const [wanted, setMethod] = useState<PaymentMethod>('wallet');
  const [toppingUp, setToppingUp] = useState(false);
  const { bought } = bill;
  // The coupon was calculated for these lines and prices; for others it is requested again.
  const named = JSON.stringify(bought.map(({ item, quantity, product }) => [item._id, quantity, product?.priceVersion]));
  const applied = coupon?.of === named ? coupon.applied : null;
  const reduced = { tokens: applied?.total ?? bill.tokens, money: applied?.money ?? bill.money };
  const { isSent, postage, final } = useCartTotal(bought, reduced, address.country);
  const isFree = final?.tokens === 0;
  const cards = useCardCompanies(final && !isFree ? { money: final.money } : null);
  const method = cards.isNone ? 'wallet' : wanted;
  const missing = user && method === 'wallet' && final ? missingFor(final.tokens, user.balance) : 0;

  /** Kept until it is paid: neither the gateway, a reload nor a closed sheet loses what was typed. */
  const keep = (typed: TypedAddress) => {
    if (user) saveDraft({ accountId: user._id, address: typed, couponCode: applied?.code ?? '' });
  };
  /** The browser's validation of the address, with our messages. */
  const isFilled = () => !isSent || (form.current?.reportValidity() ?? true);
  const press = async () => {
    if (!isFilled()) return;
    if (isSent) saveAddress(keeps ? address : null);
    keep(address);
    if (missing > 0) return setToppingUp(true);
    const order = { couponCode: applied?.code, deliveryAddress: isSent ? address : null };
    await (method === 'card' && !isFree ? payByCard({ ...order, ...cards.body }) : payFromWallet(order));
  };
  if (toppingUp && final) return <TopUpSheet needed={final.tokens} returnTo={returnTo} onClose={onClose} />;
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={busy}
      title={t('shop.checkout')}
      width={520}
      foot={
        <CheckoutFooter line={t(isFree ? 'checkout.noCharge' : 'checkout.onePress')} returnTo={returnTo}>
          <PayTicket
            label={t(method === 'card' ? 'checkout.payByCard' : 'shop.payAndOrder')}
            tokens={final?.tokens ?? null}
            {...(final ? { money: final.money } : {})}
            missing={missing}
            busy={busy}
            disabled={method === 'card' && cards.isPending}
            icon={<IconShoppingBag size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => void press()}
          />
        </CheckoutFooter>
      }
    >
      <div className={styles.stack}>
        <CartBillLines bought={bought} />
        {isSent ? <Postage postage={postage} country={address.country} /> : null}
        {user ? (
          <CouponField
            kind="product"
            items={itemsOf(bought)}
            applied={applied}
            code={draft?.couponCode ?? ''}
            onChange={(answer) => setCoupon(answer ? { of: named, applied: answer } : null)}
          />
        ) : null}
        <Total of={final} />
        {user && !isFree ? <PaymentMethodPicker price={final} value={method} onChange={setMethod} cards={cards} /> : null}
        {user && isSent ? (
          <form ref={form} onSubmit={(event) => event.preventDefault()}>
            <AddressFields
              address={address}
              onChange={(typed) => {
                setAddress(typed);
                if (typed.country !== address.country) saveCountry(typed.country);
                keep(typed);
              }}
              keeps={keeps}
              onKeep={setKeeps}
              errors={error?.fields ?? {}}
            />
          </form>
        ) : null}
        <FormError error={error} fields={[]} />
      </div>
    </Sheet>
  );
};
