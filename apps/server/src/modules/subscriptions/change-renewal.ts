import type { Subscription } from '@stagedoor/contract/subscriptions';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isBlockedPair } from '../access/index.ts';
import { getSubscription } from './subscriptions.queries.ts';

/** What agreeing to a price changes: of the plan that the next period has. */
const agreedPrice = ({ type, next_type }: { type: string; next_type: string | null }, price: bigint | undefined) =>
  price === undefined
    ? {}
    : next_type
      ? { next_price_amount: price }
      : { price_amount: price, ...(price > 0n && type === 'free' ? { type: 'monthly' as const } : {}) };

/**
 * Sets whether a fan's subscription renews from the wallet, or agrees to the performer's raised price. One that was cancelled and has
 * not ended is resumed.
 * @param id of the subscription, or of its performer
 * @throws CodedError NOT_FOUND; SUBSCRIPTION_STATE when it has ended or the gateway renews it; PRICE_CHANGED when the agreed price isn't
 * the performer's; BLOCKED_PAIR
 */
export const changeRenewal = async (
  platform: Platform,
  fanId: string,
  id: string,
  { renews, price }: { renews?: boolean | undefined; price?: bigint | undefined },
  idempotency: Idempotency | undefined,
): Promise<Subscription> => {
  const now = platform.clock.now();
  const { subscriptionId } = await transact(platform.database, idempotency, async (trx) => {
    const row = await trx
      .selectFrom('subscriptions as s')
      .innerJoin('performers as p', 'p.account_id', 's.performer_id')
      .selectAll('s')
      .select(['p.monthly_price_amount', 'p.yearly_price_amount'])
      .where('s.fan_id', '=', fanId)
      .where((where) => where.or([where('s.id', '=', id), where('s.performer_id', '=', id)]))
      .forUpdate('s')
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    if (row.expires_at <= now || (row.renews_by === 'card' && row.state === 'active')) throw new CodedError('SUBSCRIPTION_STATE');
    if (renews && (await isBlockedPair(trx, row.performer_id, fanId))) throw new CodedError('BLOCKED_PAIR');
    const current = (row.next_type ?? row.type) === 'yearly' ? row.yearly_price_amount : row.monthly_price_amount;
    if (price !== undefined && price !== current) throw new CodedError('PRICE_CHANGED');
    await trx
      .updateTable('subscriptions')
      .set({
        ...agreedPrice(row, price),
        ...(renews === undefined
          ? {}
          : renews
            ? {
                renews_by: row.type === 'free' ? null : 'wallet',
                state: 'active',
                cancelled_at: null,
                next_attempt_at: row.paid_until,
                renewal_attempts: 0,
              }
            : { renews_by: null, next_attempt_at: null, next_type: null, next_price_amount: null }),
        updated_at: now,
      })
      .where('id', '=', row.id)
      .execute();
    return { subscriptionId: row.id };
  });
  return getSubscription(platform, subscriptionId);
};
