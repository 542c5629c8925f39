import type { Subscription } from '@stagedoor/contract/subscriptions';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Buyer, findSeller, periodEnd, refuseSeller } from '../orders/index.ts';
import { listSubscriptions } from './subscriptions.queries.ts';

/**
 * Subscribes to a performer whose subscription costs nothing, for a month at a time.
 * @throws CodedError NOT_FOUND, OWN_ITEM, BLOCKED_PAIR, NOT_FOR_SALE when it has a price, ALREADY_SUBSCRIBED
 */
export const subscribeFree = async (
  platform: Platform,
  fan: Buyer,
  performer: string,
  idempotency?: Idempotency,
): Promise<Subscription> => {
  const { database, clock } = platform;
  const fanId = fan.id;
  const now = clock.now();
  const { id } = await transact(database, idempotency, async (trx) => {
    const seller = refuseSeller(await findSeller(trx, performer, fan), fan);
    if (seller.monthlyPriceAmount !== 0n) throw new CodedError('NOT_FOR_SALE');
    const row = await trx
      .insertInto('subscriptions')
      .values({
        fan_id: fanId,
        performer_id: seller.id,
        type: 'free',
        price_amount: 0n,
        started_at: now,
        expires_at: periodEnd(now, 'free'),
        paid_until: periodEnd(now, 'free'),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['fan_id', 'performer_id'])
          .doUpdateSet({
            type: 'free',
            state: 'active',
            renews_by: null,
            price_amount: 0n,
            started_at: now,
            expires_at: periodEnd(now, 'free'),
            paid_until: periodEnd(now, 'free'),
            cancelled_at: null,
            updated_at: now,
          })
          .where('subscriptions.expires_at', '<=', now),
      )
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new CodedError('ALREADY_SUBSCRIBED');
    await recordEvent(trx, 'subscriptions.started', { fanId, performerId: seller.id });
    return row;
  });
  return (await listSubscriptions(platform, { id }, { limit: 1, offset: 0 })).data[0]!;
};
