import { KIND_TRAITS, type SoldKind } from '@stagedoor/contract/items.values';
import type { OrderKind } from '@stagedoor/contract/payments.values';
import { parseHundredths } from '@stagedoor/contract/shapes';
import type { TransactionKind } from '@stagedoor/contract/wallet';
import { type CurrencyAmount, type Rate, type TokenAmount, debtOf, moneyOf } from '../../ledger/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { tokenStepOf, tokenValueOf } from '../access/index.ts';
import { discountsOf, findCoupon } from '../coupons/index.ts';
import { type OfferLinkName, discountedPrice, findOfferLink } from '../offer-links/index.ts';
import { rateOf } from './commissions.ts';
import type { Precondition } from './offer-tip.ts';
import { type Buyer, type ItemForSale, type SellerTerms, findItemForSale, findSeller } from './offers.queries.ts';

/** A purchase before payment, checked against every rule and priced. */
export interface Offer {
  orderKind: OrderKind;
  transactionKind: TransactionKind;
  buyerId: string;
  /** Null for a top-up and a debt. */
  sellerId: string | null;
  item: { kind: string; id: string; title: string } | null;
  /** Tokens it costs; for a top-up, tokens it adds; none for a debt, which is paid in money alone. */
  tokens: TokenAmount;
  /** Amount when paid by card. */
  money: CurrencyAmount;
  tokenValue: bigint;
  /** Frozen on the sale; null for a top-up and a debt. */
  commissionRate: Rate | null;
  price: { source: 'item' | 'performer' | 'gift' | 'emoji'; id: string; version: number } | null;
  entitlement: { itemId: string; itemKind: string } | null;
  subscription: {
    performerId: string;
    type: 'monthly' | 'yearly';
    renews: boolean;
    /** What its renewals cost, which is agreed to; more than is paid now when an offer link discounts the first period. */
    price: TokenAmount;
  } | null;
  /** A subscription's next period, from the end of the last one. */
  renewal: {
    subscriptionId: string;
    /** The start of its first period. */
    anchoredAt: Date;
    paidUntil: Date;
    type: 'monthly' | 'yearly';
    nextType: 'monthly' | null;
  } | null;
  /** A running subscription's other plan from now on, less what is credited of the paid period. */
  planChange: PlanChange | null;
  /** A coupon's discount, in hundredths of a token; already subtracted from the amounts. */
  coupon: { id: string; discount: TokenAmount } | null;
  /** The same of an offer link, which discounts a subscription's first period. */
  offerLink: { id: string; discount: TokenAmount } | null;
  /** The products of a product order, sorted by id; null for everything else. */
  products: readonly ProductSale[] | null;
  /** Postage for each seller who sends some of the products; null for everything else. */
  postage: readonly PostageSale[] | null;
  /** Encrypted delivery address of physical products. */
  deliveryAddress: Buffer | null;
  /** Cached state for the payment to verify; null when it was read from the database. */
  precondition: Precondition | null;
  /** Facts that the order stores as JSON (`orders.detail`): the plan, the package, the tip's message, the gift. */
  orderFacts: Record<string, unknown>;
}

/** The running subscription as it was when its change was computed, and what it becomes. */
export interface PlanChange {
  subscriptionId: string;
  from: 'monthly' | 'yearly';
  state: 'active' | 'cancelled';
  paidUntil: Date;
  /** The order of the running period; null when that was free. */
  paidBy: string | null;
  renewedBy: 'wallet' | null;
  renewsBy: 'wallet' | null;
  type: 'monthly' | 'yearly';
  /** The plan's full price, which is agreed to for its renewals. */
  price: TokenAmount;
  /** Already subtracted from the offer's amounts. */
  credit: TokenAmount;
}

/** What a seller gets for sending what an order has of them: without commission and coupon. */
export interface PostageSale {
  sellerId: string;
  tokens: TokenAmount;
  money: CurrencyAmount;
}

/** One product of an order. Amounts are for the whole quantity, after the discount, except `unit`. */
export interface ProductSale {
  productId: string;
  type: 'physical' | 'digital';
  title: string;
  sellerId: string;
  quantity: number;
  unit: TokenAmount;
  discount: TokenAmount;
  tokens: TokenAmount;
  money: CurrencyAmount;
  commissionRate: Rate;
  priceVersion: number;
}

