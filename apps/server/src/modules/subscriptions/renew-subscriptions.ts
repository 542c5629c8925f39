import type { ErrorCode } from '@stagedoor/contract/errors';
import type { RenewalProblem } from '@stagedoor/contract/subscriptions';
import { sql } from 'kysely';
import { moneyOf } from '../../ledger/index.ts';
import { recordEvent } from '../../platform/database/database.ts';
import { anchorOf, periodEnd } from '../../platform/calendar.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from '../accounts/index.ts';
import { blockedPair, tokenValueOf } from '../access/index.ts';
import { EMPTY_OFFER, rateOf, settleOffer } from '../orders/index.ts';

const DAY_MS = 86_400_000;
const BATCH = 100;
/** Why a renewal is tried again on the next day: the wallet, or the fan's own limits, don't let it be paid. */
const PROBLEMS: Partial<Record<ErrorCode, RenewalProblem>> = { INSUFFICIENT_TOKENS: 'wallet', SPENDING_LIMIT: 'limit', COOL_OFF: 'pause' };
/** Days of access after a failed payment, which is retried daily. */
const GRACE_DAYS = 3;
/** How long before a payment the reminder is sent. */
const NOTICE_DAYS = { monthly: 3, yearly: 14 };

/** The plan of the next period, and the price agreed to for it: another one when a change was asked for. */
const NEXT_TYPE = sql`coalesce(s.next_type, s.type)`;
const NEXT_PRICE = sql`coalesce(s.next_price_amount, s.price_amount)`;

interface DueSubscriptionRow {
  id: string;
  fan_id: string;
  performer_id: string;
  performer_name: string;
  /** Of the next period. */
  type: 'monthly' | 'yearly' | 'free';
  /** The change of plan that was asked for. */
  next_type: 'monthly' | null;
  /** The price the fan has agreed to for it. */
  price_amount: bigint;
  paid_until: Date;
  anchored_at: Date;
  renewal_attempts: number;
  /** The performer's current price; null when this period is no longer offered. */
  current_amount: bigint | null;
  commission_overrides: Record<string, number>;
  /** Both accounts are active, and neither has blocked the other. */
  is_possible: boolean;
}

const findDue = async ({ database, clock }: Platform): Promise<DueSubscriptionRow[]> => {
  const { rows } = await sql<DueSubscriptionRow>`
    select s.id, s.fan_id, s.performer_id, a.name as performer_name, ${NEXT_TYPE} as type, s.next_type, ${NEXT_PRICE} as price_amount, s.paid_until,
      s.anchored_at, s.renewal_attempts, case ${NEXT_TYPE} when 'yearly' then p.yearly_price_amount else p.monthly_price_amount end as current_amount, p.commission_overrides,
      (s.state = 'active' and p.state = 'approved' and a.status = 'active' and f.status = 'active'
        and not ${blockedPair(sql`s.performer_id`, sql`s.fan_id`)}) as is_possible
    from subscriptions s
    join performers p on p.account_id = s.performer_id
    join accounts a on a.id = s.performer_id
    join accounts f on f.id = s.fan_id
    where s.next_attempt_at <= ${clock.now()}
    order by s.next_attempt_at, s.id
    limit ${sql.lit(BATCH)}`.execute(database);
  return rows;
};

/** Stops retrying: the subscription ends with the paid period. */
const stopRenewing = async ({ database, clock }: Platform, { id, paid_until }: DueSubscriptionRow): Promise<void> => {
  await database
    .updateTable('subscriptions')
    .set({ next_attempt_at: null, updated_at: clock.now() })
    .where('id', '=', id)
    .where('paid_until', '=', paid_until)
    .execute();
};

/** What a period that nobody paid for has none of: nothing of it is credited or given back. */
const UNPAID_PERIOD = {
  order_id: null,
  period_started_at: null,
  next_type: null,
  next_price_amount: null,
  credit_order_id: null,
  credit_amount: null,
  credited_price_amount: null,
  credited_until: null,
} as const;

/** Asserted with each write: it may have been cancelled, or its renewal turned off, since it was found due. */
const isStillDue = sql<boolean>`(state = 'active' and next_attempt_at is not null)`;

/** Extends a free subscription by a period. */
const extendFree = async ({ database, clock, settings }: Platform, { id, paid_until, anchored_at }: DueSubscriptionRow): Promise<void> => {
  const timeZone = settings.get('timeZone');
  const anchor = anchorOf({ anchor: anchored_at, start: paid_until, timeZone });
  const end = periodEnd({ anchor, start: paid_until, plan: 'free', timeZone });
  await database
    .updateTable('subscriptions')
    .set({
      ...UNPAID_PERIOD,
      anchored_at: anchor,
      paid_until: end,
      expires_at: end,
      next_attempt_at: end,
      is_trial: false,
      price_amount: 0n,
      updated_at: clock.now(),
    })
    .where('id', '=', id)
    .where('paid_until', '=', paid_until)
    .where(isStillDue)
    .execute();
};

const mailValues = (platform: Platform, row: { performer_name: string }, price: bigint, date: Date) => ({
  performer: row.performer_name,
  tokens: price.toString(),
  money: moneyOf(price, tokenValueOf(platform.settings)).toString(),
  currency: platform.settings.get('currency'),
  date: date.toISOString(),
});

