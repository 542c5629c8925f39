import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Receipt } from '@stagedoor/contract/wallet';
import {
  PreconditionFailed,
  type Sale,
  type Settled,
  type Settlement,
  cardSaleLines,
  debtLines,
  findSettled,
  moneyOf,
  settle,
  splitCommission,
  topUpLines,
  walletSaleLines,
} from '../../ledger/index.ts';
import type { Executor, Idempotency } from '../../platform/database/database.ts';
import { anchorOf, firstPeriodEnd, periodEnd } from '../../platform/calendar.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { preconditionHolds } from './offer-tip.ts';
import type { Offer, PostageSale, ProductSale } from './offers.ts';

const DAY_MS = 86_400_000;
/** Days a seller has to accept a physical product before it is refunded (docs/domains/money.md). */
const ACCEPT_DAYS = 3;

export interface Payment {
  method: 'wallet' | 'card';
  /** The open order being paid; without it one is created with the settlement. */
  orderId?: string;
  gatewayPaymentId?: string;
  /** The gateway's id of the sale, which refunds and renewals name. */
  gatewaySaleId?: string | null;
  /** When the gateway charges a subscription again, if it said so. */
  paidUntil?: Date | null;
  buyerCountry: string | null;
  idempotency: Idempotency | undefined;
}

/** Ledger lines of one sale, to earnings and commission; of a top-up, to the wallet; of a debt, to what the buyer owes. */
const linesOf = (sale: SaleTerms, method: Payment['method']) => {
  if (sale.transactionKind === 'debtPayment') return { split: null, lines: debtLines(sale.buyerId, sale.money) };
  if (sale.sellerId === null || sale.commissionRate === null) {
    return { split: null, lines: topUpLines(sale.buyerId, sale.tokens, sale.money, moneyOf(sale.tokens, sale.tokenValue)) };
  }
  const gross = sale.money;
  const split = { gross, ...splitCommission(gross, sale.commissionRate) };
  return {
    split,
    lines: method === 'wallet' ? walletSaleLines(sale.buyerId, sale.sellerId, sale.tokens, split) : cardSaleLines(sale.sellerId, split),
  };
};

/** The terms of one sale: an offer, or one product of an order. */
type SaleTerms = Pick<
  Offer,
  | 'transactionKind'
  | 'buyerId'
  | 'sellerId'
  | 'item'
  | 'tokens'
  | 'money'
  | 'tokenValue'
  | 'commissionRate'
  | 'price'
  | 'entitlement'
  | 'subscription'
  | 'renewal'
  | 'planChange'
> & { product: ProductSale | null; postage: PostageSale | null; line: number };

const salesOf = (offer: Offer): [SaleTerms, ...SaleTerms[]] => {
  const [first, ...others] = (offer.products ?? []).map(
    (product, line): SaleTerms => ({
      ...offer,
      sellerId: product.sellerId,
      item: { kind: 'product', id: product.productId, title: product.title },
      tokens: product.tokens,
      money: product.money,
      commissionRate: product.commissionRate,
      price: { source: 'item', id: product.productId, version: product.priceVersion },
      entitlement: product.type === 'digital' ? { itemId: product.productId, itemKind: 'product' } : null,
      product,
      postage: null,
      line,
    }),
  );
  const parcels = (offer.postage ?? []).map(
    (postage): SaleTerms => ({
      ...offer,
      sellerId: postage.sellerId,
      item: null,
      tokens: postage.tokens,
      money: postage.money,
      commissionRate: 0,
      price: null,
      entitlement: null,
      product: null,
      postage,
      line: 0,
    }),
  );
  return first ? [first, ...others, ...parcels] : [{ ...offer, product: null, postage: null, line: 0 }];
};

