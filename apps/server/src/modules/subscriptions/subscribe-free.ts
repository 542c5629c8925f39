import type { Subscription } from '@stagedoor/contract/subscriptions';
import { sql } from 'kysely';
import { type Idempotency, type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import { firstPeriodEnd } from '../../platform/calendar.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FoundOfferLink, findOfferLink, takeOfferLink } from '../offer-links/index.ts';
import { type Buyer, type SellerTerms, assertSeller, findSeller, priceOfPlan } from '../orders/index.ts';
import { getSubscription } from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;

/** When free days end that begin now. */
export const trialEnd = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

interface FreeTerms {
  type: 'monthly' | 'yearly' | 'free';
  price: bigint;
  end: Date;
  isTrial: boolean;
  /** The offer link that gives the free days; null for the performer's own, which are given once to a fan. */
  link: FoundOfferLink | null;
}

/** @throws CodedError NOT_FOR_SALE, and those of `findOfferLink` */
const termsOf = async (
  trx: Trx,
  seller: SellerTerms,
  { fanId, code, now, timeZone }: { fanId: string; code: string | undefined; now: Date; timeZone: string },
): Promise<FreeTerms> => {
  if (code !== undefined) {
    const link = await findOfferLink(trx, { code, performerId: seller.id, fanId, now });
    if (link.days === null) throw new CodedError('NOT_FOR_SALE');
    return { type: link.plan, price: priceOfPlan(seller, link.plan), end: trialEnd(now, link.days), isTrial: true, link };
  }
  const price = seller.monthlyPriceAmount;
  if (price === 0n) return { type: 'free', price, end: firstPeriodEnd(now, 'free', timeZone), isTrial: false, link: null };
  if (seller.trialDays === 0) throw new CodedError('NOT_FOR_SALE');
  return { type: 'monthly', price, end: trialEnd(now, seller.trialDays), isTrial: true, link: null };
};

/**
 * Subscribes for free: by the month to a performer with a free subscription, or for a performer's trial days, once per fan, or for those of
 * an offer link. After the trial it ends, or renews from the wallet if the fan chose so, at the current price, which is thereby agreed to.
 * @throws CodedError NOT_FOUND, OWN_ITEM, BLOCKED_PAIR, NOT_FOR_SALE when it has a price and no trial days (left), ALREADY_SUBSCRIBED, and
 * those of `findOfferLink`
 */
export const subscribeFree = async (
  platform: Platform,
  fan: Buyer,
  { performerId, renews, offer }: { performerId: string; renews: boolean; offer?: string | undefined },
  idempotency: Idempotency | undefined,
): Promise<Subscription> => {
  const { database, clock, settings } = platform;
  const now = clock.now();
  const timeZone = settings.get('timeZone');
  const { id } = await transact(database, idempotency, async (trx) => {
    const seller = assertSeller(await findSeller(trx, performerId, fan), fan);
    const { type, price, end, isTrial, link } = await termsOf(trx, seller, { fanId: fan.id, code: offer, now, timeZone });
    const isRenewed = !isTrial || renews;
    if (link) await takeOfferLink(trx, link, fan.id, now);
    // Of two concurrent calls, the second sees the first one's committed row.
    const { rows } = await sql<{ id: string }>`
      insert into subscriptions as s (fan_id, performer_id, type, state, renews_by, price_amount, is_trial, trial_used_at, started_at, anchored_at, expires_at,
        paid_until, next_attempt_at, updated_at)
      values (${fan.id}, ${seller.id}, ${type}, 'active', ${isTrial && renews ? 'wallet' : null},
        ${price}, ${isTrial}, ${isTrial ? now : null}, ${now}, ${isTrial ? end : now}, ${end}, ${end}, ${isRenewed ? end : null}, ${now})
      on conflict (fan_id, performer_id) do update set type = excluded.type, state = 'active', renews_by = excluded.renews_by,
        price_amount = excluded.price_amount, is_trial = excluded.is_trial, trial_used_at = coalesce(excluded.trial_used_at, s.trial_used_at),
        started_at = excluded.started_at, anchored_at = excluded.anchored_at, expires_at = excluded.expires_at, paid_until = excluded.paid_until,
        next_attempt_at = excluded.next_attempt_at, renewal_attempts = 0, reminded_at = null, gateway = null, gateway_subscription_id = null,
        cancelled_at = null, order_id = null, period_started_at = null, next_type = null, next_price_amount = null, credit_order_id = null,
        credit_amount = null, credited_price_amount = null, credited_until = null, updated_at = excluded.updated_at
      where s.expires_at <= ${now} and (${!isTrial || link !== null} or s.trial_used_at is null)
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
