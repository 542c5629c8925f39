import { KIND_TRAITS, isSoldKind } from '@stagedoor/contract/items.values';
import type { DeliveryAddress } from '@stagedoor/contract/orders';
import type { OrderKind } from '@stagedoor/contract/payments.values';
import type { TransactionKind } from '@stagedoor/contract/wallet';
import type { Selectable } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import type { Orders } from '../../platform/database/schema.gen.ts';
import type { Platform } from '../../platform/platform.ts';
import { codeOfCoupon } from '../coupons/index.ts';
import { offerTip } from './offer-tip.ts';
import { type Offer, EMPTY_OFFER, offerItem, offerSubscription } from './offers.ts';
import { addressOf, offerProducts } from './offer-products.ts';
import { postageOfOrder, productsOfOrder } from './order-products.queries.ts';

export type OrderRow = Selectable<Orders>;

const TRANSACTION_KINDS: Partial<Record<OrderKind, TransactionKind>> = {
  debt: 'debtPayment',
  tip: 'tip',
  gift: 'gift',
  emoji: 'emoji',
  product: 'purchaseProduct',
  subscription: 'subscriptionStart',
  renewal: 'subscriptionRenewal',
};

/**
 * The offer of an order as it was when the order was created: a payment that a gateway took is for that, whatever the price is now.
 */
export const offerOfOrder = async (platform: Platform, order: OrderRow): Promise<Offer> => {
  const kind = order.kind;
  const orderFacts = order.detail;
  const type = orderFacts['type'] as 'monthly' | 'yearly' | undefined;
  return {
    ...EMPTY_OFFER,
    orderKind: kind,
    transactionKind:
      kind === 'topUp'
        ? orderFacts['packageId']
          ? 'topUpPackage'
          : 'topUpCustom'
        : isSoldKind(kind)
          ? KIND_TRAITS[kind].sale.transaction
          : (TRANSACTION_KINDS[kind] ?? 'adjustment'),
    buyerId: order.buyer_id,
    sellerId: order.seller_id,
    item: order.item_kind && order.item_id ? { kind: order.item_kind, id: order.item_id, title: order.item_title } : null,
    tokens: order.tokens_amount ?? 0n,
    money: order.money_amount,
    tokenValue: order.token_value,
    commissionRate: order.commission_rate,
    entitlement: isSoldKind(kind) && order.item_id ? { itemId: order.item_id, itemKind: kind } : null,
    subscription:
      kind === 'subscription' && order.seller_id
        ? {
            performerId: order.seller_id,
            type: type ?? 'monthly',
            renews: orderFacts['renews'] === true,
            price: (order.tokens_amount ?? 0n) + order.discount_amount,
          }
        : null,
    coupon: order.coupon_id ? { id: order.coupon_id, discount: order.discount_amount } : null,
    offerLink: order.offer_link_id ? { id: order.offer_link_id, discount: order.discount_amount } : null,
    products: kind === 'product' ? await productsOfOrder(platform.database, order.id) : null,
    postage: kind === 'product' ? await postageOfOrder(platform.database, order.id) : null,
    orderFacts,
  };
};

/** Asserts that the total is still the one the buyer saw; a coupon may have changed since. @throws CodedError PRICE_CHANGED */
const asOrdered = (order: OrderRow, offer: Offer): Offer => {
  if (offer.tokens !== order.tokens_amount) throw new CodedError('PRICE_CHANGED');
  return offer;
};

/**
 * The same, checked against the current rules and price: for paying an order from the wallet.
 * @throws CodedError ORDER_STATE, and those of the offer's own kind
 */
export const renewOffer = async (platform: Platform, order: OrderRow, country: string | null): Promise<Offer> => {
  const buyer = { id: order.buyer_id, country };
  const orderFacts = order.detail;
  const version = order.price_version ?? undefined;
  const couponCode = order.coupon_id ? await codeOfCoupon(platform.database, order.coupon_id) : undefined;
  if (order.kind === 'product') {
    const products = (await productsOfOrder(platform.database, order.id)).map(({ productId, quantity, priceVersion }) => ({
      productId,
      quantity,
      priceVersion,
    }));
    const deliveryAddress = order.delivery_address
      ? platform.encryption.decrypt<DeliveryAddress>(order.delivery_address, addressOf(order.buyer_id))
      : undefined;
    return asOrdered(order, await offerProducts(platform, buyer, { products, couponCode, deliveryAddress }));
  }
  if (isSoldKind(order.kind) && order.item_id)
    return asOrdered(order, await offerItem(platform, buyer, order.item_id, order.kind, { expectedVersion: version, couponCode }));
  if (order.kind === 'subscription' && order.seller_id)
    return asOrdered(
      order,
      await offerSubscription(platform, buyer, order.seller_id, {
        type: orderFacts['type'] === 'yearly' ? 'yearly' : 'monthly',
        renews: orderFacts['renews'] === true,
        expectedVersion: version,
        offerLink: order.offer_link_id ? { id: order.offer_link_id } : undefined,
      }),
    );
  if (order.kind === 'tip' && order.seller_id && order.tokens_amount)
    return offerTip(
      platform,
      buyer,
      { performer: order.seller_id },
      { amount: order.tokens_amount, message: String(orderFacts['message'] ?? '') },
    );
  throw new CodedError('ORDER_STATE');
};