/** @param timeZone the site's, in which periods end */
const subscriptionOf = (
  { buyerId, subscription, renewal, planChange, tokens }: SaleTerms,
  { method, paidUntil: chargedAgainAt }: Pick<Payment, 'method' | 'paidUntil'>,
  at: Date,
  timeZone: string,
): Sale['subscription'] => {
  // Subscriptions by card are renewed by the gateway, not by us: the period ends when it charges again.
  const dueAt = (expiresAt: Date): Date | null => (method === 'wallet' ? expiresAt : null);
  if (renewal) {
    const { subscriptionId: id, paidUntil, type, nextType } = renewal;
    const anchoredAt = anchorOf({ anchor: renewal.anchoredAt, start: paidUntil, timeZone });
    const expiresAt = chargedAgainAt ?? periodEnd({ anchor: anchoredAt, start: paidUntil, plan: type, timeZone });
    return { move: 'renew', id, paidUntil, type, nextType, anchoredAt, expiresAt, price: tokens, nextAttemptAt: dueAt(expiresAt) };
  }
  if (planChange) {
    const { subscriptionId: id, ...change } = planChange;
    const expiresAt = firstPeriodEnd(at, change.type, timeZone);
    return { move: 'change', id, ...change, expiresAt, nextAttemptAt: change.renewsBy ? expiresAt : null };
  }
  if (!subscription) return null;
  const { performerId, type, renews, price } = subscription;
  const expiresAt = chargedAgainAt ?? firstPeriodEnd(at, type, timeZone);
  const common = { move: 'start' as const, fanId: buyerId, performerId, type, price, expiresAt };
  return method === 'wallet' && !renews
    ? { ...common, renewsBy: null, nextAttemptAt: null }
    : { ...common, renewsBy: method, nextAttemptAt: dueAt(expiresAt) };
};

const saleOf = (platform: Platform, offer: Offer, terms: SaleTerms, payment: Payment, at: Date): Sale => {
  const { method } = payment;
  const { split, lines } = linesOf(terms, method);
  const { product, postage, item, sellerId, buyerId } = terms;
  const message = typeof offer.orderFacts['message'] === 'string' ? offer.orderFacts['message'] : '';
  // Earnings of physical products are released after the delivery.
  const isDebt = terms.transactionKind === 'debtPayment';
  const isHeld = product?.type === 'physical' || postage !== null;
  const releasedAt = new Date(at.getTime() + platform.settings.get('earningsHoldDays') * DAY_MS);
  return {
    // A card payment is for the price of the order, even if it has changed since.
    price: method === 'wallet' ? terms.price : null,
    entitlement: terms.entitlement && { accountId: buyerId, ...terms.entitlement },
    subscription: subscriptionOf(terms, payment, at, platform.settings.get('timeZone')),
    orderLine: product && {
      line: terms.line,
      buyerId,
      sellerId: product.sellerId,
      productId: product.productId,
      title: product.title,
      priceVersion: product.priceVersion,
      quantity: product.quantity,
      unitAmount: product.unit,
      discount: product.discount,
      tokens: product.tokens,
      money: product.money,
      commissionRate: product.commissionRate,
      acceptBy: new Date(at.getTime() + ACCEPT_DAYS * DAY_MS),
    },
    shipping: postage,
    transaction: {
      kind: postage ? 'shipping' : offer.transactionKind,
      buyerId,
      sellerId,
      itemKind: item?.kind ?? null,
      itemId: item?.id ?? null,
      itemTitle: item?.title ?? null,
      tokenValue: terms.tokenValue,
      commissionRate: terms.commissionRate,
      tokens: method === 'wallet' || (sellerId === null && !isDebt) ? terms.tokens : null,
      gross: split?.gross ?? (isDebt ? terms.money : null),
      commission: split?.commission ?? null,
      net: split?.net ?? null,
      availableAt: split && !isHeld ? releasedAt : null,
      note: message,
    },
    lines,
    event: {
      name: 'orders.paid',
      payload: {
        kind: offer.orderKind,
        buyerId,
        sellerId,
        item,
        tokens: method === 'wallet' ? terms.tokens.toString() : null,
        net: split ? split.net.toString() : null,
        message,
        subscription: terms.subscription && { performerId: terms.subscription.performerId, type: terms.subscription.type },
        detail: offer.orderFacts,
      },
    },
  };
};

/**
 * Pays an offer in one round trip: the ledger checks the prices' versions, takes the tokens, pays the performers, grants the entitlements
 * or subscription, and records the events.
 *
 * @throws CodedError and PreconditionFailed as `settle`
 */
