import type { PaymentNotice } from '../../gateways/gateway.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * What became of a gateway's statement.
 * - settled, renewed: money was taken, and what it was for is given
 * - closed: a payment ended unpaid
 * - late: money was taken for what had ended or is the buyer's by now; it goes back
 * - reversed: a refund or chargeback made elsewhere is in the books
 * - grace: a renewal failed; access goes on for some days
 * - ended: nothing renews any more
 * - repeated, stale: nothing was left to do
 * - amountMismatch, unknownOrder: refused; for an admin to look at
 */
export type NoticeOutcome =
  | 'settled'
  | 'renewed'
  | 'closed'
  | 'late'
  | 'reversed'
  | 'grace'
  | 'ended'
  | 'repeated'
  | 'stale'
  | 'amountMismatch'
  | 'unknownOrder';

/** Keeps a statement word for word, once for each outcome; a repetition of one that had another outcome adds nothing. */
export const recordNotice = async (
  platform: Pick<Platform, 'clock'>,
  executor: Executor,
  notice: PaymentNotice,
  orderId: string | null,
  outcome: NoticeOutcome,
): Promise<void> => {
  if (outcome === 'repeated') {
    const known = await executor
      .selectFrom('gateway_events')
      .select('id')
      .where('gateway', '=', notice.gateway)
      .where('event_key', '=', notice.eventKey)
      .executeTakeFirst();
    if (known) return;
  }
  await executor
    .insertInto('gateway_events')
    .values({
      gateway: notice.gateway,
      event_key: notice.eventKey,
      event: notice.event,
      order_id: orderId,
      payment_id: notice.paymentId,
      payload: JSON.stringify(notice.payload),
      outcome,
      received_at: platform.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'event_key', 'outcome']).doNothing())
    .execute();
};
