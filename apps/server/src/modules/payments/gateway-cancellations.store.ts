import type { PaymentNotice } from '../../gateways/gateway.ts';
import { sql } from 'kysely';
import { type Executor, type Idempotency, type Trx, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { setEnded } from './set-ended.ts';

interface Cancellation {
  gateway: string;
  subscriptionId: string;
  askedBy: 'buyer' | 'site';
  /** The order of the subscription's last payment, whose buyer the owner sees. */
  orderId: string | null;
}

/** Records that a subscription is to be cancelled at a company that wants a person's confirmation. The site's wish replaces the buyer's. */
export const recordCancellation = async (
  executor: Executor,
  { gateway, subscriptionId, askedBy, orderId }: Cancellation,
  at: Date,
): Promise<void> => {
  const insert = executor
    .insertInto('gateway_cancellations')
    .values({ gateway, subscription_id: subscriptionId, asked_by: askedBy, asked_at: at, order_id: orderId });
  await insert
    .onConflict((conflict) =>
      askedBy === 'site'
        ? conflict.columns(['gateway', 'subscription_id']).doUpdateSet({
            asked_by: askedBy,
            order_id: sql<string | null>`coalesce(excluded.order_id, gateway_cancellations.order_id)`,
          })
        : conflict.columns(['gateway', 'subscription_id']).doNothing(),
    )
    .execute();
};

/** Records that a company charges a subscription no more, also when nobody had asked it. */
export const confirmCancellation = async (trx: Trx, { gateway, subscriptionId }: PaymentNotice, at: Date): Promise<void> => {
  if (!subscriptionId) return;
  await trx
    .insertInto('gateway_cancellations')
    .values({ gateway, subscription_id: subscriptionId, asked_by: 'site', asked_at: at, confirmed_at: at })
    .onConflict((conflict) => conflict.columns(['gateway', 'subscription_id']).doUpdateSet({ confirmed_at: at }))
    .execute();
};

/** Deletes the cancellation of a subscription that the company renews again. */
export const removeCancellation = async (trx: Trx, { gateway, subscriptionId }: PaymentNotice): Promise<void> => {
  await trx
    .deleteFrom('gateway_cancellations')
    .where('gateway', '=', gateway)
    .where('subscription_id', '=', subscriptionId ?? '')
    .execute();
};

/**
 * Records that the owner cancelled a subscription in the company's console, or saw there that it is cancelled. Has the effect of the company's notice:
 * a subscription that still renews here ends with its paid period. Idempotent.
 * @throws CodedError NOT_FOUND
 */
export const markCancellationMade = (
  platform: Platform,
  adminId: string,
  cancellationId: string,
  idempotency: Idempotency | undefined,
): Promise<unknown> =>
  transact(platform.database, idempotency, async (trx) => {
    const at = platform.clock.now();
    const find = () => trx.selectFrom('gateway_cancellations').selectAll().where('id', '=', cancellationId);
    const seen = await find().executeTakeFirst();
    if (!seen) throw new CodedError('NOT_FOUND');
    // In the order of the company's notices: the subscription first.
    const subscription = await trx
      .selectFrom('subscriptions')
      .selectAll()
      .where('gateway', '=', seen.gateway)
      .where('gateway_subscription_id', '=', seen.subscription_id)
      .forUpdate()
      .executeTakeFirst();
    const open = await find().where('confirmed_at', 'is', null).forUpdate().executeTakeFirst();
    if (!open) return {};
    await trx.updateTable('gateway_cancellations').set({ confirmed_at: at }).where('id', '=', cancellationId).execute();
    if (subscription?.state === 'active')
      await setEnded(platform, trx, subscription, subscription.paid_until < at ? at : subscription.paid_until);
    await recordAudit(trx, {
      actorId: adminId,
      action: 'orders.cancellationMade',
      objectKind: open.order_id === null ? 'cancellation' : 'order',
      objectId: open.order_id ?? open.id,
      detail: { gateway: open.gateway },
      at,
    });
    return {};
  });
