import { type Idempotency, type Trx, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockOrderLine, recordStep, releaseLine } from '../orders/index.ts';
import { type RefundRequest, refundPaidOrderIn } from './reverse-payment.ts';

/** Gives a line back. @throws CodedError DELIVERY_STATE when it was given back already */
const giveBack = (platform: Platform, trx: Trx, refund: RefundRequest): Promise<unknown> =>
  refundPaidOrderIn(platform, trx, refund).catch((error: unknown) => {
    throw error instanceof CodedError && error.code === 'ORDER_STATE' ? new CodedError('DELIVERY_STATE') : error;
  });

/**
 * The seller declines an order line, or the buyer calls it off, before it is accepted: the buyer gets everything back, with the postage when
 * nothing else of this seller's is left to be sent.
 * @throws CodedError NOT_FOUND for another's, DELIVERY_STATE
 */
export const callOff = async (
  platform: Platform,
  party: { buyerId: string } | { sellerId: string },
  orderLineId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const line = await platform.database
    .selectFrom('order_lines')
    .selectAll()
    .where('id', '=', orderLineId)
    .where('paid_at', 'is not', null)
    .where('buyerId' in party ? 'buyer_id' : 'seller_id', '=', 'buyerId' in party ? party.buyerId : party.sellerId)
    .executeTakeFirst();
  if (!line) throw new CodedError('NOT_FOUND');
  await transact(platform.database, idempotency, async (trx) => {
    // The order's row is locked first, as in every refund; the line's state is looked at under that lock.
    await giveBack(platform, trx, { orderId: line.order_id, orderLineId, reason: '', actorId: null, callsOff: true });
    await recordStep(trx, line, 'cancelled', 'buyerId' in party ? 'buyer' : 'seller');
    return {};
  });
};

/**
 * An admin decides a complaint: everything is given back, or the seller's earnings are freed.
 * @throws CodedError NOT_FOUND, DELIVERY_STATE without an open complaint, and when it was given back otherwise
 */
export const decideComplaint = async (
  platform: Platform,
  adminId: string,
  orderLineId: string,
  { decision, note }: { decision: 'refund' | 'reject'; note: string },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  const known = await platform.database.selectFrom('order_lines').select('order_id').where('id', '=', orderLineId).executeTakeFirst();
  if (!known) throw new CodedError('NOT_FOUND');
  await transact(platform.database, idempotency, async (trx) => {
    if (decision === 'refund') {
      const open = await trx.selectFrom('order_lines').select('complaint_state').where('id', '=', orderLineId).executeTakeFirst();
      if (open?.complaint_state !== 'open') throw new CodedError('DELIVERY_STATE');
      await giveBack(platform, trx, { orderId: known.order_id, orderLineId, reason: note, actorId: adminId });
    }
    const line = await lockOrderLine(trx, orderLineId, 'any');
    if (line.complaint_state !== 'open') throw new CodedError('DELIVERY_STATE');
    if (decision === 'reject' && line.delivery !== 'shipped' && line.delivery !== 'delivered') throw new CodedError('DELIVERY_STATE');
    await trx
      .updateTable('order_lines')
      .set({
        complaint_state: decision === 'refund' ? 'refunded' : 'rejected',
        complaint_note: note,
        complaint_decided_at: now,
        ...(decision === 'reject' ? { delivery: 'delivered' as const, delivered_at: line.delivered_at ?? now } : {}),
        updated_at: now,
      })
      .where('id', '=', orderLineId)
      .execute();
    if (decision === 'reject') await releaseLine(platform, trx, line);
    await recordStep(trx, line, decision === 'refund' ? 'complaintUpheld' : 'complaintRejected', 'site');
    await recordAudit(trx, {
      actorId: adminId,
      action: `complaints.${decision === 'refund' ? 'upheld' : 'rejected'}`,
      objectKind: 'order',
      objectId: line.order_id,
      detail: { detailId: orderLineId, note },
      at: now,
    });
    return {};
  });
};
