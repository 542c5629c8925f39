import { type Idempotency, findStoredResult, transact } from '../../platform/database/database.ts';
import type { PaymentMethod } from '@stagedoor/contract/payments.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Locale } from '@stagedoor/contract/texts/text';
import { CodedError } from '../../platform/errors.ts';
import { isTextKey, translate } from '../../platform/texts.ts';
import type { CardGateway } from '../../gateways/gateway.ts';
import type { Gateways } from '../../gateways/registry.ts';
import { moneyOf } from '../../ledger/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Offer, settleOffer } from '../orders/index.ts';

/** How long an order can be paid. */
const ORDER_LIFETIME_MS = 86_400_000;

export interface OrderContext {
  /**
   * What the order is meant to be paid by: `card` needs a gateway, `wallet` none, also where there is one. Undefined when the caller didn't
   * say, of what can be paid either way.
   */
  method: PaymentMethod | undefined;
  locale: Locale;
  buyerCountry: string | null;
  /** A path of this site that the buyer returns to. */
  returnTo: string | undefined;
  idempotency: Idempotency | undefined;
}

/** Accepts paths of this site only, to prevent open redirects. */
const sitePath = (path: string | undefined): string | null => (path && /^\/(?![/\\])/.test(path) ? path : null);

interface DescribedOrder {
  kind: string;
  item_title: string;
  tokens_amount: bigint | null;
  seller_name: string | null;
}

/** What the buyer reads on the gateway's page and on the card's statement. */
const describe = (platform: Platform, locale: Locale, order: DescribedOrder): string => {
  const values = { name: order.seller_name ?? '', tokens: order.tokens_amount === null ? '' : hundredthsToNumber(order.tokens_amount) };
  const key = `orders.description.${order.kind}`;
  const what = order.kind !== 'tip' && order.item_title ? order.item_title : isTextKey(key) ? translate(locale, key, values) : '';
  return [platform.settings.get('siteName'), what].filter(Boolean).join(': ');
};

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

const insertOrder = (
  platform: Platform,
  gateway: CardGateway | undefined,
  offer: Offer,
  { method, buyerCountry, returnTo, idempotency }: OrderContext & { method: PaymentMethod },
): Promise<{ orderId: string }> => {
  const now = platform.clock.now();
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
        detail: JSON.stringify(offer.orderFacts),
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
        return_to: sitePath(returnTo),
        created_at: now,
        updated_at: now,
        expires_at: new Date(now.getTime() + ORDER_LIFETIME_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
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

/**
 * Creates an order and returns where to pay it. A free one is paid already: it leads to the page that a paid order returns to. The order is
 * committed before the gateway is called, and the gateway's response after; a crash in between leaves an order that expires. A repeated
 * idempotency key returns the first order, also when it was paid since and could not be made again.
 *
 * @param makeOffer called only when the key is new
 * @throws CodedError GATEWAY_UNAVAILABLE when the order is to be paid by card and no gateway takes cards
 */
export const createOrder = async (
  platform: Platform,
  gateways: Gateways,
  makeOffer: () => Promise<Offer>,
  context: OrderContext,
): Promise<CreatedOrder> => {
  const { database, clock, config } = platform;
  // Decision 58: whoever left it out, as the specification's calls do, may still pay from the wallet.
  const [gateway] = context.method === 'wallet' ? [] : gateways.taking();
  const method = gateway ? 'card' : 'wallet';
  const place = async (): Promise<string> => {
    const offer = await makeOffer();
    if (offer.tokens === 0n && offer.money === 0n) return (await settleFree(platform, offer, context)).orderId;
    if (!gateway && context.method === 'card') throw new CodedError('GATEWAY_UNAVAILABLE');
    return (await insertOrder(platform, gateway, offer, { ...context, method })).orderId;
  };
  const orderId =
    (await findFirst(platform, context)) ??
    (await place().catch(async (error: unknown) => {
      // A call with the same key may have bought it meanwhile.
      const first = await findFirst(platform, context);
      if (!first) throw error;
      return first;
    }));
  const order = await database
    .selectFrom('orders as o')
    .leftJoin('accounts as s', 's.id', 'o.seller_id')
    .select([
      'o.kind',
      'o.gateway',
      'o.gateway_payment_id',
      'o.item_title',
      'o.detail',
      'o.tokens_amount',
      'o.discount_amount',
      'o.token_value',
      'o.money_amount',
      'o.currency',
      's.name as seller_name',
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow();
  const created = { orderId, tokens: order.tokens_amount, money: order.money_amount };
  const returnUrl = `${config.publicUrl}/wallet/return/${orderId}`;
  if (order.money_amount === 0n) return { ...created, redirectUrl: returnUrl };
  if (order.gateway === null) return { ...created, redirectUrl: '' };
  // A repeated call's order stays with its gateway, though another is offered first by now.
  const own = gateways.get(order.gateway);
  if (order.gateway_payment_id) return { ...created, redirectUrl: own.redirectUrlOf(order.gateway_payment_id) };
  const { paymentId, redirectUrl } = await own.createPayment({
    orderId,
    description: describe(platform, context.locale, order),
    amount: order.money_amount,
    currency: order.currency,
    // A subscription by card is renewed by the gateway, at the price of its first period before the discount of an offer link.
    recurring:
      order.kind === 'subscription' && own.capabilities.recurring
        ? {
            amount: moneyOf((order.tokens_amount ?? 0n) + order.discount_amount, order.token_value),
            period: (order.detail as { type?: string }).type === 'yearly' ? 'year' : 'month',
          }
        : null,
    returnUrl,
  });
  await database.updateTable('orders').set({ gateway_payment_id: paymentId, updated_at: clock.now() }).where('id', '=', orderId).execute();
  return { ...created, redirectUrl };
};
