import type { OrderKind } from '@stagedoor/contract/payments';
import type { TransactionKind } from '@stagedoor/contract/wallet';
import type { Selectable } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import type { Orders } from '../../platform/database/schema.gen.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Offer, offerItem, offerSubscription, offerTip } from './offers.ts';

export type OrderRow = Selectable<Orders>;

const TRANSACTION_KINDS: Partial<Record<OrderKind, TransactionKind>> = {
  feed: 'purchaseFeed',
  tip: 'tip',
  subscription: 'subscriptionStart',
};

/**
 * What an order was made for, as it stood when it was made: a payment that a gateway took is for that, whatever
 * the price is by now.
 */
export const offerOfOrder = (order: OrderRow): Offer => {
  const kind = order.kind as OrderKind;
  const detail = order.detail as Record<string, unknown>;
  const type = detail['type'] as 'monthly' | 'yearly' | undefined;
  return {
    orderKind: kind,
    transactionKind: kind === 'topUp' ? (detail['packageId'] ? 'topUpPackage' : 'topUpCustom') : (TRANSACTION_KINDS[kind] ?? 'adjustment'),
    buyerId: order.buyer_id,
    sellerId: order.seller_id,
    item: order.item_kind && order.item_id ? { kind: order.item_kind, id: order.item_id, title: order.item_title } : null,
    tokens: order.tokens_amount ?? 0n,
    money: order.money_amount,
    tokenValue: order.token_value,
    commissionRate: order.commission_rate,
    price: null,
    entitlement: kind === 'feed' && order.item_id ? { itemId: order.item_id, itemKind: 'feed' } : null,
    subscription: kind === 'subscription' && order.seller_id ? { performerId: order.seller_id, type: type ?? 'monthly' } : null,
    detail,
  };
};

/**
 * The same, checked against the rules and the price of now: what paying an order from the wallet goes by.
 * @throws CodedError ORDER_STATE, and those of the offer's own kind
 */
export const renewOffer = async (platform: Platform, order: OrderRow, country: string | null): Promise<Offer> => {
  const buyer = { id: order.buyer_id, country };
  const detail = order.detail as Record<string, unknown>;
  const version = order.price_version ?? undefined;
  if (order.kind === 'feed' && order.item_id) return offerItem(platform, buyer, order.item_id, 'feed', version);
  if (order.kind === 'subscription' && order.seller_id)
    return offerSubscription(platform, buyer, order.seller_id, detail['type'] === 'yearly' ? 'yearly' : 'monthly', version);
  if (order.kind === 'tip' && order.seller_id && order.tokens_amount)
    return offerTip(platform, buyer, { performer: order.seller_id }, order.tokens_amount, String(detail['message'] ?? ''));
  throw new CodedError('ORDER_STATE');
};