/** It could not be paid: access continues during the grace period, with retries. */
const postpone = async (platform: Platform, row: DueSubscriptionRow, price: bigint, problem: RenewalProblem): Promise<void> => {
  const { database, clock } = platform;
  const now = clock.now();
  const graceEnds = new Date(row.paid_until.getTime() + GRACE_DAYS * DAY_MS);
  const next = new Date(now.getTime() + DAY_MS);
  await database.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('subscriptions')
      .set({
        renewal_attempts: row.renewal_attempts + 1,
        renewal_problem: problem,
        expires_at: graceEnds,
        next_attempt_at: next < graceEnds ? next : null,
        updated_at: now,
      })
      .where('id', '=', row.id)
      .where('paid_until', '=', row.paid_until)
      .where('renewal_attempts', '=', row.renewal_attempts)
      .where(isStillDue)
      .returning('id')
      .executeTakeFirst();
    if (!changed || row.renewal_attempts > 0) return;
    const { fan_id: fanId, performer_id: performerId } = row;
    const kind = problem === 'wallet' ? 'renewalFailed' : 'renewalLimited';
    await enqueueMail(platform, trx, { kind, accountId: fanId, values: mailValues(platform, row, price, graceEnds) });
    const failed = { subscriptionId: row.id, fanId, performerId, until: graceEnds.toISOString() };
    await recordEvent(trx, 'subscriptions.renewalFailed', failed);
  });
};

const renew = async (platform: Platform, row: DueSubscriptionRow): Promise<void> => {
  const { current_amount: current } = row;
  if (!row.is_possible || current === null) return stopRenewing(platform, row);
  // A lower price applies at once, a higher one only to fans who have agreed to it.
  const price = current < row.price_amount ? current : row.price_amount;
  if (price === 0n) return current === 0n ? extendFree(platform, row) : stopRenewing(platform, row);
  const type = row.type === 'yearly' ? 'yearly' : 'monthly';
  const tokenValue = tokenValueOf(platform.settings);
  try {
    await settleOffer(
      platform,
      {
        ...EMPTY_OFFER,
        orderKind: 'renewal',
        transactionKind: 'subscriptionRenewal',
        buyerId: row.fan_id,
        sellerId: row.performer_id,
        tokens: price,
        money: moneyOf(price, tokenValue),
        tokenValue,
        commissionRate: rateOf(platform, { kind: 'subscriptionRenewal', period: type }, row.commission_overrides),
        renewal: { subscriptionId: row.id, anchoredAt: row.anchored_at, paidUntil: row.paid_until, type, nextType: row.next_type },
        orderFacts: { type },
      },
      { method: 'wallet', buyerCountry: null, idempotency: undefined },
    );
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    const problem = PROBLEMS[error.code];
    if (problem) return postpone(platform, row, price, problem);
    // Renewed by another node, cancelled, or changed to another plan since it was found.
    if (error.code !== 'ALREADY_SUBSCRIBED') throw error;
  }
};

/** Renews due subscriptions from the wallets, each separately: failures are retried and don't block others. Returns how many were due. */
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
    // Internal failures would be found again first: left to the next run.
    if (due.length < BATCH || failed > 0) return total;
  }
};

/** Sends reminders of upcoming payments, one mail each. Returns how many. */
export const remindOfRenewals = async (platform: Platform): Promise<number> => {
  const { database, clock } = platform;
  const now = clock.now();
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ fan_id: string; performer_name: string; price_amount: bigint; paid_until: Date }>`
      update subscriptions s set reminded_at = ${now}
      from accounts a, performers p
      where a.id = s.performer_id and p.account_id = s.performer_id and s.state = 'active' and s.reminded_at is null and ${NEXT_PRICE} > 0
        and s.renews_by is not null and s.renewal_attempts = 0 and s.paid_until > ${now}
        and s.paid_until <= ${now}::timestamptz
          + case ${NEXT_TYPE} when 'yearly' then ${NOTICE_DAYS.yearly}::int else ${NOTICE_DAYS.monthly}::int end * interval '1 day'
      returning s.fan_id, a.name as performer_name, s.paid_until,
        least(${NEXT_PRICE}, case ${NEXT_TYPE} when 'yearly' then p.yearly_price_amount else p.monthly_price_amount end) as price_amount`.execute(
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

/** How long before the end of access it is told. */
const ENDING_DAYS = 3;

/** Records that subscriptions end soon which don't renew: once for each period. Returns how many. */
export const recordEndings = async ({ database, clock }: Platform): Promise<number> => {
  const now = clock.now();
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; fan_id: string; performer_id: string; expires_at: Date }>`
      update subscriptions set reminded_at = ${now}
      where reminded_at is null and expires_at > ${now} and expires_at <= ${new Date(now.getTime() + ENDING_DAYS * DAY_MS)}
        and (state <> 'active' or (renews_by is null and next_attempt_at is null))
      returning id, fan_id, performer_id, expires_at`.execute(trx);
    for (const { id, fan_id: fanId, performer_id: performerId, expires_at: until } of rows)
      await recordEvent(trx, 'subscriptions.ending', { subscriptionId: id, fanId, performerId, until: until.toISOString() });
    return rows.length;
  });
};

export const registerSubscriptionJobs = (platform: Platform): void => {
  platform.jobs.schedule('subscriptions:renew', '* * * * *', async () => void (await renewDueSubscriptions(platform)));
  platform.jobs.schedule('subscriptions:remind', '7 * * * *', async () => void (await remindOfRenewals(platform)));
  platform.jobs.schedule('subscriptions:recordEndings', '17 * * * *', async () => void (await recordEndings(platform)));
};
