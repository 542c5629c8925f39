import { type Idempotency, findStoredResult, transact } from '../../platform/database/database.ts';
import type { PaymentMethod } from '@stagedoor/contract/payments.values';
import type { Locale } from '@stagedoor/contract/texts/text';
import { CodedError } from '../../platform/errors.ts';
import type { CardGateway, Charge } from '../../gateways/gateway.ts';
import type { OwnAccounts } from '../../gateways/own-accounts.ts';
import type { Gateways } from '../../gateways/registry.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Offer, settleOffer } from '../orders/index.ts';
import { assertCardAllowed, recordCardAttempt } from './card-limits.ts';
import { openPage, recurringOf, returnUrlOf } from './payment-pages.ts';

/** How long an order can be paid. */
const ORDER_LIFETIME_MS = 86_400_000;

export interface OrderContext {
  /**
   * What the order is meant to be paid by: `card` needs a gateway, `wallet` none, also where there is one. Undefined when the caller didn't
   * say, of what can be paid either way.
   */
  method: PaymentMethod | undefined;
  /** The card company that the buyer chose; by default the first that takes the payment. */
  gateway?: string | undefined;
  locale: Locale;
  buyerCountry: string | null;
  /** A path of this site that the buyer returns to. */
  returnTo: string | undefined;
  idempotency: Idempotency | undefined;
  /** The buyer's address, behind trusted proxies; undefined for the site's own data, which no limit concerns. */
  ip?: string | undefined;
}

/** Accepts paths of this site only, to prevent open redirects. */
const sitePath = (path: string | undefined): string | null => (path && /^\/(?![/\\])/.test(path) ? path : null);

export interface CreatedOrder {
  orderId: string;
  /** Where to pay by card; empty when the order can be paid from the wallet only. */
  redirectUrl: string;
  /** Hundredths of a token; null for a debt. */
  tokens: bigint | null;
  /** Hundredths of the currency. */
  money: bigint;
}

/** The order's lines at current prices; the settlement uses them. */
const orderLinesOf = (orderId: string, { buyerId, products }: Offer, now: Date) =>
  (products ?? []).map((product, line) => ({
    order_id: orderId,
    line,
    buyer_id: buyerId,
    seller_id: product.sellerId,
    product_id: product.productId,
    product_type: product.type,
    title: product.title,
    price_version: product.priceVersion,
    quantity: product.quantity,
    unit_amount: product.unit,
    discount_amount: product.discount,
    tokens_amount: product.tokens,
    money_amount: product.money,
    commission_rate: product.commissionRate,
    created_at: now,
    updated_at: now,
  }));

/** The length of a period in days, which the buyer agrees to where the company counts so. */
const periodOf = (platform: Platform, gateway: CardGateway | undefined, offer: Offer): { periodDays?: number } => {
  const terms = gateway?.termsOf(chargeOf(platform, offer));
  return terms && 'periodDays' in terms && terms.periodDays !== null ? { periodDays: terms.periodDays } : {};
};

/** Subscriptions to a performer are paid to their own account where the owner allows it and they have one. */
const chooseOwnAccount = async (ownAccounts: OwnAccounts, gateway: CardGateway | undefined, { orderKind, sellerId }: Offer) =>
  gateway && orderKind === 'subscription' && sellerId !== null ? ownAccounts.choose(gateway.name, sellerId) : null;

