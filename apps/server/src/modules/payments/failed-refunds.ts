import type { PaymentNotice } from '../../gateways/gateway.ts';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type NoticeOutcome, recordNotice } from './gateway-events.store.ts';

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
