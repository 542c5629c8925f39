import type { Gateways } from '../../gateways/registry.ts';
import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

// Requests to a gateway: enqueued in the transaction that causes them, and retried by a job until they succeed.

const REFUND_TASK = 'payments:refund';
const CANCEL_TASK = 'payments:cancelSubscription';
/** With the worker's exponential backoff, some days. */
const MAX_ATTEMPTS = 20;

export interface RefundOrder {
  /** Unique per reason to refund. */
  key: string;
  gateway: string;
  paymentId: string;
  orderId: string;
  /** Hundredths of the currency. */
  amount: bigint;
  currency: string;
}

/** Enqueues a refund to a buyer, once per key. */
export const requestRefund = async (platform: Platform, trx: Trx, refund: RefundOrder): Promise<void> => {
  const row = await trx
    .insertInto('gateway_refunds')
    .values({
      key: refund.key,
      gateway: refund.gateway,
      payment_id: refund.paymentId,
      order_id: refund.orderId,
      amount: refund.amount,
      currency: refund.currency,
      created_at: platform.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row)
    await platform.jobs.enqueue(trx, REFUND_TASK, { refundId: row.id }, { key: `${REFUND_TASK}:${row.id}`, maxAttempts: MAX_ATTEMPTS });
};

/** Enqueues the cancellation of a subscription at the gateway. */
export const requestCancellation = (platform: Platform, trx: Trx, gateway: string, subscriptionId: string): Promise<void> =>
  platform.jobs.enqueue(
    trx,
    CANCEL_TASK,
    { gateway, subscriptionId },
    { key: `${CANCEL_TASK}:${gateway}:${subscriptionId}`, maxAttempts: MAX_ATTEMPTS },
  );

/**
 * Sends a requested refund to the gateway of its payment. Idempotent: the gateway knows a refund by its id.
 * @throws CodedError GATEWAY_UNAVAILABLE
 */
export const sendRefund = async ({ database, clock }: Platform, gateways: Pick<Gateways, 'get'>, refundId: string): Promise<void> => {
  const refund = await database.selectFrom('gateway_refunds').selectAll().where('id', '=', refundId).executeTakeFirst();
  if (refund?.state !== 'pending') return;
  try {
    await gateways
      .get(refund.gateway)
      .refund({ paymentId: refund.payment_id, refundId: refund.id, amount: refund.amount, currency: refund.currency });
  } catch (error) {
    await database
      .updateTable('gateway_refunds')
      .set((set) => ({ attempts: set('attempts', '+', 1), failure: String(error).slice(0, 300) }))
      .where('id', '=', refundId)
      .execute();
    throw error;
  }
  await database
    .updateTable('gateway_refunds')
    .set((set) => ({ state: 'done', attempts: set('attempts', '+', 1), failure: '', done_at: clock.now() }))
    .where('id', '=', refundId)
    .where('state', '=', 'pending')
    .execute();
};

export const registerGatewayTasks = (platform: Platform, gateways: Gateways): void => {
  platform.jobs.register(REFUND_TASK, ({ refundId }) => sendRefund(platform, gateways, String(refundId)));
  platform.jobs.register(CANCEL_TASK, async ({ gateway: name, subscriptionId }) => {
    const gateway = gateways.get(String(name));
    if (gateway.capabilities.cancel === 'call') await gateway.cancelSubscription(String(subscriptionId));
  });
};
