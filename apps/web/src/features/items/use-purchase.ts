import type { Contract, ResponseOf } from '@stagedoor/contract';
import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { isBoughtKind } from '@stagedoor/contract/items.values';
import type { PaymentMethod } from '@stagedoor/contract/payments.values';
import type { ApiError } from '../../app/api.ts';
import { type Action, useAction } from '../../app/data.ts';
import { type OpenedRef, moneyCalls, targetOf } from './item-calls.ts';

export type Receipt = ResponseOf<Contract['POST /payment-wallet/purchase-feed']>;
type Order = ResponseOf<Contract['POST /payment/purchase-feed']>;

interface Terms {
  priceVersion: number;
  couponCode?: string | undefined;
}

interface CardTerms {
  returnTo: string;
  /** The card company that the buyer chose. */
  gateway?: GatewayName;
}

/** The calls that buy an item; each answers undefined when it was refused, with the reason in `error`. */
export interface Purchase {
  fromWallet: (terms: Terms) => Promise<Receipt | undefined>;
  /** Orders it, to be paid by card at `redirectUrl`. */
  byCard: (terms: Terms & CardTerms) => Promise<Order | undefined>;
  isPaying: boolean;
  error: ApiError | null;
  /** The last call was refused because the item is the buyer's already, bought in another tab for example. */
  isBought: () => boolean;
}

const isBought = ({ refusal }: { refusal: () => ApiError | null }): boolean => refusal()?.code === 'ALREADY_PURCHASED';

/**
 * Buys an item. Kinds with calls of their own are paid from the wallet in one call; the others are ordered, and the order is then paid
 * from the wallet, or by card.
 */
export const usePurchase = ({ kind, _id }: Pick<OpenedRef, 'kind' | '_id'>): Purchase => {
  // The calls of all kinds take and answer the same.
  const sale = useAction(isBoughtKind(kind) ? moneyCalls.walletSale(kind) : moneyCalls.walletSale('feed'));
  const card = useAction(isBoughtKind(kind) ? moneyCalls.cardSale(kind) : moneyCalls.cardSale('feed'));
  const message: Action<'POST /payment/purchase-message/{id}'> = useAction('POST /payment/purchase-message/{id}');
  const photo: Action<'POST /payment/purchase-single-photo'> = useAction('POST /payment/purchase-single-photo');
  const payOrder = useAction('POST /wallet-transactions/pay-wallet/{id}');
  if (isBoughtKind(kind)) {
    const bodyOf = ({ couponCode, ...terms }: Terms & Partial<CardTerms>) => ({
      ...targetOf({ kind, _id }),
      ...terms,
      ...(couponCode ? { couponCode } : {}),
    });
    return {
      fromWallet: (terms) => sale.run({ body: bodyOf(terms) }),
      byCard: (terms) => card.run({ body: bodyOf(terms) }),
      isPaying: sale.busy || card.busy,
      error: sale.error ?? card.error,
      isBought: () => isBought(sale) || isBought(card),
    };
  }
  const placing = kind === 'photo' ? photo : message;
  const place = (method: PaymentMethod, { priceVersion, returnTo, gateway }: Terms & Partial<CardTerms>) => {
    const body = { priceVersion, method, ...(returnTo ? { returnTo } : {}), ...(gateway ? { gateway } : {}) };
    return kind === 'photo' ? photo.run({ body: { photoId: _id, ...body } }) : message.run({ params: { id: _id }, body });
  };
  return {
    fromWallet: async (terms) => {
      const placed = await place('wallet', terms);
      return placed && payOrder.run({ params: { id: placed.orderId } });
    },
    byCard: (terms) => place('card', terms),
    isPaying: placing.busy || payOrder.busy,
    error: placing.error ?? payOrder.error,
    isBought: () => isBought(placing) || isBought(payOrder),
  };
};