const insertOrder = async (
  platform: Platform,
  { gateway, ownAccounts }: { gateway: CardGateway | undefined; ownAccounts: OwnAccounts },
  offer: Offer,
  { method, buyerCountry, returnTo, idempotency, ip }: OrderContext & { method: PaymentMethod },
): Promise<{ orderId: string }> => {
  const now = platform.clock.now();
  const own = await chooseOwnAccount(ownAccounts, gateway, offer);
  return transact(platform.database, idempotency, async (trx) => {
    const row = await trx
      .insertInto('orders')
      .values({
        kind: offer.orderKind,
        buyer_id: offer.buyerId,
        seller_id: offer.sellerId,
        item_kind: offer.item?.kind ?? null,
        item_id: offer.item?.id ?? null,
        item_title: offer.item?.title ?? '',
        detail: JSON.stringify({ ...offer.orderFacts, ...periodOf(platform, gateway, offer) }),
        price_version: offer.price?.version ?? null,
        tokens_amount: offer.tokens === 0n ? null : offer.tokens,
        money_amount: offer.money,
        currency: platform.settings.get('currency'),
        token_value: offer.tokenValue,
        coupon_id: offer.coupon?.id ?? null,
        offer_link_id: offer.offerLink?.id ?? null,
        discount_amount: (offer.coupon ?? offer.offerLink)?.discount ?? 0n,
        delivery_address: offer.deliveryAddress,
        commission_rate: offer.commissionRate,
        buyer_country: buyerCountry,
        method,
        gateway: gateway?.name ?? null,
        gateway_account: own?.account.number ?? null,
        receiver: own?.receiver ?? 'site',
        return_to: sitePath(returnTo),
        created_at: now,
        updated_at: now,
        expires_at: new Date(now.getTime() + ORDER_LIFETIME_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (gateway && own) await ownAccounts.keep(trx, gateway.name, offer.sellerId!, own.account, now);
    if (gateway && ip !== undefined) {
      const order = { id: row.id, gateway: gateway.name, money: offer.money, isTopUp: offer.orderKind === 'topUp' };
      await recordCardAttempt(platform, trx, order, { accountId: offer.buyerId, ip });
    }
    if (offer.products)
      await trx
        .insertInto('order_lines')
        .values(orderLinesOf(row.id, offer, now))
        .execute();
    if (offer.postage && offer.postage.length > 0)
      await trx
        .insertInto('order_shipping')
        .values(
          offer.postage.map(({ sellerId, tokens, money }) => ({
            order_id: row.id,
            seller_id: sellerId,
            tokens_amount: tokens,
            money_amount: money,
          })),
        )
        .execute();
    return { orderId: row.id };
  });
};

/** Completes an order that a coupon makes free at once; no gateway is asked. */
const settleFree = (
  platform: Platform,
  offer: Offer,
  { buyerCountry, returnTo, idempotency }: OrderContext,
): Promise<{ orderId: string }> =>
  transact(platform.database, undefined, async (trx) => {
    const { orderId } = await settleOffer(platform, offer, { method: 'wallet', buyerCountry, idempotency }, trx);
    await trx
      .updateTable('orders')
      .set({ return_to: sitePath(returnTo) })
      .where('id', '=', orderId)
      .execute();
    return { orderId };
  });

/** The order of a first call with this key. @throws CodedError IDEMPOTENCY_KEY_REUSED */
const findFirst = async ({ database }: Platform, { idempotency }: OrderContext): Promise<string | undefined> =>
  idempotency && (await findStoredResult<{ orderId: string }>(database, idempotency))?.answer.orderId;

/** The payment that an offer asks for. */
export const chargeOf = (platform: Pick<Platform, 'settings'>, offer: Offer): Charge => ({
  amount: offer.money,
  currency: platform.settings.get('currency'),
  recurring: recurringOf({
    isSubscription: offer.orderKind === 'subscription',
    type: offer.orderFacts['type'],
    tokens: offer.tokens,
    discount: offer.offerLink?.discount ?? 0n,
    tokenValue: offer.tokenValue,
  }),
});

/**
 * Chooses the gateway of a new order: the one that the buyer wants, or the first that takes the payment.
 * @returns undefined for an order that is paid from the wallet
 * @throws CodedError GATEWAY_UNAVAILABLE when no gateway takes cards, or not the one that is wanted; NOT_BY_CARD when none takes this payment
 */
const chooseGateway = (
  platform: Platform,
  gateways: Pick<Gateways, 'taking'>,
  offer: Offer,
  { method, gateway: wanted }: OrderContext,
): CardGateway | undefined => {
  if (method === 'wallet') return undefined;
  const offered = gateways.taking().filter(({ name }) => wanted === undefined || name === wanted);
  const charge = chargeOf(platform, offer);
  const chosen = offered.find((gateway) => !('refusal' in gateway.termsOf(charge)));
  // Decision 58: whoever left the method out, as the specification's calls do, may still pay from the wallet.
  if (chosen || (method === undefined && wanted === undefined)) return chosen;
  throw new CodedError(offered.length === 0 ? 'GATEWAY_UNAVAILABLE' : 'NOT_BY_CARD');
};

/**
 * Lets a card payment begin, unless cards are being tried.
 * @returns undefined for an order whose buyer didn't insist on a card: it is paid from the wallet
 * @throws CodedError CARD_PAUSED
 */
const admitCard = async (
  platform: Platform,
  offer: Offer,
  { method, gateway: wanted, ip }: OrderContext,
  gateway: CardGateway | undefined,
): Promise<CardGateway | undefined> => {
  if (!gateway || ip === undefined) return gateway;
  try {
    await assertCardAllowed(platform, { accountId: offer.buyerId, ip }, { money: offer.money, isTopUp: offer.orderKind === 'topUp' });
    return gateway;
  } catch (error) {
    const mayUseWallet = method === undefined && wanted === undefined;
    if (mayUseWallet && error instanceof CodedError && error.code === 'CARD_PAUSED') return undefined;
    throw error;
  }
};

/**
 * Creates an order and returns where to pay it. A free one is paid already: it leads to the page that a paid order returns to. The order is
 * committed before the gateway is called. A repeated idempotency key returns the first order, also when it was paid since and could not be made
 * again.
 *
 * @param makeOffer called only when the key is new
 * @throws CodedError GATEWAY_UNAVAILABLE, NOT_BY_CARD, CARD_PAUSED when the order is to be paid by card and can't be
 */
export const createOrder = async (
  platform: Platform,
  gateways: Gateways,
  makeOffer: () => Promise<Offer>,
  context: OrderContext,
): Promise<CreatedOrder> => {
  const place = async (): Promise<string> => {
    const offer = await makeOffer();
    if (offer.tokens === 0n && offer.money === 0n) return (await settleFree(platform, offer, context)).orderId;
    const gateway = await admitCard(platform, offer, context, chooseGateway(platform, gateways, offer, context));
    const companies = { gateway, ownAccounts: gateways.ownAccounts };
    return (await insertOrder(platform, companies, offer, { ...context, method: gateway ? 'card' : 'wallet' })).orderId;
  };
  const orderId =
    (await findFirst(platform, context)) ??
    (await place().catch(async (error: unknown) => {
      // A call with the same key may have bought it meanwhile.
      const first = await findFirst(platform, context);
      if (!first) throw error;
      return first;
    }));
  const order = await platform.database
    .selectFrom('orders')
    .select(['gateway', 'tokens_amount', 'money_amount'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const created = { orderId, tokens: order.tokens_amount, money: order.money_amount };
  if (order.money_amount === 0n) return { ...created, redirectUrl: returnUrlOf(platform, orderId) };
  return { ...created, redirectUrl: order.gateway === null ? '' : await openPage(platform, gateways, orderId, context.locale) };
};
