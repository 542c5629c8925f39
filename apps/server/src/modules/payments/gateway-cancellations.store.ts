import type { PaymentNotice } from '../../gateways/gateway.ts';
import type { Executor, Trx } from '../../platform/database/database.ts';

interface Cancellation {
  gateway: string;
  subscriptionId: string;
  askedBy: 'buyer' | 'site';
}

/** Records that a subscription is to be cancelled at a company that wants a person's confirmation. The site's wish replaces the buyer's. */
export const recordCancellation = async (
  executor: Executor,
  { gateway, subscriptionId, askedBy }: Cancellation,
  at: Date,
): Promise<void> => {
  const insert = executor
    .insertInto('gateway_cancellations')
    .values({ gateway, subscription_id: subscriptionId, asked_by: askedBy, asked_at: at });
  await insert
    .onConflict((conflict) =>
      askedBy === 'site'
        ? conflict.columns(['gateway', 'subscription_id']).doUpdateSet({ asked_by: askedBy })
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
