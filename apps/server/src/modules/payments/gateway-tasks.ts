import type { CardGateway } from '../../gateways/gateway.ts';
import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

// What a gateway is asked to do: written with the fact it follows from, done by a job, again until it is done.

const REFUND_TASK = 'payments:refund';
const CANCEL_TASK = 'payments:cancelSubscription';
/** With the worker's growing pauses, some days. */
const MAX_ATTEMPTS = 20;

export interface RefundOrder {
  /** One for each fact that money goes back for. */
  key: string;
  gateway: string;
  paymentId: string;
  orderId: string;
  /** Hundredths of the currency. */
  amount: bigint;
  currency: string;
}

/** Money goes back to a buyer: once for each key. */
export const askRefund = async (platform: Platform, trx: Trx, refund: RefundOrder): Promise<void> => {
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

/** The gateway renews this no more. */
export const askCancellation = (platform: Platform, trx: Trx, gateway: string, subscriptionId: string): Promise<void> =>
  platform.jobs.enqueue(
    trx,
    CANCEL_TASK,
    { gateway, subscriptionId },
    { key: `${CANCEL_TASK}:${gateway}:${subscriptionId}`, maxAttempts: MAX_ATTEMPTS },
  );

/** Gives money back that was asked for. Repeating it does nothing: the gateway knows a refund by its id. */
export const sendRefund = async ({ database, clock }: Platform, gateway: CardGateway, refundId: string): Promise<void> => {
  const refund = await database.selectFrom('gateway_refunds').selectAll().where('id', '=', refundId).executeTakeFirst();
  if (refund?.state !== 'pending' || refund.gateway !== gateway.name) return;
  try {
    await gateway.refund({ paymentId: refund.payment_id, refundId: refund.id, amount: refund.amount, currency: refund.currency });
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

export const registerGatewayTasks = (platform: Platform, gateway: CardGateway): void => {
  platform.jobs.register(REFUND_TASK, ({ refundId }) => sendRefund(platform, gateway, String(refundId)));
  platform.jobs.register(CANCEL_TASK, async ({ gateway: name, subscriptionId }) => {
    if (name === gateway.name && gateway.capabilities.cancel === 'call') await gateway.cancelSubscription(String(subscriptionId));
  });
};
