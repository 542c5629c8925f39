import type { PaymentNotice } from '../../gateways/gateway.ts';
import { reinstateOrder } from '../../ledger/index.ts';
import { type Trx, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { unfreeze } from '../accounts/index.ts';
import { findOrderOf } from './find-order.ts';
import { type NoticeOutcome, recordNotice, wasProcessed } from './gateway-events.store.ts';

/**
 * Refunds of ours that the bank overtook are owed to the buyer again: the owner sees them, and has them sent.
 * @returns whether there was one
 */
const owesRefund = async (trx: Trx, orderId: string): Promise<boolean> => {
  const overtaken = await trx
    .updateTable('gateway_refunds')
    .set({ state: 'failed', failure: 'disputeWon', done_at: null })
    .where('order_id', '=', orderId)
    .where('state', '=', 'superseded')
    .returning('id')
    .execute();
  return overtaken.length > 0;
};

/**
 * The site won a dispute: the bank has given a payment back that it had taken. An order that was refunded meanwhile stays refunded, and its refund is owed
 * again; of one whose chargeback hasn't arrived yet, the gateway sends the notice again.
 */
export const reinstateByNotice = (platform: Platform, notice: PaymentNotice): Promise<NoticeOutcome> =>
  transact(platform.database, undefined, async (trx): Promise<NoticeOutcome> => {
    if (await wasProcessed(trx, notice, ['reinstated', 'repeated'])) return 'repeated';
    const order = await findOrderOf(trx, notice);
    const done = async (outcome: NoticeOutcome): Promise<NoticeOutcome> => {
      await recordNotice(platform, trx, notice, order?.id ?? null, outcome);
      return outcome;
    };
    if (!order || order.state === 'created' || order.state === 'paid') return done('unknownOrder');
    if (order.state !== 'chargedBack') return done((await owesRefund(trx, order.id)) ? 'reinstated' : 'repeated');
    const at = platform.clock.now();
    const { buyerId, debt } = await reinstateOrder(trx, { orderId: order.id, at, note: '', actorId: null });
    if (debt === 0n) await unfreeze(platform, trx, buyerId);
    await recordAudit(trx, {
      actorId: null,
      action: 'orders.reinstated',
      objectKind: 'order',
      objectId: order.id,
      detail: { gateway: notice.gateway },
      at,
    });
    return done('reinstated');
  }).catch((error: unknown) => {
    // Undone concurrently.
    if (error instanceof CodedError && error.code === 'ORDER_STATE') return 'repeated';
    throw error;
  });
