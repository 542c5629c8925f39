import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Receipt } from '@stagedoor/contract/wallet';
import {
  type Settled,
  type Settlement,
  cardSaleLines,
  findSettled,
  moneyOf,
  settle,
  splitCommission,
  topUpLines,
  walletSaleLines,
} from '../../ledger/index.ts';
import type { Idempotency } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Offer } from './offers.ts';

const DAY_MS = 86_400_000;

/** The end of a subscription's first period: the same day of the next month or year, or the month's last day. */
export const periodEnd = (start: Date, type: 'monthly' | 'yearly' | 'free'): Date => {
  const end = new Date(start);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + (type === 'yearly' ? 12 : 1), 1);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
};

export interface Payment {
  method: 'wallet' | 'card';
  /** The open order being paid; without it one is made with the settlement. */
  orderId?: string;
  gatewayPaymentId?: string;
  buyerCountry: string | null;
  idempotency: Idempotency | undefined;
}

const linesOf = (offer: Offer, method: Payment['method']) => {
  if (offer.sellerId === null || offer.commissionRate === null) {
    return { split: null, lines: topUpLines(offer.buyerId, offer.tokens, offer.money, moneyOf(offer.tokens, offer.tokenValue)) };
  }
  const gross = offer.money;
  const split = { gross, ...splitCommission(gross, offer.commissionRate) };
  return {
    split,
    lines: method === 'wallet' ? walletSaleLines(offer.buyerId, offer.sellerId, offer.tokens, split) : cardSaleLines(offer.sellerId, split),
  };
};

/**
 * Pays an offer: one round trip in which the ledger checks the price's version, takes the tokens, pays the
 * performer, gives the entitlement or subscription, and records what is announced.
 *
 * @throws CodedError as `settle`
 */
export const settleOffer = (platform: Platform, offer: Offer, payment: Payment): Promise<Settled> => {
  const at = platform.clock.now();
  const { split, lines } = linesOf(offer, payment.method);
  const holdDays = platform.settings.get('earningsHoldDays');
  const settlement: Settlement = {
    at,
    idempotency: payment.idempotency,
    order: payment.orderId
      ? { id: payment.orderId, method: payment.method, ...(payment.gatewayPaymentId ? { gatewayPaymentId: payment.gatewayPaymentId } : {}) }
      : {
          create: {
            kind: offer.orderKind,
            buyerId: offer.buyerId,
            sellerId: offer.sellerId,
            itemKind: offer.item?.kind ?? null,
            itemId: offer.item?.id ?? null,
            itemTitle: offer.item?.title ?? '',
            detail: offer.detail,
            priceVersion: offer.price?.version ?? null,
            tokens: offer.tokens,
            money: offer.money,
            currency: platform.settings.get('currency'),
            tokenValue: offer.tokenValue,
            buyerCountry: payment.buyerCountry,
            method: payment.method,
          },
        },
    price: offer.price,
    entitlement: offer.entitlement && { accountId: offer.buyerId, ...offer.entitlement },
    subscription: offer.subscription && {
      fanId: offer.buyerId,
      performerId: offer.subscription.performerId,
      type: offer.subscription.type,
      renewsBy: payment.method,
      price: offer.tokens,
      expiresAt: periodEnd(at, offer.subscription.type),
    },
    transaction: {
      kind: offer.transactionKind,
      buyerId: offer.buyerId,
      sellerId: offer.sellerId,
      itemKind: offer.item?.kind ?? null,
      itemId: offer.item?.id ?? null,
      itemTitle: offer.item?.title ?? null,
      tokenValue: offer.tokenValue,
      commissionRate: offer.commissionRate,
      tokens: payment.method === 'wallet' || offer.sellerId === null ? offer.tokens : null,
      gross: split?.gross ?? null,
      commission: split?.commission ?? null,
      net: split?.net ?? null,
      availableAt: split ? new Date(at.getTime() + holdDays * DAY_MS) : null,
      note: typeof offer.detail['message'] === 'string' ? offer.detail['message'] : '',
    },
    lines,
    event: {
      name: 'orders.paid',
      payload: {
        kind: offer.orderKind,
        buyerId: offer.buyerId,
        sellerId: offer.sellerId,
        item: offer.item,
        tokens: payment.method === 'wallet' ? offer.tokens.toString() : null,
        net: split ? split.net.toString() : null,
        message: offer.detail['message'] ?? '',
        subscription: offer.subscription,
      },
    },
  };
  return settle(platform.database, settlement);
};

/** What the payer is shown. */
const receiptOf = (settled: Settled, paid: Pick<Offer, 'tokens' | 'money'>): Receipt => ({
  transactionId: settled.transactionId,
  orderId: settled.orderId,
  amount: hundredthsToNumber(paid.tokens),
  money: hundredthsToNumber(paid.money),
  balance: hundredthsToNumber(settled.balance ?? 0n),
  createdAt: settled.at.toISOString(),
});

/**
 * Pays from the wallet and answers the receipt. A repeated key is answered its first receipt, also when the offer
 * could not be made again (it is the buyer's by now, its price has changed, the order is paid).
 *
 * @param prepare makes the offer, checked against the rules of now; with `orderId`, for an order that is open
 * @throws CodedError those of the offer, and as `settle`
 */
export const payFromWallet = async (
  platform: Platform,
  payment: Pick<Payment, 'buyerCountry' | 'idempotency'>,
  prepare: () => Promise<{ offer: Offer; orderId?: string }>,
): Promise<Receipt> => {
  const { database } = platform;
  try {
    const { offer, orderId } = await prepare();
    return receiptOf(await settleOffer(platform, offer, { method: 'wallet', ...payment, ...(orderId ? { orderId } : {}) }), offer);
  } catch (error) {
    const first = error instanceof CodedError && payment.idempotency ? await findSettled(database, payment.idempotency) : undefined;
    if (!first) throw error;
    const order = await database
      .selectFrom('orders')
      .select(['tokens_amount', 'money_amount'])
      .where('id', '=', first.orderId)
      .executeTakeFirstOrThrow();
    return receiptOf(first, { tokens: order.tokens_amount ?? 0n, money: order.money_amount });
  }
};
