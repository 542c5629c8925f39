import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useAction } from '../../app/data.ts';
import { useSessionStore } from '../../app/session.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { forgetDraft, type TypedAddress } from '../cart/saved-address.ts';
import { keepPending, useCartChanges } from '../cart/use-cart.ts';
import type { CartBill } from '../cart/use-cart-lines.ts';
import { withPurchase } from './interrupted-purchase.ts';

const PRODUCT = 'GET /performer-assets/products/{id}';
const CART = { pathname: '/cart', search: '' };
const OUTDATED = ['GET /orders/users/search', 'GET /wallet-transactions/user/search', 'GET /performer-assets/products/search'];

interface CartOrder {
  couponCode: string | undefined;
  /** Null when nothing is sent. */
  deliveryAddress: TypedAddress | null;
}

/** Buys what a bill lists, by card or from the wallet. @param only the product that is bought alone */
export const useCartPurchase = (bill: CartBill, only: string | null, onClose: () => void) => {
  const t = useText();
  const store = useSessionStore();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { remove } = useCartChanges();
  const wallet = useAction('POST /payment-wallet/purchase-products');
  const card = useAction('POST /payment/purchase-products');
  const ids = bill.bought.map(({ item }) => item._id);
  const returnTo = withPurchase(CART, { kind: 'cart', only });

  const bodyOf = ({ couponCode, deliveryAddress }: CartOrder) => ({
    products: bill.bought.map(({ item, quantity, product }) => ({
      productId: item._id,
      quantity,
      priceVersion: product!.priceVersion,
    })),
    ...(couponCode === undefined ? {} : { couponCode }),
    ...(deliveryAddress ? { deliveryAddress } : {}),
  });
  /** Reads the prices again; the page of a product that was bought elsewhere then opens it. */
  const refused = ({ refusal }: typeof wallet | typeof card) => {
    bill.refetch();
    if (refusal()?.code !== 'ALREADY_PURCHASED') return;
    void client.invalidateQueries({ queryKey: [PRODUCT] });
    toast(t('checkout.alreadyYours'), { tone: 'info' });
    if (only) onClose();
  };
  return {
    busy: wallet.busy || card.busy,
    error: wallet.error ?? card.error,
    returnTo,
    async payByCard({ gateway, ...order }: CartOrder & { gateway?: GatewayName }) {
      const made = await card.run({ body: { ...bodyOf(order), returnTo, ...(gateway ? { gateway } : {}) } });
      if (!made) return refused(card);
      keepPending(made.orderId, ids);
      return location.assign(made.redirectUrl);
    },
    async payFromWallet(order: CartOrder) {
      const receipt = await wallet.run({ body: bodyOf(order) });
      if (!receipt) return refused(wallet);
      store.update({ balance: receipt.balance });
      forgetDraft();
      remove(ids);
      toast(t('shop.bought'), { tone: 'ok' });
      for (const key of OUTDATED) void client.invalidateQueries({ queryKey: [key] });
      // In the sheet's own entry of the history: closed first, it would go back at the moment of the navigation, which might then be lost.
      await navigate(`/orders/${receipt.orderId}`, { replace: true });
    },
  };
};
