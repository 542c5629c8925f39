import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { CardGateway } from '../../gateways/gateway.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Offer } from '../orders/index.ts';

/** How long an order waits to be paid. */
const ORDER_LIFETIME_MS = 86_400_000;

export interface OrderContext {
  buyerCountry: string | null;
  /** A path of ours the buyer comes back to. */
  returnTo: string | undefined;
  idempotency: Idempotency | undefined;
}

/** Paths of ours alone: nobody is sent elsewhere by an order. */
const ownPath = (path: string | undefined): string | null => (path && /^\/(?![/\\])/.test(path) ? path : null);

const describe = (platform: Platform, offer: Offer): string => {
  const siteName = platform.settings.get('siteName');
  return offer.item?.title ? `${siteName}: ${offer.item.title}` : siteName;
};

/**
 * Makes an order and answers where to pay it. Intent, call, outcome: the order is committed before the gateway is
 * asked, and what the gateway answered is committed after; a crash between leaves an order that expires.
 *
 * @throws CodedError GATEWAY_UNAVAILABLE when no gateway takes cards and the order can't be paid otherwise
 */
export const createOrder = async (
  platform: Platform,
  gateway: CardGateway | undefined,
  offer: Offer,
  context: OrderContext,
): Promise<{ orderId: string; redirectUrl: string }> => {
  const { database, clock, config, settings } = platform;
  const payableByWallet = offer.orderKind !== 'topUp';
  if (!gateway && !payableByWallet) throw new CodedError('GATEWAY_UNAVAILABLE');
  const now = clock.now();
  const { orderId } = await transact(database, context.idempotency, async (trx) => {
    const row = await trx
      .insertInto('orders')
      .values({
        kind: offer.orderKind,
        buyer_id: offer.buyerId,
        seller_id: offer.sellerId,
        item_kind: offer.item?.kind ?? null,
        item_id: offer.item?.id ?? null,
        item_title: offer.item?.title ?? '',
        detail: JSON.stringify(offer.detail),
        price_version: offer.price?.version ?? null,
        tokens_amount: offer.tokens,
        money_amount: offer.money,
        currency: settings.get('currency'),
        token_value: offer.tokenValue,
        commission_rate: offer.commissionRate,
        buyer_country: context.buyerCountry,
        method: 'card',
        gateway: gateway?.name ?? null,
        return_to: ownPath(context.returnTo),
        created_at: now,
        updated_at: now,
        expires_at: new Date(now.getTime() + ORDER_LIFETIME_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { orderId: row.id };
  });
  if (!gateway) return { orderId, redirectUrl: '' };

  const { gateway_payment_id: known } = await database
    .selectFrom('orders')
    .select('gateway_payment_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  if (known) return { orderId, redirectUrl: gateway.redirectUrlOf(known) };
  const { paymentId, redirectUrl } = await gateway.createPayment({
    orderId,
    description: describe(platform, offer),
    amount: offer.money,
    currency: settings.get('currency'),
    returnUrl: `${config.publicUrl}/wallet/return/${orderId}`,
  });
  await database.updateTable('orders').set({ gateway_payment_id: paymentId, updated_at: clock.now() }).where('id', '=', orderId).execute();
  return { orderId, redirectUrl };
};
