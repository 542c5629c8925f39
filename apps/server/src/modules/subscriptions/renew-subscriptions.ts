import { sql } from 'kysely';
import { moneyOf } from '../../ledger/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from '../accounts/index.ts';
import { blockedPair, tokenValueOf } from '../entitlement/index.ts';
import { PLAIN, periodEnd, rateOf, settleOffer } from '../orders/index.ts';

const DAY_MS = 86_400_000;
const BATCH = 100;
/** A payment that failed is tried again each day; access lasts so long. */
const GRACE_DAYS = 3;
/** So long before a payment a mail tells of it. */
const NOTICE_DAYS = { monthly: 3, yearly: 14 };

interface DueRow {
  id: string;
  fan_id: string;
  performer_id: string;
  performer_name: string;
  type: 'monthly' | 'yearly' | 'free';
  /** What the fan has agreed to. */
  price_amount: bigint;
  paid_until: Date;
  renewal_attempts: number;
  /** What the performer asks now; null when this period isn't offered any more. */
  current_amount: bigint | null;
  commission_overrides: Record<string, number>;
  /** Fan and performer are there, and neither has shut the other out. */
  is_possible: boolean;
}

const findDue = async ({ database, clock }: Platform): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select s.id, s.fan_id, s.performer_id, a.name as performer_name, s.type, s.price_amount, s.paid_until, s.renewal_attempts,
      case s.type when 'yearly' then p.yearly_price_amount else p.monthly_price_amount end as current_amount, p.commission_overrides,
      (s.state = 'active' and p.state = 'approved' and a.status = 'active' and f.status = 'active'
        and not ${blockedPair(sql`s.performer_id`, sql`s.fan_id`)}) as is_possible
    from subscriptions s
    join performers p on p.account_id = s.performer_id
    join accounts a on a.id = s.performer_id
    join accounts f on f.id = s.fan_id
    where s.next_attempt_at <= ${clock.now()}
    order by s.next_attempt_at, s.id
    limit ${BATCH}`.execute(database);
  return rows;
};

/** Nothing is tried any more: it ends with what was paid for. */
const stopRenewing = async ({ database, clock }: Platform, { id, paid_until }: DueRow): Promise<void> => {
  await database
    .updateTable('subscriptions')
    .set({ next_attempt_at: null, updated_at: clock.now() })
    .where('id', '=', id)
    .where('paid_until', '=', paid_until)
    .execute();
};

/** What costs nothing goes on for another period. */
const extendFree = async ({ database, clock }: Platform, { id, paid_until }: DueRow): Promise<void> => {
  const end = periodEnd(paid_until, 'free');
  await database
    .updateTable('subscriptions')
    .set({ paid_until: end, expires_at: end, next_attempt_at: end, is_trial: false, price_amount: 0n, updated_at: clock.now() })
    .where('id', '=', id)
    .where('paid_until', '=', paid_until)
    .execute();
};

const mailValues = (platform: Platform, row: { performer_name: string }, price: bigint, date: Date) => ({
  performer: row.performer_name,
  tokens: price.toString(),
  money: moneyOf(price, tokenValueOf(platform.settings)).toString(),
  currency: platform.settings.get('currency'),
  date: date.toISOString(),
});

/** The wallet didn't hold enough: access goes on for the days of grace, in which it is tried again. */
const postpone = async (platform: Platform, row: DueRow, price: bigint): Promise<void> => {
  const { database, clock } = platform;
  const now = clock.now();
  const graceEnds = new Date(row.paid_until.getTime() + GRACE_DAYS * DAY_MS);
  const next = new Date(now.getTime() + DAY_MS);
  await database.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('subscriptions')
      .set({
        renewal_attempts: row.renewal_attempts + 1,
        expires_at: graceEnds,
        next_attempt_at: next < graceEnds ? next : null,
        updated_at: now,
      })
      .where('id', '=', row.id)
      .where('paid_until', '=', row.paid_until)
      .where('renewal_attempts', '=', row.renewal_attempts)
      .returning('id')
      .executeTakeFirst();
    if (changed && row.renewal_attempts === 0)
      await enqueueMail(platform, trx, {
        kind: 'renewalFailed',
        accountId: row.fan_id,
        values: mailValues(platform, row, price, graceEnds),
      });
  });
};

const renew = async (platform: Platform, row: DueRow): Promise<void> => {
  const { current_amount: current } = row;
  if (!row.is_possible || current === null) return stopRenewing(platform, row);
  // A lower price counts at once, a higher one for nobody who hasn't agreed to it.
  const price = current < row.price_amount ? current : row.price_amount;
  if (price === 0n) return current === 0n ? extendFree(platform, row) : stopRenewing(platform, row);
  const type = row.type === 'yearly' ? 'yearly' : 'monthly';
  const tokenValue = tokenValueOf(platform.settings);
  try {
    await settleOffer(
      platform,
      {
        ...PLAIN,
        orderKind: 'renewal',
        transactionKind: 'subscriptionRenewal',
        buyerId: row.fan_id,
        sellerId: row.performer_id,
        tokens: price,
        money: moneyOf(price, tokenValue),
        tokenValue,
        commissionRate: rateOf(platform, { kind: 'subscriptionRenewal', period: type }, row.commission_overrides),
        renewal: { subscriptionId: row.id, paidUntil: row.paid_until, type },
        detail: { type },
      },
      { method: 'wallet', buyerCountry: null, idempotency: undefined },
    );
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    if (error.code === 'INSUFFICIENT_TOKENS') return postpone(platform, row, price);
    // Another node was quicker.
    if (error.code !== 'ALREADY_SUBSCRIBED') throw error;
  }
};

/** Renews what is due from the wallets, each on its own: one that can't be is tried again and holds up no other. Returns how many were due. */
export const renewDueSubscriptions = async (platform: Platform): Promise<number> => {
  let total = 0;
  for (;;) {
    const due = await findDue(platform);
    let failed = 0;
    for (const row of due) {
      try {
        await renew(platform, row);
      } catch (error) {
        failed += 1;
        platform.log.error({ err: error, subscriptionId: row.id }, 'a subscription could not be renewed');
      }
    }
    total += due.length;
    // What failed for a reason of ours is found first again: it waits for the next run.
    if (due.length < BATCH || failed > 0) return total;
  }
};

/** Tells by mail of payments that are near, once each. Returns how many. */
export const remindOfRenewals = async (platform: Platform): Promise<number> => {
  const { database, clock } = platform;
  const now = clock.now();
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ fan_id: string; performer_name: string; price_amount: bigint; paid_until: Date }>`
      update subscriptions s set reminded_at = ${now}
      from accounts a, performers p
      where a.id = s.performer_id and p.account_id = s.performer_id and s.state = 'active' and s.reminded_at is null and s.price_amount > 0
        and s.renews_by is not null and s.renewal_attempts = 0 and s.paid_until > ${now}
        and s.paid_until <= ${now}::timestamptz
          + case s.type when 'yearly' then ${NOTICE_DAYS.yearly}::int else ${NOTICE_DAYS.monthly}::int end * interval '1 day'
      returning s.fan_id, a.name as performer_name, s.paid_until,
        least(s.price_amount, coalesce(case s.type when 'yearly' then p.yearly_price_amount else p.monthly_price_amount end, s.price_amount)) as price_amount`.execute(
      trx,
    );
    for (const row of rows)
      await enqueueMail(platform, trx, {
        kind: 'renewalSoon',
        accountId: row.fan_id,
        values: mailValues(platform, row, row.price_amount, row.paid_until),
      });
    return rows.length;
  });
};

export const registerSubscriptionJobs = (platform: Platform): void => {
  platform.jobs.schedule('subscriptions:renew', '* * * * *', async () => void (await renewDueSubscriptions(platform)));
  platform.jobs.schedule('subscriptions:remind', '7 * * * *', async () => void (await remindOfRenewals(platform)));
};
