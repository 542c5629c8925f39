import type { PaymentEvent, PaymentNotice } from '../../gateways/gateway.ts';
import { type Trx, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { confirmCancellation, removeCancellation } from './gateway-cancellations.store.ts';
import { type NoticeOutcome, recordNotice, wasProcessed } from './gateway-events.store.ts';
import { setEnded } from './set-ended.ts';

// Notices of a company about a subscription that move no money.

/** The subscription a notice is about, locked until the transaction ends. */
export const lockByNotice = (trx: Trx, notice: PaymentNotice) =>
  trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('gateway', '=', notice.gateway)
    .where('gateway_subscription_id', '=', notice.subscriptionId ?? '')
    .forUpdate()
    .executeTakeFirst();
export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof lockByNotice>>>;

type Effect = (trx: Trx, row: SubscriptionRow, now: Date) => Promise<NoticeOutcome>;

/** The company charges no more after these. */
const ENDS: readonly PaymentEvent[] = ['subscriptionCancelled', 'subscriptionExpired'];

const DAY_MS = 86_400_000;
/** Companies name days, in zones of theirs. */
const DAY_LEEWAY_MS = 2 * DAY_MS;

/**
 * A notice of an earlier period that arrives again: the day that it names has passed, and the subscription was paid beyond it since. Applied, it would
 * take access that is paid.
 */
const isOutdated = ({ paidUntil }: PaymentNotice, row: SubscriptionRow, now: Date): boolean =>
  paidUntil !== null && paidUntil.getTime() < now.getTime() - DAY_LEEWAY_MS && row.paid_until > now;

/** The same event again, where its company tells the second of each: others name two events of a day alike. */
const isRepeated = async (trx: Trx, notice: PaymentNotice): Promise<boolean> =>
  notice.sentAt !== null && (await wasProcessed(trx, notice, ['ended', 'moved', 'repeated']));

/** Applies a notice to its subscription, and records it. A subscription that isn't found was replaced by another. */
const applyToSubscription = (platform: Platform, notice: PaymentNotice, effect: Effect): Promise<NoticeOutcome> =>
  transact(platform.database, undefined, async (trx) => {
    const now = platform.clock.now();
    if (await isRepeated(trx, notice)) {
      await recordNotice(platform, trx, notice, null, 'repeated');
      return 'repeated';
    }
    const row = await lockByNotice(trx, notice);
    if (row && isOutdated(notice, row, now)) {
      await recordNotice(platform, trx, notice, row.order_id, 'stale');
      return 'stale';
    }
    if (ENDS.includes(notice.event)) await confirmCancellation(trx, notice, now);
    if (notice.event === 'subscriptionResumed') await removeCancellation(trx, notice);
    const outcome = row ? await effect(trx, row, now) : 'stale';
    await recordNotice(platform, trx, notice, row?.order_id ?? null, outcome);
    return outcome;
  });

/** The gateway has ended the renewals: access lasts until the end of the paid period, which the gateway may name. */
export const endCardSubscription = (platform: Platform, notice: PaymentNotice): Promise<NoticeOutcome> =>
  applyToSubscription(platform, notice, async (trx, row) => {
    if (row.state !== 'active') return 'repeated';
    await setEnded(platform, trx, row, notice.paidUntil ?? row.paid_until);
    return 'ended';
  });

/** Access ends now: what was paid is used up, or the gateway has taken it back. */
export const expireCardSubscription = (platform: Platform, notice: PaymentNotice): Promise<NoticeOutcome> =>
  applyToSubscription(platform, notice, async (trx, row, now) => {
    if (row.expires_at <= now && row.state !== 'active') return 'repeated';
    // A notice of an earlier period, which the site renewed since, doesn't end the current one.
    const until = row.paid_until < now ? row.paid_until : now;
    await setEnded(platform, trx, row, until);
    return 'ended';
  });

/** The period ends on another day; a cancelled subscription that the gateway resumes renews again. */
export const moveCardSubscription = (platform: Platform, notice: PaymentNotice): Promise<NoticeOutcome> =>
  applyToSubscription(platform, notice, async (trx, row, now) => {
    const until = notice.paidUntil;
    const resumes = notice.event === 'subscriptionResumed';
    if (!until || (!resumes && row.state !== 'active')) return 'stale';
    if (row.state === 'active' && row.paid_until.getTime() === until.getTime()) return 'repeated';
    await trx
      .updateTable('subscriptions')
      .set({
        state: 'active',
        cancelled_at: null,
        paid_until: until,
        expires_at: until,
        renewal_attempts: 0,
        next_try_at: null,
        updated_at: now,
      })
      .where('id', '=', row.id)
      .execute();
    return 'moved';
  });