export const settleOffer = (
  platform: Platform,
  offer: Offer,
  payment: Payment,
  executor: Executor = platform.database,
): Promise<Settled> => {
  const at = platform.clock.now();
  const [first, ...others] = salesOf(offer);
  const settlement: Settlement = {
    at,
    idempotency: payment.idempotency,
    order: payment.orderId
      ? {
          id: payment.orderId,
          method: payment.method,
          ...(payment.gatewayPaymentId ? { gatewayPaymentId: payment.gatewayPaymentId } : {}),
          ...(payment.gatewaySaleId ? { gatewaySaleId: payment.gatewaySaleId } : {}),
        }
      : {
          create: {
            kind: offer.orderKind,
            buyerId: offer.buyerId,
            sellerId: offer.sellerId,
            itemKind: offer.item?.kind ?? null,
            itemId: offer.item?.id ?? null,
            itemTitle: offer.item?.title ?? '',
            detail: offer.orderFacts,
            priceVersion: offer.price?.version ?? null,
            tokens: offer.tokens,
            money: offer.money,
            currency: platform.settings.get('currency'),
            tokenValue: offer.tokenValue,
            buyerCountry: payment.buyerCountry,
            method: payment.method,
            deliveryAddress: offer.deliveryAddress?.toString('hex') ?? null,
          },
        },
    coupon: offer.coupon && { id: offer.coupon.id, accountId: offer.buyerId, discount: offer.coupon.discount },
    offerLink: offer.offerLink && { id: offer.offerLink.id, fanId: offer.buyerId, discount: offer.offerLink.discount },
    sales: [saleOf(platform, offer, first, payment, at), ...others.map((terms) => saleOf(platform, offer, terms, payment, at))],
  };
  return settle(executor, settlement, offer.precondition ? preconditionHolds(offer.precondition, at) : undefined);
};

/** The receipt shown to the buyer. */
const receiptOf = (settled: Settled, paid: Pick<Offer, 'tokens' | 'money'>): Receipt => ({
  transactionId: settled.transactionId,
  orderId: settled.orderId,
  amount: hundredthsToNumber(paid.tokens),
  money: hundredthsToNumber(paid.money),
  balance: hundredthsToNumber(settled.balance ?? 0n),
  createdAt: settled.at.toISOString(),
});

type FromWallet = Pick<Payment, 'buyerCountry' | 'idempotency'>;

/** Settles an offer from the wallet and returns its receipt. */
const settleFromWallet = async (platform: Platform, payment: FromWallet, offer: Offer, orderId?: string): Promise<Receipt> =>
  receiptOf(await settleOffer(platform, offer, { method: 'wallet', ...payment, ...(orderId ? { orderId } : {}) }), offer);

/**
 * Returns the first receipt for a repeated idempotency key, also when the offer could not be made again (already bought, price changed, order
 * paid).
 */
const withFirstReceipt = async (
  platform: Platform,
  idempotency: Idempotency | undefined,
  pay: () => Promise<Receipt>,
): Promise<Receipt> => {
  try {
    return await pay();
  } catch (error) {
    const first = error instanceof CodedError && idempotency ? await findSettled(platform.database, idempotency) : undefined;
    if (!first) throw error;
    const order = await platform.database
      .selectFrom('orders')
      .select(['tokens_amount', 'money_amount'])
      .where('id', '=', first.orderId)
      .executeTakeFirstOrThrow();
    return receiptOf(first, { tokens: order.tokens_amount ?? 0n, money: order.money_amount });
  }
};

/**
 * Pays from the wallet and returns the receipt, or the first one for a repeated idempotency key.
 * @param prepare makes the offer; with `orderId`, for an open order
 * @throws CodedError those of the offer, and as `settle`
 */
export const payFromWallet = (
  platform: Platform,
  payment: FromWallet,
  prepare: () => Promise<{ offer: Offer; orderId?: string }>,
): Promise<Receipt> =>
  withFirstReceipt(platform, payment.idempotency, async () => {
    const { offer, orderId } = await prepare();
    return settleFromWallet(platform, payment, offer, orderId);
  });

/**
 * Pays a tip or gift, whose recipient may come from the cache. What the payment finds changed is looked up and paid again (decision 21).
 * @throws CodedError those of the offer, and as `settle`
 */
export const payGiven = (platform: Platform, payment: FromWallet, makeOffer: (fromCache: boolean) => Promise<Offer>): Promise<Receipt> =>
  withFirstReceipt(platform, payment.idempotency, async () => {
    try {
      return await settleFromWallet(platform, payment, await makeOffer(true));
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
      return settleFromWallet(platform, payment, await makeOffer(false));
    }
  });
