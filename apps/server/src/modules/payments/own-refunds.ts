import { type Selectable, sql } from 'kysely';
import type { PaymentNotice } from '../../gateways/gateway.ts';
import type { Trx } from '../../platform/database/database.ts';
import type { GatewayRefunds } from '../../platform/database/schema.gen.ts';
import type { OrderRow } from '../orders/index.ts';

export type OwnRefund = Pick<Selectable<GatewayRefunds>, 'id' | 'order_id' | 'amount' | 'state'>;

/**
 * Our refunds of the sale that a notice names. They needn't belong to its order: two sales may have paid one order, of which the second is refunded,
 * and one sale pays for several periods.
 */
export const ownRefundsOf = (
  trx: Trx,
  { gateway, paymentId, saleId }: Pick<PaymentNotice, 'gateway' | 'paymentId' | 'saleId'>,
  order: Pick<OrderRow, 'id'> | undefined,
): Promise<OwnRefund[]> =>
  trx
    .selectFrom('gateway_refunds')
    .select(['id', 'order_id', 'amount', 'state'])
    .where('gateway', '=', gateway)
    .where((where) =>
      where.or([
        ...(saleId ? [where('sale_id', '=', saleId)] : []),
        ...(paymentId ? [where('payment_id', '=', paymentId)] : []),
        // Companies without sales, and refunds from before sales were stored.
        ...(order ? [where.and([where('order_id', '=', order.id), where('sale_id', 'is', null)])] : []),
      ]),
    )
    .orderBy('id')
    .execute();

/**
 * States of refunds in the order in which notices answer them. Those that a call has made come first: their notice must not settle another of the same
 * amount, which may never have been sent.
 */
const ANSWERED_FIRST: readonly OwnRefund['state'][] = ['done', 'pending', 'sent', 'byOwner', 'failed', 'superseded'];

/**
 * Finds our refund that a notice answers. Companies that don't name it are taken to answer each of ours once, by its amount; any further notice is of a
 * refund that was made at the company.
 */
export const findAnswered = async (trx: Trx, notice: PaymentNotice, requested: readonly OwnRefund[]): Promise<OwnRefund | undefined> => {
  if (notice.refundId) return requested.find(({ id }) => id === notice.refundId);
  const ours = requested
    .filter(({ amount }) => amount === notice.amount)
    .toSorted((a, b) => ANSWERED_FIRST.indexOf(a.state) - ANSWERED_FIRST.indexOf(b.state));
  if (ours.length === 0) return undefined;
  const orderIds = [...new Set(requested.map(({ order_id: orderId }) => orderId))];
  const { rows } = await sql<{ count: number }>`
    select count(distinct event_key)::int as count from gateway_events
    where order_id = any(${orderIds}::uuid[]) and gateway = ${notice.gateway} and event = 'refunded' and outcome = 'repeated'
      and amount = ${notice.amount} and event_key <> ${notice.eventKey}`.execute(trx);
  return ours[rows[0]!.count] ?? ours.find(({ state }) => state === 'sent' || state === 'byOwner' || state === 'failed');
};

/** Marks the refund that a notice answers as made. */
export const settleRefund = (trx: Trx, refundId: string, at: Date) =>
  trx
    .updateTable('gateway_refunds')
    .set({ state: 'done', failure: '', done_at: at })
    .where('id', '=', refundId)
    .where('state', 'in', ['pending', 'sent', 'byOwner', 'failed'])
    .execute();

/** A chargeback was faster than our refunds: the buyer has been paid, so they must not be sent. */
export const supersedeRefunds = async (trx: Trx, refunds: readonly OwnRefund[], at: Date): Promise<void> => {
  if (refunds.length === 0) return;
  await trx
    .updateTable('gateway_refunds')
    .set({ state: 'superseded', done_at: at })
    .where(
      'id',
      'in',
      refunds.map(({ id }) => id),
    )
    .where('state', 'in', ['pending', 'byOwner', 'failed'])
    .execute();
};
