import type { PaymentNotice } from '../../gateways/gateway.ts';
import { listedNumber } from '../../gateways/notices.ts';
import { sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Outcome of a gateway's notice.
 * - settled, renewed: money was taken, and the purchase is fulfilled
 * - closed: a payment ended unpaid
 * - late: money was taken for something that has ended or was already bought; it is refunded
 * - reversed: a refund or chargeback made elsewhere was booked
 * - grace: a renewal failed; access continues for some days
 * - ended: the subscription is no longer renewed
 * - moved: its period ends on another day
 * - noted: counted for the limits on tries of cards
 * - refundFailed: a refund of ours is with the site again; needs an admin
 * - reinstated: a chargeback was taken back by the bank
 * - repeated, stale: nothing to do
 * - amountMismatch, unknownOrder: refused; needs an admin
 */
export type NoticeOutcome =
  | 'settled'
  | 'renewed'
  | 'closed'
  | 'late'
  | 'reversed'
  | 'grace'
  | 'ended'
  | 'moved'
  | 'noted'
  | 'refundFailed'
  | 'reinstated'
  | 'repeated'
  | 'stale'
  | 'amountMismatch'
  | 'unknownOrder';

/** Stores a notice verbatim, once per outcome; a repetition of a notice with another outcome adds nothing. */
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
      list_key: notice.listKey ?? null,
      order_id: orderId,
      payment_id: notice.paymentId,
      amount: notice.amount,
      payload: JSON.stringify(notice.payload),
      outcome,
      sent_at: notice.sentAt,
      refund_id: notice.refundId,
      received_at: platform.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'event_key', 'outcome']).doNothing())
    .execute();
};

/** Tells whether an event was processed before with one of these outcomes. Deliveries of one event wait for each other until the transaction ends. */
export const wasProcessed = async (
  trx: Trx,
  { gateway, eventKey }: Pick<PaymentNotice, 'gateway' | 'eventKey'>,
  outcomes: readonly NoticeOutcome[],
): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gateway:${gateway}:${eventKey}`}, 0))`.execute(trx);
  const known = await trx
    .selectFrom('gateway_events')
    .select('id')
    .where('gateway', '=', gateway)
    .where('event_key', '=', eventKey)
    .where('outcome', 'in', [...outcomes])
    .executeTakeFirst();
  return known !== undefined;
};

/**
 * Tells whether an event was processed under another key: a company's list told it before its callback came, or the other way round. Events that share a
 * list key are counted: the n-th of the list and the n-th callback are one. Both wait for each other until the transaction ends.
 */
export const wasToldOtherwise = async (
  trx: Trx,
  { gateway, eventKey, listKey }: Pick<PaymentNotice, 'gateway' | 'eventKey' | 'listKey'>,
): Promise<boolean> => {
  if (!listKey) return false;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gateway:${gateway}:${listKey}`}, 0))`.execute(trx);
  const others = await trx
    .selectFrom('gateway_events')
    .select('event_key')
    .distinct()
    .where('gateway', '=', gateway)
    .where('list_key', '=', listKey)
    .where('event_key', '<>', eventKey)
    .where('outcome', 'not in', ['unknownOrder', 'amountMismatch'])
    .execute();
  const numbers = others.map(({ event_key: key }) => listedNumber(key));
  const callbacks = numbers.filter((number) => number === null).length;
  const own = listedNumber(eventKey);
  return own === null ? callbacks + 1 <= Math.max(0, ...numbers.map((number) => number ?? 0)) : own <= callbacks;
};
