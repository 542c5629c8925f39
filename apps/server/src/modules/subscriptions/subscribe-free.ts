import type { Subscription } from '@stagedoor/contract/subscriptions';
import { sql } from 'kysely';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Buyer, findSeller, periodEnd, assertSeller } from '../orders/index.ts';
import { getSubscription } from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;

/**
 * Subscribes for free: by the month to a performer with a free subscription, or for a performer's trial days, once per fan. After the
 * trial it ends, or renews from the wallet if the fan chose so, at the current price, which is thereby agreed to.
 * @throws CodedError NOT_FOUND, OWN_ITEM, BLOCKED_PAIR, NOT_FOR_SALE when it has a price and no trial days (left), ALREADY_SUBSCRIBED
 */
export const subscribeFree = async (
  platform: Platform,
  fan: Buyer,
  { performerId, renews }: { performerId: string; renews: boolean },
  idempotency: Idempotency | undefined,
): Promise<Subscription> => {
  const { database, clock } = platform;
  const now = clock.now();
  const { id } = await transact(database, idempotency, async (trx) => {
    const seller = assertSeller(await findSeller(trx, performerId, fan), fan);
    const isFree = seller.monthlyPriceAmount === 0n;
    if (!isFree && seller.trialDays === 0) throw new CodedError('NOT_FOR_SALE');
    const end = isFree ? periodEnd(now, 'free') : new Date(now.getTime() + seller.trialDays * DAY_MS);
    const isRenewed = isFree || renews;
    // Of two concurrent calls, the second sees the first one's committed row.
    const { rows } = await sql<{ id: string }>`
      insert into subscriptions as s (fan_id, performer_id, type, state, renews_by, price_amount, is_trial, trial_used_at, started_at, expires_at,
        paid_until, next_attempt_at, updated_at)
      values (${fan.id}, ${seller.id}, ${isFree ? 'free' : 'monthly'}, 'active', ${isFree || !renews ? null : 'wallet'},
        ${seller.monthlyPriceAmount}, ${!isFree}, ${isFree ? null : now}, ${now}, ${end}, ${end}, ${isRenewed ? end : null}, ${now})
      on conflict (fan_id, performer_id) do update set type = excluded.type, state = 'active', renews_by = excluded.renews_by,
        price_amount = excluded.price_amount, is_trial = excluded.is_trial, trial_used_at = coalesce(excluded.trial_used_at, s.trial_used_at),
        started_at = excluded.started_at, expires_at = excluded.expires_at, paid_until = excluded.paid_until,
        next_attempt_at = excluded.next_attempt_at, renewal_attempts = 0, reminded_at = null, gateway = null, gateway_subscription_id = null,
        cancelled_at = null, order_id = null, period_started_at = null, next_type = null, next_price_amount = null, credit_order_id = null,
        credit_amount = null, credited_price_amount = null, credited_until = null, updated_at = excluded.updated_at
      where s.expires_at <= ${now} and (${isFree} or s.trial_used_at is null)
      returning id`.execute(trx);
    if (!rows[0]) {
      const known = await trx
        .selectFrom('subscriptions')
        .select('expires_at')
        .where('fan_id', '=', fan.id)
        .where('performer_id', '=', seller.id)
        .executeTakeFirstOrThrow();
      throw new CodedError(known.expires_at > now ? 'ALREADY_SUBSCRIBED' : 'NOT_FOR_SALE');
    }
    await recordEvent(trx, 'subscriptions.started', { fanId: fan.id, performerId: seller.id });
    return rows[0];
  });
  return getSubscription(platform, id);
};
