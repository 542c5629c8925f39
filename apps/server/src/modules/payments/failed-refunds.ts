import type { PaymentNotice } from '../../gateways/gateway.ts';
import { type Idempotency, type Trx, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type NoticeOutcome, recordNotice } from './gateway-events.store.ts';
import { enqueueRefund } from './gateway-tasks.ts';

/**
 * A refund of ours did not reach the buyer: the money is with the site again while the ledger says that it was given back. The owner sees it and has it
 * sent once more; nothing is booked.
 */
export const failRefund = (platform: Platform, notice: PaymentNotice): Promise<NoticeOutcome> =>
  transact(platform.database, undefined, async (trx) => {
    const refunds = await trx
      .selectFrom('gateway_refunds')
      .select(['id', 'order_id', 'state'])
      .where('gateway', '=', notice.gateway)
      .where((where) =>
        notice.refundId
          ? where('id', '=', notice.refundId)
          : where.and([where('payment_id', '=', notice.paymentId ?? ''), where('amount', '=', notice.amount ?? 0n)]),
      )
      .orderBy('created_at', 'desc')
      .forUpdate()
      .execute();
    const refund = refunds.find(({ state }) => state === 'done' || state === 'sent') ?? refunds[0];
    const outcome = !refund ? 'unknownOrder' : refund.state === 'done' || refund.state === 'sent' ? 'refundFailed' : 'repeated';
    if (refund && outcome === 'refundFailed')
      await trx
        .updateTable('gateway_refunds')
        .set({ state: 'failed', failure: 'refundFailed', done_at: null })
        .where('id', '=', refund.id)
        .execute();
    await recordNotice(platform, trx, notice, refund?.order_id ?? null, outcome);
    return outcome;
  });

/** A refund that waits for the owner, locked. @throws CodedError NOT_FOUND, REFUND_STATE when it doesn't wait for the owner */
const lockForOwner = async (trx: Trx, refundId: string, states: readonly string[]) => {
  const refund = await trx.selectFrom('gateway_refunds').selectAll().where('id', '=', refundId).forUpdate().executeTakeFirst();
  if (!refund) throw new CodedError('NOT_FOUND');
  if (!states.includes(refund.state)) throw new CodedError('REFUND_STATE', { state: refund.state });
  return refund;
};

/** Sends a refund once more that the company refused, or that didn't reach the buyer. @throws CodedError NOT_FOUND, REFUND_STATE */
export const retryRefund = (
  platform: Platform,
  adminId: string,
  refundId: string,
  idempotency: Idempotency | undefined,
): Promise<unknown> =>
  transact(platform.database, idempotency, async (trx) => {
    const refund = await lockForOwner(trx, refundId, ['failed']);
    await trx.updateTable('gateway_refunds').set({ state: 'pending', failure: '' }).where('id', '=', refundId).execute();
    const { gateway, payment_id: paymentId, sale_id: saleId } = refund;
    await enqueueRefund(platform, trx, { id: refundId, gateway, paymentId, saleId }, refund.attempts);
    await recordAudit(trx, {
      actorId: adminId,
      action: 'orders.refundRetried',
      objectKind: 'order',
      objectId: refund.order_id,
      detail: { gateway: refund.gateway },
      at: platform.clock.now(),
    });
    return {};
  });

/** Records that the owner made a refund in the company's console. @throws CodedError NOT_FOUND, REFUND_STATE */
export const markRefundMade = (
  platform: Platform,
  adminId: string,
  refundId: string,
  idempotency: Idempotency | undefined,
): Promise<unknown> =>
  transact(platform.database, idempotency, async (trx) => {
    const refund = await lockForOwner(trx, refundId, ['byOwner', 'failed', 'sent']);
    const at = platform.clock.now();
    await trx.updateTable('gateway_refunds').set({ state: 'done', failure: '', done_at: at }).where('id', '=', refundId).execute();
    await recordAudit(trx, {
      actorId: adminId,
      action: 'orders.refundMade',
      objectKind: 'order',
      objectId: refund.order_id,
      detail: { gateway: refund.gateway },
      at,
    });
    return {};
  });
