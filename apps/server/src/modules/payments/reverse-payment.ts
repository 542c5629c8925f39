import { sql } from 'kysely';
import { type Reversed, chargeOrderBack, refundOrder } from '../../ledger/index.ts';
import type { PaymentNotice } from '../../gateways/gateway.ts';
import { type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { stepProblem } from '../../platform/settings/payable-amounts.ts';
import { freezeForDebt } from '../accounts/index.ts';
import { findOrderOf } from './find-order.ts';
import { type NoticeOutcome, recordNotice, wasProcessed, wasToldOtherwise } from './gateway-events.store.ts';
import { requestCancellation, requestRefund } from './gateway-tasks.ts';
import { notifyRefund } from './notify-refund.ts';
import { type OwnRefund, findAnswered, ownRefundsOf, settleRefund, supersedeRefunds } from './own-refunds.ts';

const saleOf = async (trx: Trx, orderId: string): Promise<string | null> =>
  (await trx.selectFrom('orders').select('gateway_sale_id').where('id', '=', orderId).executeTakeFirstOrThrow()).gateway_sale_id;

/** Effects of a reversal, in its transaction: refund by the gateway, cancelled renewals, a debtor's account frozen. */
const follow = async (platform: Platform, trx: Trx, reversed: Reversed, isMoneyBack: boolean): Promise<void> => {
  for (const { subscription } of reversed.reversals)
    if (subscription?.gateway && subscription.gatewaySubscriptionId)
      await requestCancellation(platform, trx, {
        gateway: subscription.gateway,
        subscriptionId: subscription.gatewaySubscriptionId,
        orderId: reversed.orderId,
      });
  const own = reversed.reversals.filter(({ orderId }) => orderId === reversed.orderId);
  const amount = own.reduce((sum, { gross }) => sum + gross, 0n);
  if (!isMoneyBack && reversed.method === 'card' && reversed.gateway && reversed.gatewayPaymentId && own[0])
    await requestRefund(platform, trx, {
      key: `refund:${own[0].transactionId}`,
      gateway: reversed.gateway,
      paymentId: reversed.gatewayPaymentId,
      saleId: await saleOf(trx, reversed.orderId),
      orderId: reversed.orderId,
      amount,
      currency: reversed.currency,
    });
  if (reversed.receivable > 0n) {
    const owed = `${reversed.receivable / 100n}.${String(reversed.receivable % 100n).padStart(2, '0')} ${reversed.currency}`;
    await freezeForDebt(platform, trx, reversed.buyerId, owed);
  }
};

export interface RefundRequest {
  orderId: string;
  orderLineId?: string | undefined;
  /** As in `ReversalRequest`. */
  amount?: bigint | undefined;
  endsAccess?: boolean | undefined;
  reason: string;
  /** Null for automatic refunds. */
  actorId: string | null;
  unlessAccepted?: boolean;
  /** As in `ReversalRequest`. */
  callsOff?: boolean;
}

/**
 * Refunds a paid order, one line of it, or a part: tokens at once, card payments by a job that retries until the gateway has done it.
 * @throws CodedError NOT_FOUND, ORDER_STATE, AMOUNT_OUT_OF_BOUNDS, INSUFFICIENT_TOKENS when a top-up's tokens are spent; FieldsError for a part
 *   that can't be paid in the site's currency
 */
export const refundPaidOrder = (
  platform: Platform,
  refund: RefundRequest,
  idempotency: Idempotency | undefined,
): Promise<{ state: string }> => transact(platform.database, idempotency, (trx) => refundPaidOrderIn(platform, trx, refund));

/** @throws FieldsError for a part that can't be paid in the site's currency (decision 75) */
const assertPayable = async (platform: Platform, trx: Trx, { orderId, amount }: RefundRequest): Promise<void> => {
  if (amount === undefined) return;
  const order = await trx.selectFrom('orders').select('method').where('id', '=', orderId).executeTakeFirst();
  const problem = stepProblem(platform.settings, order?.method === 'card' ? 'money' : 'tokens', amount);
  if (problem) throw new FieldsError([{ property: 'amount', ...problem }]);
};

/** `refundPaidOrder` within a transaction of the caller's. */
export const refundPaidOrderIn = async (platform: Platform, trx: Trx, refund: RefundRequest): Promise<{ state: string }> => {
  const at = platform.clock.now();
  await assertPayable(platform, trx, refund);
  const reversed = await refundOrder(trx, {
    orderId: refund.orderId,
    ...(refund.orderLineId ? { orderLineId: refund.orderLineId } : {}),
    ...(refund.amount === undefined ? {} : { amount: refund.amount }),
    ...(refund.endsAccess ? { endsAccess: true } : {}),
    at,
    note: refund.reason,
    actorId: refund.actorId,
    ...(refund.unlessAccepted ? { unlessAccepted: true } : {}),
    ...(refund.callsOff ? { callsOff: true } : {}),
  });
  await follow(platform, trx, reversed, false);
  await notifyRefund(platform, trx, reversed);
  await recordAudit(trx, {
    actorId: refund.actorId,
    action: 'orders.refunded',
    objectKind: 'order',
    objectId: refund.orderId,
    detail: {
      reason: refund.reason,
      ...(refund.orderLineId ? { detailId: refund.orderLineId } : {}),
      ...(refund.amount === undefined ? {} : { amount: refund.amount.toString() }),
      ...(refund.endsAccess ? { endsAccess: true } : {}),
    },
    at,
  });
  return { state: reversed.state };
};

/**
 * Books what became of a payment that came too late and was refunded: no order was paid by it. @returns null if the site has refunded no such payment
 */
const settleLatePayment = async (
  platform: Platform,
  trx: Trx,
  notice: PaymentNotice,
  requested: readonly OwnRefund[],
): Promise<NoticeOutcome | null> => {
  const at = platform.clock.now();
  const refund = requested.find(({ id }) => id === notice.refundId) ?? requested[0];
  if (!refund) return null;
  if (notice.event === 'chargedBack') await supersedeRefunds(trx, requested, at);
  else await settleRefund(trx, refund.id, at);
  await recordNotice(platform, trx, notice, refund.order_id, 'late');
  return 'late';
};

/** Books a refund or chargeback made at the gateway or by a bank. Notices of our own refunds are recognised as repeated. */
export const reverseByNotice = async (platform: Platform, told: PaymentNotice): Promise<NoticeOutcome> =>
  transact(platform.database, undefined, async (trx): Promise<NoticeOutcome> => {
    if (await wasProcessed(trx, told, ['reversed', 'repeated', 'late'])) return 'repeated';
    if (await wasToldOtherwise(trx, told)) {
      await recordNotice(platform, trx, told, null, 'repeated');
      return 'repeated';
    }
    const order = await findOrderOf(trx, told);
    const requested = await ownRefundsOf(trx, told, order);
    const late = order ? null : await settleLatePayment(platform, trx, told, requested);
    if (late) return late;
    // Companies may leave the amount out when the whole payment is returned.
    const notice = { ...told, amount: told.amount ?? order?.money_amount ?? null, currency: told.currency ?? order?.currency ?? null };
    const done = async (outcome: NoticeOutcome): Promise<NoticeOutcome> => {
      await recordNotice(platform, trx, notice, order?.id ?? null, outcome);
      return outcome;
    };
    // The gateway retries a reversal that arrives before its payment.
    if (!order || order.state === 'created') return done('unknownOrder');
    if (notice.currency !== order.currency) return done('amountMismatch');
    const isChargeback = notice.event === 'chargedBack';
    if (isChargeback)
      await supersedeRefunds(
        trx,
        requested.filter(({ order_id: id }) => id === order.id),
        platform.clock.now(),
      );
    const answered = isChargeback ? undefined : await findAnswered(trx, notice, requested);
    if (answered) {
      await settleRefund(trx, answered.id, platform.clock.now());
      await recordNotice(platform, trx, notice, answered.order_id, 'repeated');
      return 'repeated';
    }
    if (order.state !== 'paid') return done('repeated');
    if (!isChargeback && (notice.amount === null || notice.amount > order.money_amount)) return done('amountMismatch');
    const request = { orderId: order.id, at: platform.clock.now(), note: String(notice.payload['reason'] ?? ''), actorId: null };
    const isPart = notice.amount !== null && notice.amount < order.money_amount;
    const reversed = isChargeback
      ? await chargeOrderBack(trx, request)
      : await refundOrder(trx, { ...request, ...(isPart ? { amount: notice.amount! } : {}), claim: true });
    await follow(platform, trx, reversed, true);
    if (!isChargeback) await notifyRefund(platform, trx, reversed);
    await recordAudit(trx, {
      actorId: null,
      action: isChargeback ? 'orders.chargedBack' : 'orders.refunded',
      objectKind: 'order',
      objectId: order.id,
      detail: { gateway: notice.gateway },
      at: request.at,
    });
    return done('reversed');
  }).catch(async (error: unknown) => {
    // Reversed concurrently.
    if (error instanceof CodedError && error.code === 'ORDER_STATE') return 'repeated';
    if (!(error instanceof CodedError) || error.code !== 'AMOUNT_OUT_OF_BOUNDS') throw error;
    // More than is left after other refunds.
    await recordNotice(platform, platform.database, told, null, 'amountMismatch');
    return 'amountMismatch';
  });

/** Refunds what the seller didn't accept in time (docs/domains/money.md). */
export const refundUnaccepted = async (platform: Platform): Promise<void> => {
  const { database, clock, log } = platform;
  const due = await database
    .selectFrom('order_lines')
    .select(['id', 'order_id', 'buyer_id', 'seller_id'])
    .where('delivery', '=', 'created')
    .where('accept_by', '<=', clock.now())
    .where('paid_at', 'is not', null)
    .orderBy('accept_by')
    .limit(sql.lit(500))
    .execute();
  for (const { id, order_id: orderId, buyer_id: buyerId, seller_id: sellerId } of due) {
    try {
      await transact(database, undefined, async (trx) => {
        await refundPaidOrderIn(platform, trx, { orderId, orderLineId: id, reason: '', actorId: null, unlessAccepted: true });
        await recordEvent(trx, 'orders.delivery', { detailId: id, orderId, buyerId, sellerId, delivery: 'expired', by: 'site' });
        return {};
      });
    } catch (error) {
      if (!(error instanceof CodedError && error.code === 'ORDER_STATE'))
        log.error({ err: error, orderLineId: id }, 'an unaccepted order line could not be refunded');
    }
  }
};