/** @throws CodedError NOT_FOUND, OWN_ITEM, BLOCKED_PAIR */
export const assertSeller = (seller: SellerTerms | undefined, buyer: Buyer): SellerTerms => {
  if (!seller || seller.state !== 'approved' || seller.status !== 'active') throw new CodedError('NOT_FOUND');
  if (seller.id === buyer.id) throw new CodedError('OWN_ITEM');
  if (seller.isHidden) throw new CodedError('NOT_FOUND');
  if (seller.isBlockedPair) throw new CodedError('BLOCKED_PAIR');
  return seller;
};

/** Fields that most offers don't use. */
export const EMPTY_OFFER = {
  item: null,
  price: null,
  entitlement: null,
  subscription: null,
  renewal: null,
  planChange: null,
  coupon: null,
  offerLink: null,
  products: null,
  postage: null,
  deliveryAddress: null,
  precondition: null,
} as const;

export const offerBase = (platform: Platform, buyerId: string, seller: Pick<SellerTerms, 'id'>, tokens: TokenAmount) => {
  const tokenValue = tokenValueOf(platform.settings);
  return { ...EMPTY_OFFER, buyerId, sellerId: seller.id, tokens, money: moneyOf(tokens, tokenValue), tokenValue };
};

/**
 * An item that has a price.
 * @throws CodedError NOT_FOUND, OWN_ITEM, BLOCKED_PAIR, NOT_FOR_SALE, ALREADY_PURCHASED, PRICE_CHANGED, COUPON_INVALID
 */
export const offerItem = async (
  platform: Platform,
  buyer: Buyer,
  itemId: string,
  kind: SoldKind,
  { expectedVersion, couponCode }: { expectedVersion?: number | undefined; couponCode?: string | undefined } = {},
): Promise<Offer> => {
  const item: ItemForSale | undefined = await findItemForSale(platform.database, itemId, kind, buyer);
  if (!item) throw new CodedError('NOT_FOUND');
  const seller = assertSeller(item.seller, buyer);
  if (item.isEntitled) throw new CodedError('ALREADY_PURCHASED');
  if (!item.onSale || item.priceAmount === null || item.audience === 'everyone') throw new CodedError('NOT_FOR_SALE');
  if (expectedVersion !== undefined && expectedVersion !== item.priceVersion)
    throw new CodedError('PRICE_CHANGED', { priceVersion: item.priceVersion });
  const coupon = couponCode === undefined ? undefined : await findCoupon(platform, couponCode, buyer.id);
  const [discount = 0n] = coupon ? discountsOf(coupon, [{ kind, tokens: item.priceAmount }], tokenStepOf(platform.settings)) : [];
  const { transaction } = KIND_TRAITS[kind].sale;
  return {
    ...offerBase(platform, buyer.id, seller, item.priceAmount - discount),
    orderKind: kind,
    transactionKind: transaction,
    item: { kind, id: item.id, title: item.title },
    commissionRate: rateOf(platform, { kind: transaction }, seller.commissionOverrides),
    price: { source: 'item', id: item.id, version: item.priceVersion },
    entitlement: { itemId: item.id, itemKind: kind },
    coupon: coupon ? { id: coupon.id, discount } : null,
    orderFacts: {},
  };
};

/** A plan's current price. @throws CodedError NOT_FOR_SALE when the performer doesn't offer it, or for nothing */
export const priceOfPlan = (seller: SellerTerms, plan: 'monthly' | 'yearly'): TokenAmount => {
  const price = plan === 'monthly' ? seller.monthlyPriceAmount : seller.yearlyPriceAmount;
  if (price === null || price === 0n) throw new CodedError('NOT_FOR_SALE');
  return price;
};

/** What is chosen when subscribing. */
export interface SubscriptionTerms {
  /** With an offer link, the link's plan counts. */
  type: 'monthly' | 'yearly';
  /** From the wallet. */
  renews: boolean;
  expectedVersion?: number | undefined;
  offerLink?: OfferLinkName | undefined;
}

/**
 * A subscription at the performer's current price; with an offer link, its first period at a discount.
 * @throws CodedError NOT_FOUND, OWN_ITEM, BLOCKED_PAIR, NOT_FOR_SALE (also for a link with free days), ALREADY_SUBSCRIBED, PRICE_CHANGED, and
 * those of `findOfferLink`
 */
