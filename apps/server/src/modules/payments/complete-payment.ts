import type { CardGateway, PaymentNotice } from '../../gateways/gateway.ts';
import { recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { offerOfOrder, settleOffer } from '../orders/index.ts';

/** What became of a gateway's statement. */
export type NoticeOutcome = 'settled' | 'closed' | 'repeated' | 'late' | 'refunded' | 'amountMismatch' | 'unknownOrder';

/** Codes that say the money came too late to buy what it was for: it goes back. */
const REFUND_CODES: readonly string[] = ['ALREADY_PURCHASED', 'ALREADY_SUBSCRIBED', 'ORDER_STATE', 'COUPON_INVALID', 'OUT_OF_STOCK'];

/**
 * The one end of every payment, whether its statement came by callback or by poll, once or often, in order or not.
 * Approved: the order is settled. Declined or cancelled: it is closed. Approved after the order had ended, or for
 * what the buyer has by now: the money goes back. Each statement is kept word for word, once.
 */
export const completePayment = async (platform: Platform, gateway: CardGateway, notice: PaymentNotice): Promise<NoticeOutcome> => {
  const outcome = await applyNotice(platform, gateway, notice);
  await platform.database
    .insertInto('gateway_events')
    .values({
      gateway: notice.gateway,
      event_key: notice.eventKey,
      order_id: outcome === 'unknownOrder' ? null : notice.orderId,
      payload: JSON.stringify(notice.payload),
      outcome,
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'event_key']).doNothing())
    .execute();
  if (outcome === 'unknownOrder') throw new CodedError('NOT_FOUND');
  if (outcome === 'amountMismatch') throw new CodedError('ORDER_STATE');
  return outcome;
};

const applyNotice = async (platform: Platform, gateway: CardGateway, notice: PaymentNotice): Promise<NoticeOutcome> => {
  const { database } = platform;
  const order = await database.selectFrom('orders').selectAll().where('id', '=', notice.orderId).executeTakeFirst();
  if (!order || order.gateway !== notice.gateway) return 'unknownOrder';
  if (order.money_amount !== notice.amount || order.currency !== notice.currency) return 'amountMismatch';
  if (notice.event !== 'approved') return closeOrder(platform, order.id, notice.event === 'declined' ? 'failed' : 'cancelled');
  if (order.state === 'paid' && order.gateway_payment_id === notice.paymentId && order.method === 'card') return 'repeated';
  try {
    await settleOffer(platform, await offerOfOrder(platform, order), {
      method: 'card',
      orderId: order.id,
      gatewayPaymentId: notice.paymentId,
      buyerCountry: order.buyer_country,
      idempotency: undefined,
    });
    return 'settled';
  } catch (error) {
    if (!(error instanceof CodedError) || !REFUND_CODES.includes(error.code)) throw error;
    const now = await database.selectFrom('orders').select(['state', 'method']).where('id', '=', order.id).executeTakeFirstOrThrow();
    if (now.state === 'paid' && now.method === 'card') return 'repeated';
    await gateway.refund(notice.paymentId);
    if (now.state === 'created') await closeOrder(platform, order.id, 'cancelled');
    return now.state === 'created' ? 'refunded' : 'late';
  }
};

const closeOrder = (platform: Platform, orderId: string, state: 'failed' | 'cancelled' | 'expired'): Promise<'closed' | 'repeated'> =>
  transact(platform.database, undefined, async (trx) => {
    const closed = await trx
      .updateTable('orders')
      .set({ state, updated_at: platform.clock.now() })
      .where('id', '=', orderId)
      .where('state', '=', 'created')
      .returning(['id', 'buyer_id'])
      .executeTakeFirst();
    if (!closed) return 'repeated';
    await recordEvent(trx, 'orders.closed', { orderId, buyerId: closed.buyer_id, state });
    return 'closed';
  });

const POLL_AFTER_MS = 60_000;

/** Asks the gateway about payments whose callback has not come, and ends orders that waited too long. */
export const pollOpenPayments = async (platform: Platform, gateway: CardGateway): Promise<void> => {
  const { database, clock, log } = platform;
  const now = clock.now();
  const open = await database
    .selectFrom('orders')
    .select(['id', 'gateway_payment_id', 'expires_at'])
    .where('state', '=', 'created')
    .where('gateway', '=', gateway.name)
    .where('created_at', '<', new Date(now.getTime() - POLL_AFTER_MS))
    .orderBy('created_at')
    .limit(200)
    .execute();
  for (const order of open) {
    try {
      const notice = order.gateway_payment_id ? await gateway.poll(order.gateway_payment_id) : null;
      if (notice) await completePayment(platform, gateway, notice);
      else if (order.expires_at && order.expires_at <= now) await closeOrder(platform, order.id, 'expired');
    } catch (error) {
      log.warn({ err: error, orderId: order.id }, 'a payment could not be polled');
    }
  }
};
