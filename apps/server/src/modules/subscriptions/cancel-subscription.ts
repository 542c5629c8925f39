import type { Subscription } from '@stagedoor/contract/subscriptions';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { listSubscriptions } from './subscriptions.queries.ts';

/**
 * Stops a subscription from renewing; access lasts to the period's end. Repeating it changes nothing.
 * @param id of the subscription, or of its performer
 * @throws CodedError NOT_FOUND, SUBSCRIPTION_STATE when it has ended
 */
export const cancelSubscription = async (
  platform: Platform,
  fanId: string,
  id: string,
  idempotency?: Idempotency,
): Promise<Subscription> => {
  const { database, clock } = platform;
  const now = clock.now();
  const { subscriptionId } = await transact(database, idempotency, async (trx) => {
    const row = await trx
      .selectFrom('subscriptions')
      .selectAll()
      .where('fan_id', '=', fanId)
      .where((where) => where.or([where('id', '=', id), where('performer_id', '=', id)]))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    if (row.expires_at <= now) throw new CodedError('SUBSCRIPTION_STATE');
    if (row.state === 'active') {
      await trx
        .updateTable('subscriptions')
        // In the days of grace nothing is paid for: it ends at once.
        .set({
          state: 'cancelled',
          cancelled_at: now,
          next_attempt_at: null,
          ...(row.paid_until < now ? { expires_at: now } : {}),
          updated_at: now,
        })
        .where('id', '=', row.id)
        .execute();
      await recordEvent(trx, 'subscriptions.cancelled', { fanId, performerId: row.performer_id });
    }
    return { subscriptionId: row.id };
  });
  return (await listSubscriptions(platform, { id: subscriptionId }, { limit: 1, offset: 0 })).data[0]!;
};