export const offerSubscription = async (
  platform: Platform,
  buyer: Buyer,
  performer: string,
  { type: chosen, renews, expectedVersion, offerLink }: SubscriptionTerms,
): Promise<Offer> => {
  const { database, clock } = platform;
  const seller = assertSeller(await findSeller(database, performer, buyer), buyer);
  if (seller.subscribedUntil && seller.subscribedUntil > clock.now()) throw new CodedError('ALREADY_SUBSCRIBED');
  const link = offerLink && (await findOfferLink(database, { ...offerLink, performerId: seller.id, fanId: buyer.id, now: clock.now() }));
  if (link && link.percent === null) throw new CodedError('NOT_FOR_SALE');
  const type = link?.plan ?? chosen;
  const price = priceOfPlan(seller, type);
  if (expectedVersion !== undefined && expectedVersion !== seller.priceVersion)
    throw new CodedError('PRICE_CHANGED', { priceVersion: seller.priceVersion });
  const discount = link?.percent ? price - discountedPrice(price, link.percent, tokenStepOf(platform.settings)) : 0n;
  return {
    ...offerBase(platform, buyer.id, seller, price - discount),
    orderKind: 'subscription',
    transactionKind: 'subscriptionStart',
    commissionRate: rateOf(platform, { kind: 'subscriptionStart', period: type }, seller.commissionOverrides),
    price: { source: 'performer', id: seller.id, version: seller.priceVersion },
    subscription: { performerId: seller.id, type, renews, price },
    offerLink: link ? { id: link.id, discount } : null,
    orderFacts: { type, renews },
  };
};

const topUp = (
  platform: Platform,
  buyerId: string,
  tokens: TokenAmount,
  money: CurrencyAmount,
  transactionKind: 'topUpPackage' | 'topUpCustom',
  orderFacts: Record<string, unknown>,
): Offer => ({
  ...EMPTY_OFFER,
  orderKind: 'topUp',
  transactionKind,
  buyerId,
  sellerId: null,
  tokens,
  money,
  tokenValue: tokenValueOf(platform.settings),
  commissionRate: null,
  orderFacts,
});

/**
 * @param seen what the buyer was shown
 * @throws CodedError NOT_FOR_SALE, PRICE_CHANGED
 */
export const offerPackage = async (
  platform: Platform,
  buyerId: string,
  packageId: string,
  seen: { tokens?: bigint | undefined; price?: bigint | undefined } = {},
): Promise<Offer> => {
  const row = await platform.database
    .selectFrom('wallet_packages')
    .selectAll()
    .where('id', '=', packageId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOR_SALE');
  const { tokens = row.tokens_amount, price = row.price_amount } = seen;
  if (tokens !== row.tokens_amount || price !== row.price_amount) throw new CodedError('PRICE_CHANGED');
  return topUp(platform, buyerId, row.tokens_amount, row.price_amount, 'topUpPackage', { packageId: row.id, name: row.name });
};

/** The whole of what a buyer owes. @throws CodedError NO_DEBT */
export const offerDebt = async (platform: Platform, buyerId: string): Promise<Offer> => {
  const money = await debtOf(platform.database, buyerId);
  if (money <= 0n) throw new CodedError('NO_DEBT');
  return {
    ...EMPTY_OFFER,
    orderKind: 'debt',
    transactionKind: 'debtPayment',
    buyerId,
    sellerId: null,
    tokens: 0n,
    money,
    tokenValue: tokenValueOf(platform.settings),
    commissionRate: null,
    orderFacts: {},
  };
};

/** @throws CodedError AMOUNT_OUT_OF_BOUNDS */
export const offerCustomTopUp = (platform: Platform, buyerId: string, tokens: TokenAmount): Offer => {
  assertBounds(platform, tokens, 'topUpMinimum', 'topUpMaximum');
  return topUp(platform, buyerId, tokens, moneyOf(tokens, tokenValueOf(platform.settings)), 'topUpCustom', {});
};

/** @throws CodedError AMOUNT_OUT_OF_BOUNDS with the bounds of the settings */
export const assertBounds = (
  platform: Platform,
  amount: bigint,
  minimumKey: 'tipMinimum' | 'topUpMinimum',
  maximumKey: 'tipMaximum' | 'topUpMaximum',
): void => {
  const minimum = platform.settings.get(minimumKey);
  const maximum = platform.settings.get(maximumKey);
  if (amount < parseHundredths(minimum)! || amount > parseHundredths(maximum)!)
    throw new CodedError('AMOUNT_OUT_OF_BOUNDS', { minimum, maximum });
};
